#include "app/paint/picture.hpp"
#include "app/paint/svg_painter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {

namespace {

/// Returns the text without the entities that PosLab writes.
std::string unescaped(std::string_view markup) {
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}, {"&amp;", '&'}}};
    std::string text;
    while (!markup.empty()) {
        const auto* const found = std::find_if(entities.begin(), entities.end(), [&](const auto& entity) {
            return markup.starts_with(entity.first);
        });
        text += found == entities.end() ? markup.front() : found->second;
        markup.remove_prefix(found == entities.end() ? 1 : found->first.size());
    }
    return text;
}

/// Returns the text between the tags in the head of the file.
std::string element(std::string_view head, std::string_view opening, std::string_view closing) {
    const auto begin = head.find(opening);
    if (begin == std::string_view::npos) return {};
    const auto end = head.find(closing, begin);
    if (end == std::string_view::npos) return {};
    return unescaped(head.substr(begin + opening.size(), end - begin - opening.size()));
}

/// Reads the description's lines "Key: value".
std::optional<PictureMetadata> svg_metadata(std::string_view bytes) {
    constexpr std::size_t max_head = std::size_t{1} << 20U;  // a command may have long lists
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
