#include "app/gui/export_clipboard.hpp"

#include "app/window/picture_clipboard.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/temporary_folder.hpp"
#include "core/files/unfinished_file.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace poslab {

bool can_copy(const ExportChoice& choice) {
    return choice.content == ExportContent::figure && !choice.each_figure() &&
           (choice.ending() == "png" || choice.ending() == "svg");
}

void copy_picture(const Exporter& exporter, ExportChoice choice, const Job& job) {
    constexpr std::string_view start = "poslab-figure-";
    const std::string folder = temporary_folder();
    std::error_code ignored;
    for (const std::string& earlier : left_behind(folder, start)) std::filesystem::remove(earlier, ignored);
    static std::atomic<int> count{0};  // a cancelled one may still be at work
    choice.path = fmt::format("{}/{}{}-{}.{}", folder, start, getpid(), count++, choice.ending());
    const UnfinishedFile file(choice.path);  // removed after copying
    exporter.write(choice, job);
    job.check();
    copy_file_to_clipboard(choice.path, choice.ending() == "svg" ? "image/svg+xml" : "image/png");
}

}  // namespace poslab
