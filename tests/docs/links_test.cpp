// Every link and picture of the pages has a target, every page is linked, and every view has its page.
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/docs/pages.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

bool is_elsewhere(const std::string& target) {
    return target.find("://") != std::string::npos || target.starts_with("mailto:");
}

struct Target {
    std::string file;  // from the root; for "#anchor" the page itself
    std::string anchor;
};

Target target_of(const std::string& page, const std::string& link) {
    const std::size_t hash = link.find('#');
    const std::string path = link.substr(0, hash);
    Target target;
    target.file = path.empty() ? page : (fs::path(page).parent_path() / path).lexically_normal().string();
    if (hash != std::string::npos) target.anchor = link.substr(hash + 1);
    return target;
}

TEST(Links, AreFound) {
    EXPECT_EQ(links_of("a [b](c.md#d) ![e](f.png) `[g](h)`\n    [i](j)\n```\n[k](l)\n```\n"),
              (std::vector<std::string>{"c.md#d", "f.png"}));
    EXPECT_EQ(anchor_of("3.1 Why `NTK`: a base, not a length?"), "31-why-ntk-a-base-not-a-length");
    EXPECT_EQ(anchors_of("# A\n## B c\n```\n# no\n```\n## B c\n"),
              (std::set<std::string>{"a", "b-c", "b-c-1"}));
    EXPECT_EQ(target_of("docs/views/a.md", "../../b.md#c").file, "b.md");
}

TEST(Links, LeadSomewhere) {
    int found = 0;
    for (const std::string& page : pages())
        for (const std::string& link : links_of(page_text(page))) {
            if (is_elsewhere(link)) continue;
            ++found;
            const Target target = target_of(page, link);
            EXPECT_TRUE(fs::exists(fs::path(POSLAB_ROOT) / target.file)) << page << ": " << link;
            if (!target.anchor.empty()) {
                EXPECT_TRUE(anchors_of(page_text(target.file)).contains(target.anchor))
                    << page << ": " << link;
            }
        }
    EXPECT_GE(found, 30);
}

TEST(Links, LeadToEveryPage) {
    std::set<std::string> linked{"README.md"};
    for (const std::string& page : pages())
        for (const std::string& link : links_of(page_text(page)))
            if (!is_elsewhere(link)) linked.insert(target_of(page, link).file);
    for (const std::string& page : pages()) EXPECT_TRUE(linked.contains(page)) << page;
}

TEST(Links, LeadToEveryPicture) {
    std::set<std::string> linked;
    for (const std::string& page : pages())
        for (const std::string& link : links_of(page_text(page))) linked.insert(target_of(page, link).file);
    for (const auto& entry : fs::directory_iterator(fs::path(POSLAB_ROOT) / "assets/pictures")) {
        const std::string picture = "assets/pictures/" + entry.path().filename().string();
        EXPECT_TRUE(linked.contains(picture)) << picture;
    }
}

TEST(ViewPages, NameEveryFigure) {
    for (const View* view : all_views()) {
        const std::string page = "docs/views/" + std::string(view->info().id) + ".md";
        const std::string text = page_text(page);
        ASSERT_FALSE(text.empty()) << page << " is missing";
        for (const FigureInfo& figure : view->info().figures)
            EXPECT_NE(text.find("`" + std::string(figure.id) + "`"), std::string::npos)
                << page << ": figure " << figure.id;
    }
}

}  // namespace
}  // namespace poslab::test
