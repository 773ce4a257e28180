// Nothing is missing in either language: the shell's texts, and those of views and parameters.
#include "tests/support/languages.hpp"
#include "core/base/utf8.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace poslab::test {
namespace {

bool has_chinese(std::string_view text) {
    while (!text.empty())
        if (const char32_t c = next_code_point(text); c >= 0x4E00 && c <= 0x9FFF) return true;
    return false;
}

void expect_both(std::string_view what, const Text& text) {
    EXPECT_FALSE(has_chinese(text.en)) << what << ": " << text.en;
    EXPECT_EQ(text.en.find("  "), std::string_view::npos) << what << ": " << text.en;
}

/// Expects a translation of a sentence or word, unless it is a name that both languages share.
void expect_translated(std::string_view what, const Text& text) {
    expect_both(what, text);
    EXPECT_FALSE(text.en.empty()) << what;
    EXPECT_TRUE(has_chinese(in(test::chinese(), text))) << what << ": " << text.en;
}

TEST(Languages, ViewsAndParametersSayEverythingInBoth) {
    for (const View* view : all_views()) {
        const ViewInfo& info = view->info();
        SCOPED_TRACE(info.id);
        expect_translated("title", info.title);
        expect_translated("short title", info.short_title);
        expect_translated("summary", info.summary);
        for (const FigureInfo& figure : info.figures) expect_translated(figure.id, figure.title);
        for (const ArrayInfo& array : info.arrays) expect_both(array.name, array.help);
        for (const ValueInfo& value : info.values) expect_translated(value.name, value.help);
        for (const Descriptor& descriptor : view->parameters()) {
            expect_translated(descriptor.id, descriptor.label);
            expect_translated(descriptor.id, descriptor.help);
            expect_both(descriptor.id, descriptor.unit);
            expect_both(descriptor.id, descriptor.source);
            for (const Choice& choice : descriptor.domain.choices) expect_both(choice.id, choice.label);
            for (const Text& state : descriptor.domain.states) expect_translated(descriptor.id, state);
        }
    }
}

TEST(Languages, ReadoutsSayAsMuchInBoth) {
    for (const View* view : all_views()) {
        const Variant variant{view->defaults(), nullptr, {}};
        const Readout en = view->readout({&variant, 1}, {Theme::light, Language::english}, {});
        const Readout zh = view->readout({&variant, 1}, {Theme::light, test::chinese()}, {});
        EXPECT_EQ(en.heads.size(), zh.heads.size());
        EXPECT_EQ(en.rows.size(), zh.rows.size());
        EXPECT_EQ(en.formula.size(), zh.formula.size());
        EXPECT_EQ(en.notes.empty(), zh.notes.empty());
        for (std::size_t i = 0; i < en.rows.size(); ++i)
            EXPECT_EQ(en.rows[i].unit.empty(), zh.rows[i].unit.empty());
    }
}

}  // namespace
}  // namespace poslab::test
