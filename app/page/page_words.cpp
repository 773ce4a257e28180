#include "app/page/page_json.hpp"
#include "core/base/text.hpp"

#include <array>
#include <utility>

namespace poslab {
namespace {

constexpr std::array<std::pair<std::string_view, Text>, 26> words{{
    {"copy_link", "Copy link"_tr},
    {"link_copied", "Link copied"_tr},
    {"save_png", "Save as PNG"_tr},
    {"save_svg", "Save as SVG"_tr},
    {"compare", "Compare with the exported state"_tr},
    {"stop_comparing", "Stop comparing"_tr},
    {"reset", "Exported state"_tr},
    {"play", "Play"_tr},
    {"pause", "Pause"_tr},
    {"zoom_in", "Zoom in"_tr},
    {"zoom_out", "Zoom out"_tr},
    {"whole_figure", "Reset view"_tr},
    {"readout", "Readout"_tr},
    {"formula", "Formula"_tr},
    {"parameters", "Parameters"_tr},
    {"figure", "Figure"_tr},
    {"language", "Language"_tr},
    {"theme", "Theme"_tr},
    {"foreign_link", "This page cannot show the state in its link; it shows the exported state."_tr},
    {"no_engine", "This browser has no WebAssembly: the figure is shown, but cannot be changed."_tr},
    {"step", "Steps"_tr},
    {"previous", "Previous step"_tr},
    {"next", "Next step"_tr},
    {"no_effect", "No effect now"_tr},
    {"computing", "Computing …"_tr},
    {"made_by", "Made with PosLab"_tr},
}};

}  // namespace

nlohmann::ordered_json page_words(Language language) {
    nlohmann::ordered_json json;
    for (const auto& [key, text] : words) json[std::string(key)] = in(language, text);
    return json;
}

nlohmann::ordered_json page_languages() {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Language language : languages())
        if (language.is_complete()) json.push_back({{"id", language.id()}, {"name", language.name()}});
    return json;
}

}  // namespace poslab
