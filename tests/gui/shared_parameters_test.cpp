// A preset sets all of its values in all views that share a parameter, except for unlinked ones.
#include "app/state/store.hpp"
#include "app/state/view_settings.hpp"
#include "core/documents/versus.hpp"
#include "core/params/filling.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab::test {
namespace {

class SharedParameterTest : public testing::Test {
  protected:
    [[nodiscard]] const ViewState& state(std::string_view view) const {
        for (const ViewState& each : store.views())
            if (each.view->info().id == view) return each;
        throw std::runtime_error("no such view");
    }
    [[nodiscard]] std::string text(std::string_view view, std::string_view id) const {
        const View& of = *state(view).view;
        return to_string(of.parameters()[place(of, id)], *value_of(of, state(view).values, id));
    }
    [[nodiscard]] static std::size_t place(const View& view, std::string_view id) {
        return static_cast<std::size_t>(parameter_index(view, id));
    }
    void edit(std::string_view view, std::string_view id, std::string_view value) {
        store.choose(view);
        Values values = store.values();
        const std::size_t at = place(store.view(), id);
        values[at] = parse_value(store.view().parameters()[at], value);
        ASSERT_TRUE(store.edit(values, ++gesture_));
    }
    void link(std::string_view view, std::string_view id, bool linked) {
        store.choose(view);
        store.link(place(store.view(), id), linked);
    }

    Store store{all_views()};

