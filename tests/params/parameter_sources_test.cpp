// Which parameters say where they are from, and why the others do not.
#include "core/views/registry.hpp"
#include "core/views/view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace poslab {
namespace {

bool has_source(const Descriptor& descriptor) {
    const auto& choices = descriptor.domain.choices;
    return !descriptor.source.empty() ||
           std::any_of(choices.begin(), choices.end(), [](const Choice& choice) { return !choice.source.empty(); });
}

// Of the program itself: nobody published them.
const std::map<std::string, std::set<std::string>> without_source{
    {"how long, how many: numbers that every text or signal has",
     {"length", "train-length", "signal-length", "time", "layer", "head", "row", "grid", "grid-width", "train-grid",
      "train-grid-width", "patch-x", "patch-y", "position"}},
    {"what is read, and what is in it",
     {"source", "from-model", "built-in", "model", "text", "tokens", "start", "config", "queries", "keys", "values", "matrix",
      "matrix-holds", "rotated", "file", "channel", "explicit-frequencies"}},
    {"what the program draws by itself (formulas.md, 1.6, 4.4, 6.9)",
     {"seed", "smoothness", "period", "needle-position", "signal", "omega", "points", "samples", "pieces", "needles"}},
    {"what is held against a definition: files of numbers, or a known mistake, whose causes the figure names",
     {"checked",
      "mistake",
      "given-inverse-frequency",
      "given-cos",
      "given-sin",
      "given-before",
      "given-after",
      "given-positions",
      "given-queries",
      "given-keys",
      "given-logits",
      "given-alibi-slopes",
      "given-t5-buckets",
      "given-hippo-a",
      "given-hippo-b",
      "given-freqs-cis",
      "given-frequencies-2d",
      "given-sinusoidal",
      "given-t5-bias",
      "given-t5-weights",
      "array-layout",
      "patch-grid"}},
    {"which published results are shown, whose sources the figures name; how far one rises", {"published", "article", "rise"}},
    {"a number that every softmax, mask or number format has", {"temperature", "causal", "precision"}},
    {"how it is shown",
     {"rows", "cols", "resolution", "pool", "colors", "signed-colors", "guides", "axes", "cell-text", "scale", "extent",
      "smoothing", "loss-unit", "position-axis", "distance-axis", "elapsed-axis", "later", "one-query"}},
};

std::set<std::string> excepted() {
    std::set<std::string> all;
    for (const auto& [reason, ids] : without_source) all.insert(ids.begin(), ids.end());
    return all;
}

TEST(ParameterSources, WhatWasPublishedSaysWhere) {
    const std::set<std::string> none = excepted();
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            SCOPED_TRACE(testing::Message() << view->info().id << " " << descriptor.id);
            EXPECT_NE(has_source(descriptor), none.contains(std::string(descriptor.id)))
                << "give it a source, or say in this test why it has none";
        }
}

TEST(ParameterSources, OnlyParametersThatThereAreAreExcepted) {
    std::set<std::string> there;
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) there.emplace(descriptor.id);
    for (const std::string& id : excepted()) EXPECT_TRUE(there.contains(id)) << id;
}

// A slider has a letter in the formulas, a unit or a source: else its number says nothing.
TEST(ParameterSources, NumbersOfASchemeSayWhatTheyAre) {
    const std::set<std::string> counts{"seed", "layer", "head", "channel", "pieces", "needles", "samples"};
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            const bool number =
                descriptor.kind == Kind::integer || descriptor.kind == Kind::real || descriptor.kind == Kind::optional_real;
            if (!number || counts.contains(std::string(descriptor.id))) continue;
            SCOPED_TRACE(testing::Message() << view->info().id << " " << descriptor.id);
            EXPECT_TRUE(!descriptor.symbol.empty() || !descriptor.unit.empty() || has_source(descriptor));
        }
}

TEST(ParameterSources, OfAChoiceItIsThatOfWhatIsChosen) {
    const View& view = find_view("position-matrix");
    const Descriptor& map = view.parameters()[static_cast<std::size_t>(parameter_index(view, "map"))];
    EXPECT_EQ(source_of(map, parse_value(map, "dual-chunk")).en, "An et al., arXiv 2402.17463 (ChunkLlama)");
    EXPECT_EQ(source_of(map, parse_value(map, "rerope")).en, "Su Jianlin, spaces.ac.cn/archives/9708");
    const View& attention = find_view("attention");
    const Descriptor& bias = attention.parameters()[static_cast<std::size_t>(parameter_index(attention, "bias"))];
    EXPECT_TRUE(source_of(bias, parse_value(bias, "none")).empty());
    const View& memory = find_view("memory");
    const Descriptor& step = memory.parameters()[static_cast<std::size_t>(parameter_index(memory, "method"))];
    EXPECT_EQ(source_of(step, parse_value(step, "exact")).en, "10137") << "the parameter's source, if choices have none";
}

}  // namespace
}  // namespace poslab
