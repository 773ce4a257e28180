#include "app/cli/every_figure.hpp"

#include <algorithm>
#include <filesystem>

namespace poslab {

std::string path_of_figure(const std::string& path, std::string_view figure) {
    const std::filesystem::path whole(path);
    const std::string name = whole.stem().string() + "-" + std::string(figure) + whole.extension().string();
    return (whole.parent_path() / name).string();
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

std::vector<Message> export_pictures(const PictureRequest& request, const FontLibrary& fonts,
                                     const Job& job) {
    std::vector<Message> notices;
    const std::vector<PictureRequest> all = each_picture(request);
    for (std::size_t n = 0; n < all.size(); ++n) {
        const Job part = job.step(n, all.size()).repeated(static_cast<double>(all.size() - n));
        for (Message& notice : export_picture(all[n], fonts, part))
            if (std::find(notices.begin(), notices.end(), notice) == notices.end())
                notices.push_back(std::move(notice));
    }
    return notices;
}

}  // namespace poslab
