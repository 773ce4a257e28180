#include "app/paint/picture.hpp"
#include "app/paint/svg_painter.hpp"

#include <array>
#include <utility>

namespace poslab {

namespace {

/// Returns the text between the tags in the head of the file.
std::string element(std::string_view head, std::string_view opening, std::string_view closing) {
    const auto begin = head.find(opening);
    if (begin == std::string_view::npos) return {};
    const auto end = head.find(closing, begin);
    if (end == std::string_view::npos) return {};
    std::string text(head.substr(begin + opening.size(), end - begin - opening.size()));
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> entities{
        // last, so that it creates no other entity
        {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}};
    for (const auto& [entity, sign] : entities)
        for (auto at = text.find(entity); at != std::string::npos; at = text.find(entity, at + sign.size()))
            text.replace(at, entity.size(), sign);
    return text;
}

/// Reads the description's lines "Key: value".
std::optional<PictureMetadata> svg_metadata(std::string_view bytes) {
    constexpr std::size_t max_head = 65'536;
    const std::string_view head = bytes.substr(0, max_head);
    const auto root = head.find("<svg");
    if (root == std::string_view::npos) return std::nullopt;
    PictureMetadata metadata;
    if (std::string title = element(head, "<title>", "</title>"); !title.empty())
        metadata["Title"] = std::move(title);
    const std::string description = element(head, "<desc>", "</desc>");
    for (std::size_t begin = 0; begin < description.size();) {
        const auto end = std::min(description.find('\n', begin), description.size());
        const std::string line = description.substr(begin, end - begin);
        if (const auto colon = line.find(": "); colon != std::string::npos)
            metadata[line.substr(0, colon)] = line.substr(colon + 2);
        begin = end + 1;
    }
    return metadata;
}

}  // namespace

const PictureFormat& svg_format() {
    static const PictureFormat format{
        .id = "svg",
        .label = untranslated("SVG"),
        .about = "searchable text"_tr,
        .render =
            [](const DrawList& list, const FontLibrary&, const PictureOptions& options) {
                return paint_svg(list, options.metadata, options.background);
            },
        .metadata = svg_metadata};
    return format;
}

}  // namespace poslab
