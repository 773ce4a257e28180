#include "app/cli/live_page.hpp"

#include "app/page/page_json.hpp"
#include "app/paint/base64.hpp"
#include "app/paint/svg_painter.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace poslab {

extern const std::string_view embedded_page_template;
extern const std::string_view embedded_page_style;
extern const std::string_view embedded_page_script;
extern const std::string_view embedded_page_worker;

namespace {

namespace fs = std::filesystem;

/// Views that need what a page does not contain: trained models.
constexpr std::array<std::string_view, 1> views_without_page{"extrapolation"};

/// The files of the engine of pages.
struct PageEngineFiles {
    std::string loader, module;  // JavaScript; the gzip'd WebAssembly module
};

/// The folders that may contain them: POSLAB_PAGE_ENGINE, then that of an installed program, then that of the
/// build folder next to the program's.
std::vector<fs::path> engine_folders() {
    if (const char* named = std::getenv("POSLAB_PAGE_ENGINE"); named != nullptr && *named != 0)
        return {named};
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    return {program / "../share/poslab/page-engine", program / "../page-engine"};
}

PageEngineFiles engine_files() {
    constexpr std::size_t max_bytes = std::size_t{64} << 20U;
    for (const fs::path& folder : engine_folders()) {
        const std::string loader = (folder / "page_engine.js").string();
        const std::string module = (folder / "page_engine.wasm.gz").string();
        if (file_exists(loader) && file_exists(module))
            return {read_beginning(loader, max_bytes), read_beginning(module, max_bytes)};
    }
    throw Unavailable("this program has no engine of pages; scripts/page-engine builds it"_tr);
}

/// Replaces each <!--NAME--> of the template by its text.
std::string filled(std::string_view page, const std::vector<std::pair<std::string, std::string>>& texts) {
    std::string out;
    while (!page.empty()) {
        const std::size_t begin = page.find("<!--");
        const std::size_t end = begin == std::string_view::npos ? begin : page.find("-->", begin);
        if (end == std::string_view::npos) return out += page;
        out += page.substr(0, begin);
        const std::string_view name = page.substr(begin + 4, end - begin - 4);
        for (const auto& [known, text] : texts)
            if (known == name) out += text;
        page.remove_prefix(end + 3);
    }
    return out;
}

/// Returns JSON for the inside of a <script>: no text of it can end the element.
std::string json_in_page(const nlohmann::ordered_json& json) {
    std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), out;
    for (const char c : text) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

/// Allows what the page consists of and nothing from outside. `wasm-unsafe-eval` permits WebAssembly.
constexpr std::string_view content_policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline' "
    "'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src 'none'; base-uri 'none'; form-action 'none'\">";

void check_controls(const LivePageRequest& request) {
    const View& view = *request.picture.selection.view;
    const auto ids = collect_names(view.parameters(), [](const Descriptor& one) { return one.id; });
    for (const std::string& id : request.controls)
        if (parameter_index(view, id) < 0) throw unknown_choice("controls", id, ids);
}

/// The figure as the page shows it before its engine runs, in both themes.
std::string static_figure(const PictureRequest& picture, const FigureData& data, const FontLibrary& fonts,
                          DarkClasses& dark) {
    const FontMetrics metrics(fonts);
    const auto drawn = [&](Theme theme) {
        PictureRequest themed = picture;
        themed.theme = theme;
        themed.titles = false;
        return composed_figure(themed, data.variants, metrics).draw;
    };
    const View& view = *picture.selection.view;
    return svg_in_page(drawn(Theme::light), drawn(Theme::dark), palette(Theme::light).canvas,
                       {"f", "figure", std::string(in(picture.language, view.info().title)), dark, metrics});
}

}  // namespace

std::vector<Message> write_live_page(const LivePageRequest& request, const FontLibrary& fonts,
                                     const Job& job) {
    const PictureRequest& picture = request.picture;
    const View& view = *picture.selection.view;
    for (const std::string_view without : views_without_page)
        if (view.info().id == without)
            throw UsageError(
                tr("page {}: this view computes with language models, which pages do not contain",
                   std::string(without)));
    check_controls(request);
    const PageEngineFiles engine = engine_files();
    AtomicFile file(picture.path);  // opened first, so that an unwritable path fails before the work
    const FontMetrics metrics(fonts);
    constexpr double pixels_of_screen = 2;
    FigureData data = figure_data(picture, metrics, pixels_of_screen, job);
    const Figure figure = drawn_figure(picture, data.variants);
    DarkClasses dark;
    const std::string drawing = static_figure(picture, data, fonts, dark);
    nlohmann::ordered_json state{{"state", state_words(picture)},
                                 {"controls", nullptr},
                                 {"language", nullptr},
                                 {"width", picture.page.width},
                                 {"height", picture.page.height}};
    if (!request.controls.empty()) state["controls"] = request.controls;
    if (request.fixed_language) state["language"] = picture.language.id();
    const std::string no_engine = page_words(picture.language)["no_engine"];
    file.write(filled(embedded_page_template,
                      {{"LANG", std::string(picture.language.id())},
                       {"CSP", std::string(content_policy)},
                       {"TITLE", escaped_markup(figure.title)},
                       {"DESCRIPTION", escaped_markup(figure.subtitle)},
                       {"NO_ENGINE", escaped_markup(no_engine)},
                       {"STYLE", std::string(embedded_page_style) +
                                     "@media screen and (prefers-color-scheme:dark){" + dark.rules() + "}"},
                       {"STATIC", drawing},
                       {"STATE", json_in_page(state)},
                       {"LOADER", engine.loader},
                       {"WORKER", std::string(embedded_page_worker)},
                       {"ENGINE", base64(engine.module)},
                       {"SCRIPT", std::string(embedded_page_script)}}));
    file.commit();
    return data.notices;
}

}  // namespace poslab
