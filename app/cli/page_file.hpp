#pragma once

#include "core/base/language.hpp"
#include "core/base/message.hpp"

#include <nlohmann/json_fwd.hpp>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// The contents of a live page, besides its engine and script. Texts are plain, but for those that are HTML.
struct PageContents {
    Language language;
    std::string title, description;
    std::string figure;              // HTML; the exported figure
    std::string lesson{};            // HTML; empty: none
    std::string dark_rules{};        // CSS of the classes in drawings
    std::string navigation{};        // HTML; links to other pages of a site
    std::set<std::string> models{};  // ids of the built-in language models that its engine needs
    std::string exported{};          // JSON for the script: docs/page-protocol.md
    std::vector<Message> notes{};    // for the author, not in the page
    bool shares_engine = false;      // the engine is in page_engine_script of its folder, not in the page
};

/// The names of files that the pages of a site share.
inline constexpr std::string_view page_engine_script = "engine.js", page_models_script = "models.js";

/// The engine of pages as `scripts/page-engine` builds it.
class PageEngineFiles {
  public:
    /// Reads the files. Throws Unavailable if the program has no engine of pages, InputError if its texts are
    /// not UTF-8.
    static PageEngineFiles load();

    /// Returns the HTML of a page.
    [[nodiscard]] std::string page(const PageContents& contents) const;
    /// Returns the text of page_engine_script.
    [[nodiscard]] std::string shared_script() const;
    /// Returns the text of page_models_script with these models.
    [[nodiscard]] static std::string shared_models(const std::set<std::string>& ids);

  private:
    std::string loader_, module_, fonts_;  // JavaScript; Ascii85 of the gzip'd WebAssembly module; CSS
};

/// Replaces each <!--NAME--> of a template by its text.
[[nodiscard]] std::string filled(std::string_view page,
                                 const std::vector<std::pair<std::string_view, std::string>>& texts);

/// Returns JSON for the inside of a <script>: no text of it can end the element.
[[nodiscard]] std::string json_in_page(const nlohmann::ordered_json& json);

}  // namespace poslab
