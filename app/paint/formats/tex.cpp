#include "app/paint/pgfplots.hpp"
#include "app/paint/picture.hpp"

#include <array>
#include <optional>

namespace poslab {

namespace {

/// Reads the comments at the beginning of a file by pgfplots_files().
std::optional<PictureMetadata> tex_metadata(std::string_view bytes) {
    constexpr std::string_view comment = "% ", command = "poslab ";
    std::array<std::string, 2> lines;
    for (std::string& line : lines) {
        const auto end = bytes.find('\n');
        if (!bytes.starts_with(comment) || end == std::string_view::npos) return std::nullopt;
        line = bytes.substr(comment.size(), end - comment.size());
        bytes.remove_prefix(end + 1);
    }
    if (!lines[0].starts_with(command)) return std::nullopt;
    return PictureMetadata{{"Description", lines[0]}, {"Software", lines[1]}};
}

}  // namespace

const PictureFormat& tex_format() {
    static const PictureFormat format{
        .id = "tex",
        .label = untranslated("TeX"),
        .about = "panels for pgfplots"_tr,
        .metadata = tex_metadata,
        .files = [](const Figure& /*figure*/, const SourcePage& page) { return pgfplots_files(page); }};
    return format;
}

}  // namespace poslab
