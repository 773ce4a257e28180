// Sources of parameters and their choices.
#include "core/views/registry.hpp"
#include "core/views/view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace poslab {
namespace {

bool has_source(const Descriptor& descriptor) {
    const auto& choices = descriptor.domain.choices;
    return !descriptor.source.empty() ||
           std::any_of(choices.begin(), choices.end(),
                       [](const Choice& choice) { return !choice.source.empty(); });
}

// A slider has a symbol in the formulas, a unit or a source, unless it is a plain count or index.
TEST(ParameterSources, NumbersOfASchemeSayWhatTheyAre) {
    const std::set<std::string> counts{"seed", "layer", "head", "channel", "pieces", "needles", "samples"};
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            const bool number = descriptor.kind == Kind::integer || descriptor.kind == Kind::real ||
                                descriptor.kind == Kind::optional_real;
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
    const Descriptor& bias =
        attention.parameters()[static_cast<std::size_t>(parameter_index(attention, "bias"))];
    EXPECT_TRUE(source_of(bias, parse_value(bias, "none")).empty());
    const View& memory = find_view("memory");
    const Descriptor& step = memory.parameters()[static_cast<std::size_t>(parameter_index(memory, "method"))];
    EXPECT_EQ(source_of(step, parse_value(step, "exact")).en, "10137")
        << "the parameter's source, if choices have none";
}

}  // namespace
}  // namespace poslab
