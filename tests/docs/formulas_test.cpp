// Compares docs/formulas.md with the code that cites it as "docs/formulas.md §N.M".
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/docs/pages.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// Numbers of headings, "## 1. …" and "### 1.2 …", in order.
std::vector<std::string> sections_of(const std::string& text) {
    static const std::regex heading(R"(^#{2,3} (\d+(?:\.\d+)?)\.? .*)");
    std::vector<std::string> sections;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);)
        if (std::smatch found; std::regex_match(line, found, heading)) sections.push_back(found[1]);
    return sections;
}

struct Citation {
    std::string place;  // "FILE:12"
    std::string section;
};

/// A citation may be divided between two lines of a comment.
std::vector<Citation> citations_in(const std::string& text, const std::string& file) {
    static const std::regex citation("docs/formulas\\.md\\s+(?://+\\s+)?§(\\d+(?:\\.\\d+)?)");
    std::vector<Citation> citations;
    for (std::sregex_iterator at(text.begin(), text.end(), citation), end; at != end; ++at) {
        const auto line = 1 + std::count(text.begin(), text.begin() + at->position(), '\n');
        citations.push_back({file + ":" + std::to_string(line), (*at)[1]});
    }
    return citations;
}

std::vector<Citation> citations() {
    std::vector<Citation> all;
    for (const char* top : {"core", "gpu", "app", "shaders"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(POSLAB_ROOT) / top)) {
            if (!entry.is_regular_file()) continue;
            const std::string file = fs::relative(entry.path(), POSLAB_ROOT).string();
            for (Citation& citation : citations_in(page_text(file), file)) all.push_back(std::move(citation));
        }
    return all;
}

TEST(Formulas, SectionsAndCitationsAreFound) {
    EXPECT_EQ(sections_of("# T\n## 1. A\n### 1.1 B\nx\n## C\n"), (std::vector<std::string>{"1", "1.1"}));
    const std::vector<Citation> found =
        citations_in("a\n/// b (docs/formulas.md §1.12). docs/formulas.md\n/// §2\n", "f");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].place, "f:2");
    EXPECT_EQ(found[0].section, "1.12");
    EXPECT_EQ(found[1].section, "2");
}

TEST(Formulas, SectionsAreCountedWithoutGaps) {
    int major = 0, minor = 0;
    for (const std::string& section : sections_of(page_text("docs/formulas.md"))) {
        if (section.find('.') == std::string::npos) {
            EXPECT_EQ(section, std::to_string(++major));
            minor = 0;
        } else {
            EXPECT_EQ(section, std::to_string(major) + "." + std::to_string(++minor));
        }
    }
    EXPECT_GE(major, 9);
}

TEST(Formulas, EveryCitedSectionExists) {
    const std::vector<std::string> sections = sections_of(page_text("docs/formulas.md"));
    const std::vector<Citation> all = citations();
    EXPECT_GE(all.size(), 30U);
    for (const Citation& citation : all)
        EXPECT_EQ(std::count(sections.begin(), sections.end(), citation.section), 1)
            << citation.place << ": §" << citation.section;
}

TEST(Formulas, SectionsThatThePageItselfNamesExist) {
    const std::string text = page_text("docs/formulas.md");
    const std::vector<std::string> sections = sections_of(text);
    static const std::regex reference("§(\\d+\\.\\d+)");
    for (std::sregex_iterator at(text.begin(), text.end(), reference), end; at != end; ++at)
        EXPECT_EQ(std::count(sections.begin(), sections.end(), (*at)[1].str()), 1) << (*at)[0];
}

TEST(Formulas, EverySectionIsCited) {
    std::set<std::string> cited;
    for (const Citation& citation : citations()) cited.insert(citation.section);
    for (const std::string& section : sections_of(page_text("docs/formulas.md")))
        if (section.find('.') != std::string::npos) {
            EXPECT_TRUE(cited.contains(section)) << "no comment cites §" << section;
        }
}

/// Numbers of papers and articles: "arXiv 2309.00071", "9708", "spaces.ac.cn/archives/10137".
std::vector<std::string> numbers_in(std::string_view source) {
    static const std::regex number(R"((^|[^\w.])(\d{4}\.\d{5}|\d{4,5})(?![\w.]))");
    const std::string text(source);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
        if (!(*at)[2].str().starts_with("20") || (*at)[2].length() > 4)
            found.push_back((*at)[2]);  // excludes years
    return found;
}

TEST(Formulas, ContainWhatParametersCite) {
    EXPECT_EQ(numbers_in("bloc97, 2023; Su Jianlin, spaces.ac.cn/archives/9675"),
              std::vector<std::string>{"9675"});
    EXPECT_EQ(numbers_in("Chi et al., arXiv 2212.10356; 9431; 9577"),
              (std::vector<std::string>{"2212.10356", "9431", "9577"}));
    EXPECT_EQ(numbers_in("9577, eq. 26, 59"), std::vector<std::string>{"9577"});
    const std::string page = page_text("docs/formulas.md");
    std::set<std::string> cited;
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            if (descriptor.id == "preset") continue;  // addresses of model files
            std::vector<Text> sources{descriptor.source};
            for (const Choice& choice : descriptor.domain.choices) sources.push_back(choice.source);
            for (const Text& source : sources)
                for (std::string& number : numbers_in(source.en)) cited.insert(std::move(number));
        }
    EXPECT_GE(cited.size(), 20U);
    for (const std::string& number : cited) EXPECT_NE(page.find(number), std::string::npos) << number;
}

}  // namespace
}  // namespace poslab::test
