#include "app/cli/page_file.hpp"

#include "app/page/page_json.hpp"
#include "app/paint/base64.hpp"
#include "core/base/errors.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/files/input_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

/// Returns the folder of the program, or of the Python module.
fs::path own_folder() {
    Dl_info info{};
    std::error_code error;
    const bool found = dladdr(reinterpret_cast<const void*>(&own_folder), &info) != 0;
    const std::string file = found && info.dli_fname != nullptr ? info.dli_fname : "";
    const bool by_name_alone = file.find('/') == std::string::npos;  // the shell found it
    return fs::canonical(by_name_alone ? "/proc/self/exe" : file, error).parent_path();
}

/// The folders that may contain the engine: POSLAB_PAGE_ENGINE, then those of an installed program and an
/// installed Python module, then that of the build folder next to the program's or the module's.
std::vector<fs::path> engine_folders() {
    if (const char* named = std::getenv("POSLAB_PAGE_ENGINE"); named != nullptr && *named != 0)
        return {named};
    const fs::path own = own_folder();
    return {own / "../share/poslab/page-engine", own / "page-engine", own / "../page-engine",
            own / "../../../page-engine", own / "../../../../share/poslab/page-engine"};
}

/// Allows what the page consists of and nothing from outside. `wasm-unsafe-eval` permits WebAssembly; the
/// pages of a site load their engine's script.
std::string content_policy(bool shares_engine) {
    return fmt::format(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        "{}'unsafe-inline' "
        "'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'\">",
        shares_engine ? "'self' " : "");
}

}  // namespace

PageEngineFiles PageEngineFiles::load() {
    constexpr std::size_t max_bytes = std::size_t{64} << 20U;
    for (const fs::path& folder : engine_folders()) {
        const std::string loader = (folder / "page_engine.js").string();
        const std::string module = (folder / "page_engine.wasm.gz").string();
        if (!file_exists(loader) || !file_exists(module)) continue;
        PageEngineFiles files;
        files.loader_ = read_beginning(loader, max_bytes);
        files.module_ = base64(read_beginning(module, max_bytes));
        return files;
    }
    throw Unavailable("this program has no engine of pages; scripts/page-engine builds it"_tr);
}

std::string PageEngineFiles::page(const PageContents& contents) const {
    const std::string no_engine = page_words(contents.language)["no_engine"];
    const bool shared = contents.shares_engine;
    return filled(
        embedded_page_template,
        {{"LANG", std::string(contents.language.id())},
         {"CSP", content_policy(shared)},
         {"TITLE", escaped_markup(contents.title)},
         {"DESCRIPTION", escaped_markup(contents.description)},
         {"NO_ENGINE", escaped_markup(no_engine)},
         {"STYLE", std::string(embedded_page_style) + "@media screen and (prefers-color-scheme:dark){" +
                       contents.dark_rules + "}"},
         {"NAVIGATION", contents.navigation},
         {"STATIC", contents.figure},
         {"LESSON", contents.lesson},
         {"STATE", contents.exported},
         {"LOADER", shared ? "" : loader_},
         {"WORKER", std::string(embedded_page_worker)},
         {"ENGINE", shared ? "" : module_},
         {"SHARED", shared ? fmt::format("<script src=\"{}\"></script>", page_engine_script) : ""},
         {"SCRIPT", std::string(embedded_page_script)}});
}

std::string PageEngineFiles::shared_script() const {
    return "const sharedEngine = " + nlohmann::ordered_json{{"loader", loader_}, {"engine", module_}}.dump() +
           ";\n";
}

std::string filled(std::string_view page,
                   const std::vector<std::pair<std::string_view, std::string>>& texts) {
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

std::string json_in_page(const nlohmann::ordered_json& json) {
    std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), out;
    for (const char c : text) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

}  // namespace poslab
