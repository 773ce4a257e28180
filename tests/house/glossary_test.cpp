// A term of the field is said alike wherever it occurs: assets/languages/glossary.txt has one translation of
// each.
#include "core/base/catalogue.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

struct Term {
    std::string name;
    std::map<std::string, std::string> translations;  // by language
    std::map<std::string, std::map<std::string, std::string>>
        exceptions;  // why, by language and English text
};

/// In the order of the file.
std::vector<Term> terms_of(const std::string& glossary) {
    std::vector<Term> terms;
    std::istringstream input(glossary);
    for (std::string line; std::getline(input, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) throw std::invalid_argument(line);
        const std::string key = line.substr(0, colon), text = line.substr(colon + 2);
        if (key == "term") {
            terms.push_back({text, {}, {}});
        } else if (key.starts_with("but ")) {
            const std::size_t why = text.find(" -- ");
            if (why == std::string::npos) throw std::invalid_argument("no reason: " + line);
            terms.back().exceptions[key.substr(4)][text.substr(0, why)] = text.substr(why + 4);
        } else if (!key.starts_with("is") && !key.starts_with("by ")) {
            terms.back().translations[key] = text;
        }
    }
    return terms;
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// A letter, or what makes a name of code or a formula of it.
bool belongs_to_a_word(char c) {
    return (c >= 'a' && c <= 'z') || std::string_view("_-^`\"").find(c) != std::string_view::npos;
}

/// "matrix": matrixes, matrixs, matrices, matrix. The longest first, so that nothing is left of it.
std::vector<std::string> forms(const std::string& term) {
    std::vector<std::string> all{term + "es", term + "s", term};
    if (term.ends_with('y')) all.insert(all.begin(), term.substr(0, term.size() - 1) + "ies");
    if (term.ends_with('x')) all.insert(all.begin(), term.substr(0, term.size() - 1) + "ces");
    return all;
}

/// Whether the term is in `text`, which is in lower case; it is taken out of it.
bool take(const std::string& term, std::string& text) {
    bool found = false;
    for (const std::string& form : forms(lower(term)))
        for (std::size_t at = text.find(form); at != std::string::npos; at = text.find(form, at + 1)) {
            const std::size_t end = at + form.size();
            if ((at > 0 && belongs_to_a_word(text[at - 1])) ||
                (end < text.size() && belongs_to_a_word(text[end])))
                continue;
            text.replace(at, form.size(), "#");
            found = true;
        }
    return found;
}

/// Terms in a text, the longer ones first: "head dim" has no "head".
std::vector<const Term*> terms_in(const std::string& english, const std::vector<Term>& terms) {
    std::vector<const Term*> by_length, found;
    for (const Term& term : terms) by_length.push_back(&term);
    std::stable_sort(by_length.begin(), by_length.end(),
                     [](const Term* a, const Term* b) { return a->name.size() > b->name.size(); });
    std::string text = lower(english);
    for (const Term* term : by_length)
        if (take(term->name, text)) found.push_back(term);
    return found;
}

std::vector<std::string> names_in(const std::string& english, const std::vector<Term>& terms) {
    std::vector<std::string> names;
    for (const Term* term : terms_in(english, terms)) names.push_back(term->name);
    return names;
}

TEST(Glossary, FindsTermsInTexts) {
    const std::vector<Term> terms = terms_of(
        "# about\n\nterm: head\nzh: a\nbut zh: x -- why\n\nterm: head dim\nis: y\nzh: b\n\nterm: matrix\nzh: "
        "c\n");
    ASSERT_EQ(terms.size(), 3U);
    EXPECT_EQ(terms[0].translations.at("zh"), "a");
    EXPECT_EQ(terms[0].exceptions.at("zh").at("x"), "why");
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_in("Head dim", terms), Names{"head dim"});
    EXPECT_EQ(names_in("Head dim of two heads", terms), (Names{"head dim", "head"}));
    EXPECT_EQ(names_in("overhead, head_dim, --head, `head`, heads_", terms), Names{});
    EXPECT_EQ(names_in("Matrices", terms), Names{"matrix"});
    EXPECT_THROW(terms_of("term: a\nbut zh: x\n"), std::invalid_argument);
}

class InLanguage : public testing::TestWithParam<std::string> {
  protected:
    static std::map<std::string, std::string> exceptions_of(const Term& term) {
        const auto found = term.exceptions.find(GetParam());
        return found == term.exceptions.end() ? std::map<std::string, std::string>() : found->second;
    }
};

std::vector<std::string> languages_of_folder() {
    std::vector<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(POSLAB_ROOT "/assets/languages"))
        if (entry.path().extension() == ".po" &&
            Catalogue(read_file(entry.path())).property("X-Coverage") != "partial")
            ids.push_back(entry.path().stem());
    return ids;
}

/// Texts that stay English are names.
TEST_P(InLanguage, OneTermHasOneTranslation) {
    const std::vector<Term> terms = terms_of(read_file(POSLAB_ROOT "/assets/languages/glossary.txt"));
    ASSERT_GT(terms.size(), 50U);
    for (const Term& term : terms) EXPECT_TRUE(term.translations.contains(GetParam())) << term.name;
    std::set<std::string> used, excepted;
    const Catalogue catalogue(read_file(POSLAB_ROOT "/assets/languages/" + GetParam() + ".po"));
    for (const Catalogue::Entry& entry : catalogue.entries()) {
        if (entry.translation == entry.english) continue;
        for (const Term* term : terms_in(entry.english, terms)) {
            used.insert(term->name);
            const auto translation = term->translations.find(GetParam());
            if (translation == term->translations.end() ||
                entry.translation.find(translation->second) != std::string::npos)
                continue;
            EXPECT_TRUE(exceptions_of(*term).contains(entry.english))
                << GetParam() << ".po:" << entry.line << ": " << term->name << " is " << translation->second
                << " in other texts\n"
                << entry.english << "\n"
                << entry.translation;
            excepted.insert(term->name + ": " + entry.english);
        }
    }
    for (const Term& term : terms) {
        EXPECT_TRUE(used.contains(term.name)) << "no text has the term " << term.name;
        for (const auto& [english, why] : exceptions_of(term))
            EXPECT_TRUE(excepted.contains(term.name + ": " + english)) << "needs no exception: " << english;
    }
}

INSTANTIATE_TEST_SUITE_P(Glossary, InLanguage, testing::ValuesIn(languages_of_folder()));

}  // namespace
}  // namespace poslab::test