  private:
    Gesture gesture_ = 0;
};

TEST_F(SharedParameterTest, AreThoseThatAPresetSetsInSeveralViews) {
    store.choose("attention");
    const auto shared = [&](std::string_view id) { return store.is_shared(place(store.view(), id)); };
    for (const std::string_view id :
         {"preset", "config", "base", "dim", "scaling", "factor", "train-length", "length"})
        EXPECT_TRUE(shared(id)) << id;
    for (const std::string_view id : {"w", "k", "row", "temperature", "causal"})
        EXPECT_FALSE(shared(id)) << id;
}

TEST_F(SharedParameterTest, APresetSetsTheLengthWhereThereAreModels) {
    const std::string matrix = text("position-matrix", "length"),
                      extrapolation = text("extrapolation", "length");
    edit("frequencies", "preset", "llama-3.1-8b");
    EXPECT_EQ(text("frequencies", "base"), "500000");
    EXPECT_EQ(text("bias-decay", "base"), "500000");
    EXPECT_EQ(text("position-matrix", "train-length"), "8192");
    EXPECT_EQ(text("frequencies", "length"), "131072");
    EXPECT_EQ(text("bias-decay", "length"), "131072");
    EXPECT_EQ(text("attention", "length"), "16384") << "all that --preset sets there";
    EXPECT_EQ(text("position-matrix", "length"), matrix) << "it has no models";
    EXPECT_EQ(text("extrapolation", "length"), extrapolation) << "it shares nothing";
    store.choose("frequencies");
    ASSERT_TRUE(store.undo());
    EXPECT_EQ(text("bias-decay", "length"),
              to_string(state("bias-decay").view->parameters()[place(*state("bias-decay").view, "length")],
                        *value_of(*state("bias-decay").view, state("bias-decay").view->opening(), "length")));
}

// The assessment of a model is the same whatever was shown before, in the window and on the command line.
TEST_F(SharedParameterTest, APresetGivesWhatTheCommandLineGives) {
    for (const std::string_view id : {"frequencies", "conformance", "attention", "bias-decay"}) {
        const View& view = find_view(id);
        const auto parameters = view.parameters();
        const std::size_t preset = place(view, "preset");
        for (std::size_t n = 1; n < parameters[preset].domain.choices.size(); ++n) {
            const ChoiceIndex chosen{static_cast<std::int32_t>(n)};
            edit(id, "preset", parameters[preset].domain.choices[n].id);
            Values commanded = view.defaults();
            set_and_fill(parameters, preset, chosen, commanded);
            commanded = view.adjusted(commanded);
            const nlohmann::json filled = filled_parameters(parameters, preset, chosen);
            for (const Descriptor& descriptor : parameters) {
                const std::size_t at = place(view, descriptor.id);
                if (!filled.contains(descriptor.id)) continue;
                EXPECT_EQ(to_string(descriptor, store.values()[at]), to_string(descriptor, commanded[at]))
                    << id << " " << parameters[preset].domain.choices[n].id << " " << descriptor.id;
            }
        }
    }
}

TEST_F(SharedParameterTest, AChangedPresetIsShownAsModifiedUntilItIsRestored) {
    const auto modified = [&] { return store.is_modified(place(store.view(), "preset")); };
    edit("frequencies", "preset", "llama-3.1-8b");
    EXPECT_FALSE(modified());
    edit("frequencies", "position", "77");
    EXPECT_FALSE(modified()) << "a preset says nothing about that";
    edit("frequencies", "base", "777");
    EXPECT_TRUE(modified());
    const Values changed = store.values();
    const ParameterSet named{place(store.view(), "preset")};
    EXPECT_EQ(variant_label(store.view(), changed, named, Language::english), "Llama 3.1 8B, modified");
    store.refill(place(store.view(), "preset"));
    EXPECT_FALSE(modified());
    EXPECT_EQ(text("frequencies", "base"), "500000");
    EXPECT_EQ(text("frequencies", "position"), "77");
    ASSERT_TRUE(store.undo());
    EXPECT_EQ(store.values(), changed);
    edit("frequencies", "base", "500000");
    EXPECT_FALSE(modified()) << "reset by the user";
    edit("frequencies", "length", "4096");
    EXPECT_TRUE(modified()) << "the length is part of it";
}

TEST_F(SharedParameterTest, WhatIsUnlinkedKeepsItsValueAndCanBeLinkedAgain) {
    const std::string base = text("bias-decay", "base");
    link("bias-decay", "base", false);
    edit("frequencies", "preset", "llama-3-8b");
    EXPECT_EQ(text("bias-decay", "base"), base);
    EXPECT_EQ(text("bias-decay", "train-length"), "8192") << "the others follow";
    EXPECT_EQ(text("attention", "base"), "500000") << "in other views it does, too";
    link("bias-decay", "base", true);
    edit("frequencies", "preset", "gemma-3-12b");
    EXPECT_EQ(text("bias-decay", "base"), "1000000");
    // A preset chosen in the view itself changes unlinked parameters, because the user requested it.
    link("bias-decay", "base", false);
    edit("bias-decay", "preset", "llama-3-8b");
    EXPECT_EQ(text("bias-decay", "base"), "500000");
}

TEST_F(SharedParameterTest, UnlinkingIsAStepOfUndo) {
    link("bias-decay", "base", false);
    EXPECT_EQ(store.history().undo_steps(), 1U);
    store.choose("frequencies");
    ASSERT_TRUE(store.undo());
    EXPECT_EQ(store.view().info().id, "bias-decay") << "in the view of the change";
    EXPECT_TRUE(state("bias-decay").unlinked.empty());
    ASSERT_TRUE(store.redo());
    EXPECT_TRUE(state("bias-decay").unlinked.contains("base"));
}

TEST_F(SharedParameterTest, UnlinkedOnesAreInTheSession) {
    link("bias-decay", "base", false);
    link("attention", "train-length", false);
    auto settings = view_settings(store);
    settings["unlinked:frequencies"] = {"no-such", "length", "dim"};
    Store other{all_views()};
    apply_view_settings(other, settings);
    for (const ViewState& each : other.views()) {
        const std::string_view id = each.view->info().id;
        const Unlinked expected = id == "bias-decay"    ? Unlinked{"base"}
                                  : id == "attention"   ? Unlinked{"train-length"}
                                  : id == "frequencies" ? Unlinked{"dim", "length"}
                                                        : Unlinked{};
        EXPECT_EQ(each.unlinked, expected) << id;
    }
    apply_view_settings(other, nlohmann::ordered_json::object());
    for (const ViewState& each : other.views()) EXPECT_TRUE(each.unlinked.empty());
}

// A long computation is coarse at first after an increase in length or a change from another view; a change
// by the user in the view itself does not alter that.
TEST_F(SharedParameterTest, LongComputationsWaitForBeingAskedFor) {
    store.choose("attention");
    EXPECT_TRUE(store.current().confirmed);
    edit("attention", "w", "100");
    EXPECT_TRUE(store.current().confirmed);
    edit("attention", "length", "65536");
    EXPECT_FALSE(store.current().confirmed);
    edit("attention", "w", "200");
    EXPECT_FALSE(store.current().confirmed) << "everything has not been requested yet";
    store.confirm_slow();
    edit("attention", "w", "300");
    EXPECT_TRUE(store.current().confirmed);
    edit("attention", "length", "4096");
    EXPECT_TRUE(store.current().confirmed) << "shorter";
    edit("frequencies", "preset", "llama-3.1-8b");
    EXPECT_FALSE(state("attention").confirmed);
    store.choose("attention");
    ASSERT_TRUE(store.open(store.view().defaults(), true));
    EXPECT_TRUE(store.current().confirmed) << "a command line requests its values";
    store.restore("attention", store.view().opening());
    EXPECT_FALSE(store.current().confirmed) << "a session does not";
}

}  // namespace
}  // namespace poslab::test
