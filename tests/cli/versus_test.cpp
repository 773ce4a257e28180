#include "core/documents/versus.hpp"

#include "app/cli/export.hpp"
#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

Values with(const View& view,
            std::initializer_list<std::pair<std::string_view, std::string_view>> parameters) {
    Values values = view.defaults();
    for (const auto& [id, text] : parameters) {
        const auto index = static_cast<std::size_t>(parameter_index(view, id));
        values[index] = parse_value(view.parameters()[index], text);
    }
    return view.checked(values);
}

/// Random values that are consistent; no files, which would have to exist.
Values any_values(const View& view, std::uint64_t seed) {
    const auto parameters = view.parameters();
    Values values = random_values(parameters, seed);
    const Values defaults = view.defaults();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (parameters[i].kind == Kind::file) values[i] = defaults[i];
    try {
        return view.checked(view.adjusted(values));
    } catch (const Error&) {  // inconsistent
        return defaults;
    }
}

TEST(Versus, NamesWhatDiffersAndNoMore) {
    const View& view = find_view("position-matrix");
    const Values leaky = with(view, {{"map", "leaky-rerope"}, {"w", "1024"}, {"k", "8"}});
    EXPECT_EQ(versus_words(view, leaky, with(view, {{"map", "rerope"}, {"w", "1024"}, {"k", "8"}})),
              "map=rerope");
    EXPECT_EQ(versus_words(view, leaky, with(view, {{"map", "rope"}, {"w", "7"}, {"k", "3"}})), "map=rope")
        << "RoPE makes no use of w and k";
    EXPECT_EQ(versus_words(view, leaky, with(view, {{"map", "leaky-rerope"}, {"w", "512"}, {"k", "8"}})),
              "w=512");
    EXPECT_EQ(versus_words(view, leaky, leaky), "");
}

TEST(Versus, RefusesAParameterTwice) {
    const View& view = find_view("position-matrix");
    ParameterSet named;
    try {
        static_cast<void>(changed(view, view.defaults(), "w=5,k=2,w=6", named));
        ADD_FAILURE() << "was taken";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "--versus w=5,k=2,w=6: w occurs twice");
    }
}

TEST(Versus, APresetStandsForWhatItGives) {
    const View& view = find_view("frequencies");
    ParameterSet named;
    const Values llama = changed(view, view.defaults(), "preset=llama-3.1-8b", named);
    EXPECT_EQ(versus_words(view, view.defaults(), view.checked(llama)), "preset=llama-3.1-8b");
    const Values more = view.checked(changed(view, llama, "factor=16", named));
    EXPECT_EQ(versus_words(view, view.defaults(), more), "preset=llama-3.1-8b,factor=16");
}

TEST(Versus, ReadAgainItGivesTheSameFigureOfAnyTwoStates) {
    int compared = 0;
    for (const View* view : all_views())
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Values base = any_values(*view, 2 * seed), other = any_values(*view, 2 * seed + 1);
            const std::string words = versus_words(*view, base, other);
            SCOPED_TRACE(std::string(view->info().id) + " " + words);
            if (words.empty()) continue;
            ++compared;
            ParameterSet named;
            const Values again = view->checked(changed(*view, base, words, named));
            const std::vector<bool> used = view->used(other);
            EXPECT_EQ(view->used(again), used);
            for (std::size_t i = 0; i < used.size(); ++i) {
                if (!used[i]) continue;
                EXPECT_EQ(again[i], other[i]) << view->parameters()[i].id;
            }
        }
    EXPECT_GT(compared, 300) << "of 420 pairs";
}

TEST(Versus, LabelsSayWhatSetsThemApart) {
    const View& view = find_view("position-matrix");
    const Values base = with(view, {{"map", "leaky-rerope"}, {"w", "1024"}});
    const std::vector<Values> others{with(view, {{"map", "rerope"}, {"w", "512"}}),
                                     with(view, {{"map", "rope"}})};
    const std::vector<Variant> all = labelled_variants(view, base, others, Language::english);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].label, "Leaky ReRoPE, w = 1024");
    EXPECT_EQ(all[1].label, "ReRoPE, w = 512");
    EXPECT_EQ(all[2].label, "RoPE");
    EXPECT_EQ(labelled_variants(view, base, {}, Language::english).front().label, "");
    const std::vector<Values> long_one{with(view, {{"map", "leaky-rerope"}, {"w", "65536"}})};
    EXPECT_EQ(labelled_variants(view, base, long_one, Language::english).back().label, "w = 65,536")
        << "as numbers in figures are";
}

std::string label_of(const View& view, const char* id, const char* value, Language language) {
    const std::vector<Values> other{with(view, {{id, value}})};
    return labelled_variants(view, view.defaults(), other, language).back().label;
}

TEST(Versus, LabelsWriteNumbersForPeople) {
    const View& view = find_view("frequencies");
    EXPECT_EQ(label_of(view, "base", "500000", Language::english), "b = 500,000");
    EXPECT_EQ(label_of(view, "base", "500000", chinese()), "b = 500,000");
    EXPECT_EQ(label_of(view, "base", "1234567.125", Language::english), "b = 1,234,567.125")
        << "no digit is lost";
    EXPECT_EQ(label_of(view, "base", "1e11", Language::english), "b = 100,000,000,000");
    EXPECT_EQ(label_of(view, "length", "65536", chinese()), "L = 65,536");
    EXPECT_EQ(label_of(find_view("rope-2d"), "b", "-2.5", Language::english), "b = \u22122.5");
    EXPECT_EQ(
        labelled_variants(find_view("rope-2d"), find_view("rope-2d").defaults(),
                          std::vector<Values>{with(find_view("rope-2d"), {{"d", "0.5"}})}, Language::english)
            .front()
            .label,
        "d = cf");
    EXPECT_EQ(label_of(find_view("memory-decay"), "gamma", "0.99999", Language::english), "γ = 0.99999");
    EXPECT_EQ(label_of(find_view("position-matrix"), "causal", "false", chinese()).find("false"),
              std::string::npos);
}

/// Decimal numbers are shown with digits that the parser reads back, for every parameter.
TEST(Versus, LabelsOfLargeNumbersAreSeparatedForEveryParameter) {
    int seen = 0;
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            if (descriptor.domain.maximum < 500000) continue;
            Value value;
            if (descriptor.kind == Kind::integer)
                value = std::int64_t{500000};
            else if (descriptor.kind == Kind::real)
                value = 500000.0;
            else if (descriptor.kind == Kind::optional_real)
                value = OptionalReal{500000, true};
            else if (descriptor.kind == Kind::list)
                value = NumberList{{500000}};
            else
                continue;
            ++seen;
            EXPECT_EQ(value_label(descriptor, value, Language::english), "500,000") << descriptor.id;
        }
    EXPECT_GT(seen, 20);
}

}  // namespace
}  // namespace poslab::test
