#include "app/cli/page_file.hpp"

#include "app/cli/ascii85.hpp"
#include "app/page/page_json.hpp"
#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>
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

/// Returns the folder that POSLAB_PAGE_ENGINE names; empty if it names none.
std::string named_engine_folder() {
    const char* const named = std::getenv("POSLAB_PAGE_ENGINE");
    return named != nullptr ? named : "";
}

/// The folders that may contain the engine: the named one only, or those of an installed program and an
/// installed Python module, then that of the build folder next to the program's or the module's.
std::vector<fs::path> engine_folders() {
    if (const std::string named = named_engine_folder(); !named.empty()) return {named};
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
        "font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'\">",
        shares_engine ? "'self' " : "");
}

/// Returns the bytes in the format of gzip (RFC 1952).
std::string gzipped(std::string_view bytes) {
    constexpr int with_gzip_header = 16 + MAX_WBITS, memory_level = 9;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, with_gzip_header, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// Returns {"english/model.safetensors": …} for the models: gzip'd, in Ascii85.
nlohmann::ordered_json models_json(const std::set<std::string>& ids) {
    nlohmann::ordered_json files = nlohmann::ordered_json::object();
    for (const BuiltInModel& model : built_in_models()) {
        if (!ids.contains(std::string(model.id))) continue;
        const auto add = [&](std::string_view folder, std::string_view name, std::string_view bytes) {
            files[fmt::format("{}/{}", folder, name)] = ascii85(gzipped(bytes));
        };
        add(model.id, "model.safetensors", model.weights());
        add(model.id, "training.json", model.training());
        const auto models = built_in_models();
        const auto owner = std::find_if(models.begin(), models.end(), [&](const BuiltInModel& other) {
            return other.held_out == model.held_out;  // models may share a text, which the first one names
        });
        add(owner->id, "held_out.txt", model.held_out());
    }
    return files;
}

/// Reads a text for pages, which are UTF-8. Throws InputError.
std::string page_text(const std::string& path, std::size_t max_bytes) {
    std::string text = read_whole_file(path, max_bytes);
    if (const auto wrong = byte_that_is_not_utf8(text))
        refuse_file(path, tr("invalid UTF-8 at byte {}", *wrong));
    return text;
}

std::string shared_scripts(const PageContents& contents) {
    std::string scripts = fmt::format("<script src=\"{}\"></script>", page_engine_script);
    if (!contents.models.empty())
        scripts += fmt::format("\n<script src=\"{}\"></script>", page_models_script);
    return scripts;
}

}  // namespace

PageEngineFiles PageEngineFiles::load() {
    constexpr std::size_t max_bytes = std::size_t{64} << 20U;
    for (const fs::path& folder : engine_folders()) {
        const std::string loader = (folder / "page_engine.js").string();
        const std::string module = (folder / "page_engine.wasm.gz").string();
        const std::string fonts = (folder / "page_fonts.css").string();
        if (!file_exists(loader) || !file_exists(module) || !file_exists(fonts)) continue;
        PageEngineFiles files;
        files.loader_ = page_text(loader, max_bytes);
        files.module_ = ascii85(read_whole_file(module, max_bytes));
        files.fonts_ = page_text(fonts, max_bytes);
        return files;
    }
    if (const std::string named = named_engine_folder(); !named.empty())
        throw Unavailable(
            tr("POSLAB_PAGE_ENGINE: {} has no engine of pages; scripts/page-engine builds it", named));
    throw Unavailable("this program has no engine of pages; scripts/page-engine builds it"_tr);
}

std::string PageEngineFiles::page(const PageContents& contents) const {
    const std::string no_engine = page_words(contents.language)["no_engine"];
    const bool shared = contents.shares_engine;
    return filled(
        embedded_page_template,
        {{"LANG", std::string(contents.language.id())},
         {"KIND", contents.lesson.empty() ? "" : "reading"},
         {"CSP", content_policy(shared)},
         {"TITLE", escaped_markup(contents.title)},
         {"DESCRIPTION", escaped_markup(contents.description)},
         {"NO_ENGINE", escaped_markup(no_engine)},
         {"STYLE", std::string(embedded_page_style) + "@media screen and (prefers-color-scheme:dark){" +
                       contents.dark_rules + "}"},
         {"FONTS", shared ? "" : fonts_},
         {"NAVIGATION", contents.navigation},
         {"STATIC", contents.figure},
         {"LESSON", contents.lesson},
         {"STATE", contents.exported},
         {"LOADER", shared ? "" : loader_},
         {"WORKER", std::string(embedded_page_worker)},
         {"ENGINE", shared ? "" : module_},
         {"MODELS", shared || contents.models.empty() ? "" : models_json(contents.models).dump()},
         {"SHARED", shared ? shared_scripts(contents) : ""},
         {"SCRIPT", std::string(embedded_page_script)}});
}

std::string PageEngineFiles::shared_script() const {
    const nlohmann::ordered_json texts{{"loader", loader_}, {"engine", module_}, {"fonts", fonts_}};
    return "const sharedEngine = " + texts.dump() + ";\n";
}

std::string PageEngineFiles::shared_models(const std::set<std::string>& ids) {
    nlohmann::ordered_json models = nlohmann::ordered_json::object();
    for (const std::string& id : ids) models[id] = models_json({id});
    return "const sharedModels = " + models.dump() + ";\n";
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
    std::string text = json_text(json), out;
    for (const char c : text) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

}  // namespace poslab
