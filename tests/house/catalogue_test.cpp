// Every text in the code is in every catalogue, and nothing else is: the same placeholders, one translation
// for one text.
#include "core/base/catalogue.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace poslab::test {
namespace {

struct Key {
    std::string english, sense;
    std::string plural{};
    auto operator<=>(const Key&) const = default;
};

/// Reads C++ just far enough: comments are left out, string literals that stand side by side are one.
class Reader {
  public:
    explicit Reader(std::string text) : text_(std::move(text)) {}

    /// "…"_tr, "…"_tr.as("sense"), and the first argument of tr(…), translate(…), Translator(…)(…) if it is a
    /// literal.
    std::set<Key> keys() {
        std::set<Key> found;
        while (at_ < text_.size()) {
            if (skipped()) continue;
            if (text_[at_] != '"') {
                ++at_;
                continue;
            }
            const bool argument = is_first_argument(), is_plural = argument && calls("plural");
            const std::string literal = literals();
            if (text_.compare(at_, 3, "_tr") == 0) {
                at_ += 3;
                const std::string sense = literal_after(".as(").value_or("");
                if (!literal.empty()) found.insert({literal, sense});
            } else if (argument && text_[at_] == ',') {
                found.insert({literal, "", is_plural ? second_argument() : ""});
            }
        }
        return found;
    }

  private:
    bool skipped() {
        if (text_.compare(at_, 2, "//") == 0) {
            at_ = std::min(text_.find('\n', at_), text_.size());
            return true;
        }
        if (text_[at_] == '\'' && at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) == 0) {
            at_ += text_[at_ + 1] == '\\' ? 4 : 3;
            return true;
        }
        if (text_.compare(at_, 2, "R\"") == 0) {
            const std::size_t open = text_.find('(', at_);
            const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
            at_ = text_.find(close, open) + close.size();
            return true;
        }
        return false;
    }
    [[nodiscard]] bool is_first_argument() const {
        const std::string_view before = std::string_view(text_).substr(0, at_);
        const std::size_t last = before.find_last_not_of(" \n");
        if (last == std::string_view::npos || before[last] != '(') return false;
        const std::string_view call = before.substr(0, last);
        if (call.ends_with(".language)") || call.ends_with("(language)") || call.ends_with("language_)") ||
            call.ends_with("Language::chinese)"))
            return true;
        for (const std::string_view name : {"tr", "translate", "plural", "tr_plural"})
            if (call.ends_with(name) &&
                (call.size() == name.size() ||
                 std::isalnum(static_cast<unsigned char>(call[call.size() - name.size() - 1])) == 0) &&
                (name == "plural" || !call.ends_with("_" + std::string(name))))
                return true;
        return false;
    }
    [[nodiscard]] bool calls(std::string_view name) const {
        const std::string_view before = std::string_view(text_).substr(0, at_);
        return before.substr(0, before.find_last_of('(')).ends_with(name);
    }
    std::string second_argument() {
        at_ = text_.find('"', at_);
        return literals();
    }
    std::string literals() {
        std::string all;
        while (text_[at_] == '"') {
            for (++at_; text_[at_] != '"'; ++at_) {
                if (text_[at_] != '\\') {
                    all += text_[at_];
                    continue;
                }
                ++at_;
                all += text_[at_] == 'n' ? '\n' : text_[at_];
            }
            ++at_;
            const std::size_t next = text_.find_first_not_of(" \n", at_);
            if (next == std::string::npos || text_[next] != '"') break;
            at_ = next;
        }
        return all;
    }
    std::optional<std::string> literal_after(std::string_view what) {
        if (text_.compare(at_, what.size(), what) != 0) return std::nullopt;
        at_ += what.size();
        return literals();
    }

    std::string text_;
    std::size_t at_ = 0;
};

std::map<Key, std::string> texts_of_code() {
    std::map<Key, std::string> texts;
    for (const char* top : {"core", "app", "gpu", "python"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(POSLAB_ROOT) / top)) {
            const std::string end = entry.path().extension();
            if (end != ".cpp" && end != ".hpp") continue;
            const std::string file = std::filesystem::relative(entry.path(), POSLAB_ROOT);
            if (file.starts_with("core/base/text.") || file == "core/base/message.hpp")
                continue;  // what a text is
            for (const Key& key : Reader(read_file(entry.path())).keys()) texts.emplace(key, file);
        }
    return texts;
}

/// "{}" as {0}, {1}, …; sorted.
std::vector<std::string> placeholders(const std::string& text) {
    std::vector<std::string> found;
    int next = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '{') continue;
        if (at + 1 < text.size() && text[at + 1] == '{') {
            ++at;
            continue;
        }
        const std::size_t end = text.find('}', at);
        if (end == std::string::npos) continue;
        std::string inside = text.substr(at + 1, end - at - 1);
        if (inside.empty() || inside[0] == ':') inside = std::to_string(next++) + inside;
        found.push_back(inside);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::filesystem::path> catalogues() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(POSLAB_ROOT "/assets/languages"))
        if (entry.path().extension() == ".po") files.push_back(entry.path());
    return files;
}

