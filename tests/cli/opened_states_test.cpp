// Tests the states that table rows open, for the claims of every view and for the view evidence: each can be
// read and computed, and shows the right figure.

#include "core/documents/shown_state.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace poslab {
namespace {

LessonState shown(const std::string& command) {
    ShownState state = read_shown_state(command, all_views());
    const std::string id =
        state.figure.empty() ? std::string(state.view->info().figures.front().id) : state.figure;
    std::vector<std::string> arrays;
    for (const FigureInfo& figure : state.view->info().figures)
        if (figure.id == id) arrays.assign(figure.arrays.begin(), figure.arrays.end());
    return computed_state(std::move(state), arrays, {}, Language::english, Job());
}

Figure figure_of(const LessonState& state) {
    const View& view = *state.shown.view;
    return compared_figure(view, state.figure().id, state.variants, {}, {}, state.shown.comparison);
}

/// The commands of all tables of a figure; every row must have one.
std::vector<std::string> links_in(const Figure& figure) {
    std::vector<std::string> commands;
    for (const auto* panels : {&figure.main, &figure.companions})
        for (const Panel& panel : *panels) {
            const Table* table = panel.as<Table>();
            if (table == nullptr) continue;
            EXPECT_EQ(table->links.size(), table->rows.size());
            for (const TableLink& link : table->links) {
                EXPECT_EQ(link.words, "Try it");
                commands.push_back(link.command);
            }
        }
    return commands;
}

std::vector<std::string> links_of(const std::string& command) { return links_in(figure_of(shown(command))); }

/// Returns "VIEW/FIGURE", followed by "+PINS" if there are pins.
std::string place_of(const LessonState& state) {
    const std::size_t pins = state.shown.pins.size();
    return std::string(state.shown.view->info().id) + "/" + std::string(state.figure().id) +
           (pins > 0 ? "+" + std::to_string(pins) : "");
}

/// True if the window has a tab for the figure.
bool is_offered(const LessonState& state) { return state.figure().offered; }

/// Every pin differs from the current state, and every variant has data.
void expect_computed(const LessonState& state, const std::string& command) {
    const Figure figure = figure_of(state);
    EXPECT_TRUE(is_offered(state)) << command;
    EXPECT_FALSE(figure.main.empty() && figure.companions.empty()) << command;
    for (const Panel& panel : figure.main) EXPECT_EQ(panel.message, "") << command;
    for (const Variant& variant : state.variants) {
        ASSERT_NE(variant.data, nullptr) << command;
        EXPECT_FALSE(variant.data->arrays.empty()) << command;
    }
    for (const Values& pin : state.shown.pins)
        EXPECT_FALSE(pin == state.shown.values) << command << ": the pin is the same";
}

using Places = std::vector<std::string>;

void expect_places(const std::string& command, const Places& expected) {
    Places places;
    for (const std::string& link : links_of(command)) {
        SCOPED_TRACE(link);
        const LessonState state = shown(link);
        places.push_back(place_of(state));
        expect_computed(state, link);
    }
    EXPECT_EQ(places, expected) << command;
}

TEST(OpenedStates, OfEveryClaimShowWhatItIsAbout) {
    expect_places("frequencies --figure claims --length 1024",
                  {"rope-2d/matrices", "bias-decay/families", "frequencies/main+1", "frequencies/map",
                   "frequencies/main", "frequencies/turns", "frequencies/main+1", "frequencies/turns"});
    expect_places("bias-decay --figure claims --length 64 --dim 8",
                  {"bias-decay/main", "bias-decay/families", "attention/main+1", "attention/main+1",
                   "bias-decay/key-bias", "bias-decay/reported"});
    expect_places("memory --figure claims --signal-length 100 --order 6",
                  {"memory/main+1", "memory/steps", "memory-decay/eigenvalues", "memory/main+1"});
    expect_places("memory-decay --figure claims",
                  {"memory-decay/eigenvalues", "memory-decay/modes", "memory-decay/main+1", "memory/main+1",
                   "memory-decay/operator", "memory-decay/eigenvalues"});
    expect_places(
        "rope-2d --figure claims",
        {"rope-2d/main+1", "rope-2d/valley", "rope-2d/three-by-three", "rope-2d/matrices",
         "rope-2d/reversibility+1", "rope-2d/reversibility+1", "rope-2d/matrices", "rope-2d/matrices"});
}

TEST(OpenedStates, IncludeClaimsWithOtherParameters) {
    EXPECT_EQ(links_of("rope-2d --figure claims --theta 0").size(), 8U);
    EXPECT_EQ(links_of("frequencies --figure claims --dim 2").size(), 8U);
    EXPECT_EQ(links_of("frequencies --figure claims --base 1.5").size(), 8U);
    for (const std::string& link : links_of("rope-2d --figure claims --theta 0"))
        EXPECT_NO_THROW(shown(link)) << link;
}

TEST(OpenedStates, OfEveryErratumShowWhatItIsAbout) {
    expect_places("evidence --figure errata",
                  {"bias-decay/main", "bias-decay/families", "attention/main+1", "bias-decay/key-bias",
                   "attention/main+1", "bias-decay/reported", "position-matrix/main", "attention/main",
                   "memory/main+1", "rope-2d/matrices", "rope-2d/matrices", "bias-decay/families",
                   "frequencies/main+1", "frequencies/map", "frequencies/main", "frequencies/turns",
                   "frequencies/main+1", "frequencies/turns"});
    EXPECT_EQ(links_of("evidence --figure errata --article qa").size(), 8U);
    EXPECT_EQ(links_of("evidence --figure errata --article 10137").size(), 1U);
}

TEST(OpenedStates, HaveTheSettingsOfReportedResults) {
    const std::vector<std::string> links = links_of("evidence --figure results");
    EXPECT_EQ(links.size(), 27U);
    std::map<std::string, int> places;
    for (const std::string& link : links) {
        SCOPED_TRACE(link);
        const LessonState state = shown(link);
        ++places[place_of(state)];
        expect_computed(state, link);
    }
    EXPECT_EQ(places, (std::map<std::string, int>{{"bias-decay/reported", 2},
                                                  {"frequencies/turns+1", 5},
                                                  {"position-matrix/main", 2},
                                                  {"position-matrix/main+1", 18}}));
    for (const char* const family : {"llama-2-7b", "llama-2-13b", "mistral-7b", "llama-2-7b-8k"})
        for (const std::string& link : links_of(std::string("evidence --published ") + family)) {
            const LessonState state = shown(link);
            EXPECT_TRUE(place_of(state).starts_with("frequencies/turns")) << link;
            expect_computed(state, link);
        }
}

// The numbers in a claim are those of the state that it opens.
TEST(OpenedStates, HaveTheNumbersThatAreTold) {
    const LessonState weights = shown(links_of("evidence --figure errata --article 9577").at(2));
    const Array* row = weights.variants.at(0).data->find("row");
    ASSERT_NE(row, nullptr);
    EXPECT_NEAR(row->data->begin()[4], 0.126969, 2e-6) << "five digits of float32 tiles";
    EXPECT_NEAR(row->data->begin()[0], 0.085110, 2e-6);
    EXPECT_NEAR(weights.variants.at(1).data->find("row")->data->begin()[4], 0.137563, 2e-6)
        << "the pin has the result of the nine terms";
    const LessonState entropy = shown(links_of("evidence --figure errata --article 9577").at(4));
    const Array* entropies = entropy.variants.at(0).data->find("normalized_entropy");
    ASSERT_NE(entropies, nullptr);
    EXPECT_NEAR(entropies->data->back() * std::log(2048), 3.3030, 1e-4);
    EXPECT_NEAR(entropies->data->begin()[511] * std::log(512), 3.3030, 1e-4);
    const LessonState interpolated = shown(links_of("evidence --figure errata --article 9708").at(0));
    const Array* positions = interpolated.variants.at(0).data->find("positions");
    ASSERT_NE(positions, nullptr);
    EXPECT_EQ(positions->data->begin()[15 * 16], 3.75);
    EXPECT_EQ(positions->data->begin()[15 * 16 + 1], 3.5);
}

}  // namespace
}  // namespace poslab
