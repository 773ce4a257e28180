#include "app/cli/every_figure.hpp"

#include "app/cli/sweep.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace poslab {

std::string path_of_figure(const std::string& path, std::string_view figure) {
    const auto [name, ending] = name_and_ending(path);
    const std::string of_figure = name + "-" + std::string(figure) + ending;
    return (std::filesystem::path(path).parent_path() / of_figure).string();
}

std::vector<PictureRequest> each_picture(const PictureRequest& request) {
    if (request.figure != every_figure) return {request};
    std::vector<PictureRequest> all;
    for (const FigureInfo& figure : request.selection.view->info().figures) {
        if (!figure.offered) continue;
        all.push_back(request);
        all.back().figure = figure.id;
        all.back().path = path_of_figure(request.path, figure.id);
    }
    return all;
}

std::vector<Message> export_pictures(const std::vector<PictureRequest>& requests, const FontLibrary& fonts,
                                     const Job& job) {
    InputFiles inputs;  // the same for all
    for (const PictureRequest& request : requests) {
        check_picture(request);
        inputs = inputs_of(request.selection);
        inputs.refuse(request.path);
    }
    std::vector<PathAndBytes> files;
    std::vector<Message> notices;
    for (std::size_t n = 0; n < requests.size(); ++n) {
        const Job part = job.step(n, requests.size()).repeated(static_cast<double>(requests.size() - n));
        PictureFiles picture = picture_files(requests[n], fonts, part);
        std::move(picture.files.begin(), picture.files.end(), std::back_inserter(files));
        add_notices(picture.notices, notices);
    }
    for (const PathAndBytes& file : files) inputs.refuse(file.path);  // those that a picture refers to, too
    write_files_atomically(files, job);
    return notices;
}

}  // namespace poslab