TEST(Catalogues, AreReadFromTheCode) {
    Reader reader(
        "f(\"a\"_tr); // \"no\"_tr\ntranslate(\"b {}\", 1); tr(\"c \"\n \"d\", x); g(\"e\"); "
        "\"f\"_tr.as(\"sense\"), '\"', "
        "translate(\"g\"), translate.plural(\"{} h\",\n \"{} hs\", n)");
    EXPECT_EQ(reader.keys(),
              (std::set<Key>{{"a", ""}, {"b {}", ""}, {"c d", ""}, {"f", "sense"}, {"{} h", "", "{} hs"}}));
    EXPECT_EQ(placeholders("{} of {1}, {:.2f} {{}}"), (std::vector<std::string>{"0", "1", "1:.2f"}));
}

TEST(Catalogues, EveryTextIsInEveryCatalogueAndNothingElse) {
    const std::map<Key, std::string> texts = texts_of_code();
    ASSERT_GT(texts.size(), 1000U);
    ASSERT_GE(catalogues().size(), 1U);
    for (const std::filesystem::path& file : catalogues()) {
        const Catalogue catalogue(read_file(file));
        std::set<Key> there;
        for (const Catalogue::Entry& entry : catalogue.entries()) {
            const Key key{entry.english, entry.sense, entry.plural};
            EXPECT_TRUE(there.insert(key).second)
                << file << ":" << entry.line << ": twice: " << entry.english;
            EXPECT_FALSE(entry.translation.empty())
                << file << ":" << entry.line << ": not translated: " << entry.english;
            EXPECT_TRUE(texts.contains(key))
                << file << ":" << entry.line << ": nothing says: " << entry.english;
        }
        if (catalogue.property("X-Coverage") == "partial") continue;  // falls back to English
        for (const auto& [key, source] : texts)
            EXPECT_TRUE(there.contains(key))
                << source << ": not in " << file.filename() << ": " << key.english
                << (key.sense.empty() ? "" : " (" + key.sense + ")");
    }
}

TEST(Catalogues, TheCodeSpeaksEnglishAlone) {
    for (const char* top : {"core", "app", "gpu", "python"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(POSLAB_ROOT) / top)) {
            if (!entry.is_regular_file()) continue;
            std::istringstream input(read_file(entry.path()));
            int number = 0;
            for (std::string line; std::getline(input, line);) {
                ++number;
                // U+3400 … U+9FFF in UTF-8.
                for (std::size_t at = 0; at + 2 < line.size(); ++at) {
                    const auto lead = static_cast<unsigned char>(line[at]),
                               next = static_cast<unsigned char>(line[at + 1]);
                    if ((lead >= 0xE4 && lead <= 0xE9) || (lead == 0xE3 && next >= 0x90)) {
                        ADD_FAILURE() << entry.path() << ":" << number << ": " << line;
                        break;
                    }
                }
            }
        }
}

/// What an engine or a formula refuses is a caller's mistake, what the command line refuses is said in
/// English: not so what the window can meet.
TEST(Catalogues, ErrorsThatTheWindowCanMeetAreSentences) {
    const std::regex plain(
        R"re((UsageError|InputError|OutputError|TooLarge)\(\s*(fmt::format|"(\\.|[^"])*"\s*[)+]))re");
    EXPECT_TRUE(std::regex_search("throw UsageError(fmt::format(\"x\"))", plain));
    EXPECT_TRUE(std::regex_search("throw TooLarge(\n \"x\")", plain));
    EXPECT_FALSE(std::regex_search("throw TooLarge(\"x\"_tr)", plain));
    for (const char* folder :
         {"core/attention", "core/base", "core/controls", "core/documents", "core/encoding", "core/files",
          "core/memory", "core/models", "core/params", "core/views", "app/paint", "app/state"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(POSLAB_ROOT) / folder)) {
            if (!entry.is_regular_file()) continue;
            const std::string text = read_file(entry.path());
            std::smatch found;
            EXPECT_FALSE(std::regex_search(text, found, plain)) << entry.path() << ": " << found.str();
        }
}

TEST(Catalogues, TranslationsHaveThePlaceholdersOfTheEnglish) {
    for (const std::filesystem::path& file : catalogues())
        for (const Catalogue& catalogue = Catalogue(read_file(file));
             const Catalogue::Entry& entry : catalogue.entries())
            EXPECT_EQ(placeholders(entry.forms.empty() ? entry.translation : entry.forms.back()),
                      placeholders(entry.plural.empty() ? entry.english : entry.plural))
                << file << ":" << entry.line;
}

// fmt throws where a text numbers some of its places and leaves others in their order.
TEST(Catalogues, TranslationsNumberAllPlacesOrNone) {
    const std::regex numbered("\\{[0-9]+[:}]"), in_order("\\{[:}]");
    for (const std::filesystem::path& file : catalogues())
        for (const Catalogue& catalogue = Catalogue(read_file(file));
             const Catalogue::Entry& entry : catalogue.entries()) {
            const std::string text = std::regex_replace(entry.translation, std::regex("\\{\\{|\\}\\}"), "");
            EXPECT_FALSE(std::regex_search(text, numbered) && std::regex_search(text, in_order))
                << file << ":" << entry.line;
        }
}

}  // namespace
}  // namespace poslab::test
