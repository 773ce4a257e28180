// Pins in the window: parameter sets that are compared with the current one.

#include "app/state/compared.hpp"
#include "core/files/file_deadline.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/dead_server.hpp"

#include <fstream>

namespace poslab::test {
namespace {

void type_into(ContentDriver& window, const std::string& field, const std::string& text) {
    window.click(field + ".field");
    window.letter('A', true);
    window.type(text);
    window.key(Key::enter);
    window.settle();
}

std::vector<std::string> labels_in(const ContentDriver& window) {
    std::vector<std::string> labels;
    for (const Variant& variant : window.content.canvas().variants(window.content.store()))
        labels.push_back(variant.label);
    return labels;
}

using Labels = std::vector<std::string>;

TEST(Compare, WhatIsPinnedStaysBesideWhatChanges) {
    ContentDriver window(of_view("position-matrix"));
    const std::string start = window.value("w");
    window.letter('P');
    EXPECT_TRUE(window.has("pin.0"));
    EXPECT_EQ(labels_in(window), (Labels{""})) << "equal ones are shown once";
    type_into(window, "w", "100");
    EXPECT_EQ(labels_in(window), (Labels{"w = 100", "w = " + start}));
    for (const Variant& variant : window.content.canvas().variants(window.content.store()))
        ASSERT_NE(variant.data, nullptr) << variant.label;
    EXPECT_EQ(window.content.canvas().figure().main.size(), 2U) << "side by side";
}

TEST(Compare, APinIsExchangedHiddenAndRemovedAndAllOfItUndone) {
    ContentDriver window(of_view("position-matrix"));
    const std::string start = window.value("w");
    window.click("tool.pin");
    type_into(window, "w", "100");
    window.click("pin.0");
    window.settle();
    EXPECT_EQ(window.value("w"), start);
    EXPECT_EQ(labels_in(window), (Labels{"w = " + start, "w = 100"}));
    window.click("pin.0.show");
    window.settle();
    EXPECT_EQ(labels_in(window), (Labels{""}));
    window.click("pin.0.remove");
    window.settle();
    EXPECT_FALSE(window.has("pin.0"));
    window.letter('Z', true);  // removed
    EXPECT_FALSE(window.content.store().pins().at(0).shown);
    window.letter('Z', true);  // hidden
    EXPECT_TRUE(window.content.store().pins().at(0).shown);
    window.letter('Z', true);  // swapped
    EXPECT_EQ(window.value("w"), "100");
    window.letter('Z', true);  // w
    window.letter('Z', true);  // pinned
    EXPECT_TRUE(window.content.store().pins().empty());
    for (int n = 0; n < 3; ++n) window.letter('Y', true);
    window.settle();
    EXPECT_EQ(labels_in(window), (Labels{"w = " + start, "w = 100"}));
}

TEST(Compare, PinsMoveUpToTheCurrentValues) {
    ContentDriver window(of_view("position-matrix"));
    for (const char* w : {"100", "200", "300"}) {
        type_into(window, "w", w);
        window.click("tool.pin");
    }
    type_into(window, "w", "400");
    window.click("pin.2.up");
    window.settle();
    EXPECT_EQ(labels_in(window), (Labels{"w = 400", "w = 100", "w = 300", "w = 200"}));
    window.click("pin.0.up");
    window.settle();
    EXPECT_EQ(labels_in(window), (Labels{"w = 100", "w = 400", "w = 300", "w = 200"}));
    EXPECT_EQ(window.value("w"), "100") << "the first one is the current one";
    window.letter('Z', true);
    window.letter('Z', true);
    window.settle();
    EXPECT_EQ(labels_in(window), (Labels{"w = 400", "w = 100", "w = 200", "w = 300"}));
}

TEST(Compare, TheSameIsNotPinnedTwiceAndNoMoreThanFour) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('P');
    window.letter('P');
    EXPECT_TRUE(window.content.store().pins().empty()) << "a pinned one is unpinned";
    for (const char* w : {"100", "200", "300", "400", "500"}) {
        type_into(window, "w", w);
        window.letter('P');
    }
    EXPECT_EQ(window.content.store().pins().size(), 4U);
    EXPECT_NE(window.content.toast().text.find("Already 4 pins"), std::string::npos)
        << window.content.toast().text;
    EXPECT_EQ(labels_in(window), (Labels{"w = 500", "w = 100", "w = 200", "w = 300", "w = 400"}));
}

TEST(Compare, ZoomAndWhatElseIsLookedAtIsOneForAll) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('P');
    type_into(window, "w", "100");
    window.move(window.at("matrix"));
    window.letter('+');
    window.settle();
    const auto variants = window.content.canvas().variants(window.content.store());
    ASSERT_EQ(variants.size(), 2U);
    const View& view = window.content.store().view();
    EXPECT_NE(window.value("rows"), "all");
    EXPECT_TRUE(same_stages(view, variants[0].values, variants[1].values, {Stage::window}));
    const Figure& figure = window.content.canvas().figure();
    ASSERT_EQ(figure.main.size(), 2U);
    EXPECT_EQ(figure.main[0].x.low, figure.main[1].x.low);
    EXPECT_EQ(figure.main[0].y.high, figure.main[1].y.high);
    EXPECT_EQ(variants[0].data->arrays.front().extents, variants[1].data->arrays.front().extents);
}

TEST(Compare, TheCopiedCommandDrawsTheSameComparison) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('P');
    type_into(window, "w", "100");
    window.letter('C', true);
    const std::string command = ImGui::GetClipboardText();
    EXPECT_NE(command.find(" --w 100"), std::string::npos) << command;
    EXPECT_NE(command.find(" --versus w=256"), std::string::npos) << command;
}

TEST(Compare, PinsComeBackWithTheSession) {
    const TemporaryFolder folder;
    {
        SessionFile file({folder.path(), "", ""});
        ContentDriver window(of_view("position-matrix"), ContentDriver::usual_size, SessionKeeper(file));
        window.letter('P');
        type_into(window, "w", "100");
        window.letter('P');
        window.click("pin.1.show");
        type_into(window, "w", "50");
    }
    SessionFile file({folder.path(), "", ""});
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    ASSERT_EQ(window.content.store().pins().size(), 2U);
    EXPECT_TRUE(window.content.store().pins()[0].shown);
    EXPECT_FALSE(window.content.store().pins()[1].shown);
    EXPECT_EQ(labels_in(window), (Labels{"w = 50", "w = 256"}));
}

TEST(Compare, TwoAreSetAgainstEachOtherInOneFrame) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('P');
    EXPECT_FALSE(window.has("comparison")) << "there is nothing to compare yet";
    type_into(window, "w", "100");
    window.click("comparison=difference");
    window.settle();
    EXPECT_EQ(window.content.canvas().figure().main.size(), 1U);
    window.letter('C', true);
    EXPECT_NE(std::string(ImGui::GetClipboardText()).find(" --difference"), std::string::npos);
    window.click("comparison=wipe");
    window.settle();
    const Rect before = window.rect("wipe");
    window.press(window.at("wipe"));
    window.move({before.x - 100, before.y + 50});
    window.release();
    EXPECT_NEAR(window.rect("wipe").x + 6, before.x - 100, 1);
    EXPECT_EQ(window.value("cols"), "all") << "the matrix is not panned by it";
    window.letter('P');
    type_into(window, "w", "50");
    EXPECT_FALSE(window.has("comparison")) << "of three";
    EXPECT_EQ(window.content.canvas().figure().main.size(), 3U);
}

TEST(Compare, EachViewHasPinsOfItsOwn) {
    ContentDriver window(of_view("position-matrix"));
    for (const char* w : {"100", "200", "300"}) {
        type_into(window, "w", w);
        window.letter('P');
    }
    window.click("rail:memory");
    window.settle();
    EXPECT_FALSE(window.has("pin.0"));
    window.letter('P');
    for (const char* view : {"position-matrix", "memory", "frequencies", "position-matrix"}) {
        window.click("rail:" + std::string(view));
        window.settle();
        const std::size_t pinned = window.content.store().pins().size();
        EXPECT_EQ(pinned, view == std::string("frequencies") ? 0U : view == std::string("memory") ? 1U : 3U);
        EXPECT_EQ(window.has("pin.0"), pinned > 0);
        EXPECT_EQ(window.content.canvas().pin_labels(window.content.store()).size(), pinned);
    }
}

TEST(Compare, WorksByKeysAlone) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('P');
    type_into(window, "w", "100");
    window.key(Key::escape);
    const std::set<std::string> reached = window.tabbed_through();
    for (const char* item : {"tool.pin", "pin.0", "pin.0.show", "pin.0.remove", "comparison"})
        EXPECT_TRUE(reached.contains(item)) << item;
    const auto tab_to = [&](const std::string& item) {
        for (int n = 0; n < 100 && !window.has_focus(item); ++n) window.key(Key::tab);
        EXPECT_TRUE(window.has_focus(item)) << item;
    };
    tab_to("comparison");
    window.key(Key::right);
    window.settle();
    EXPECT_EQ(window.content.canvas().figure().main.size(), 1U) << "the difference";
    window.key(Key::right);
    window.settle();
    const Rect before = window.rect("wipe");
    tab_to("wipe");
    for (int n = 0; n < 10; ++n) window.key(Key::right);
    EXPECT_GT(window.rect("wipe").x, before.x + 20);
    tab_to("pin.0");
    window.key(Key::enter);
    window.settle();
    EXPECT_EQ(window.value("w"), "256");
    tab_to("pin.0.remove");
    window.key(Key::space);
    window.settle();
    EXPECT_FALSE(window.has("pin.0"));
}

TEST(Compare, EveryFigureOfEveryViewIsDrawnBesideAnother) {
    for (const View* view : all_views()) {
        WindowOptions options = of_view(std::string(view->info().id));
        options.values = view->defaults();
        const auto set = [&](const char* id, std::int64_t number) {  // a model reads a lot for its figures
            if (const int index = parameter_index(*view, id); index >= 0)
                options.values[static_cast<std::size_t>(index)] = number;
        };
        set("needles", 1);
        if (view->info().trains) set("length", 256);
        ContentDriver window(options, {1280, 720, 1});
        window.letter('P');
        const Values before = window.content.store().values();
        window.key(Key::space);  // plays the parameter that changes first
        for (int n = 0; n < 4000 && window.content.store().values() == before; ++n) {
            window.frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        window.key(Key::space);
        ASSERT_NE(window.content.store().values(), before) << view->info().id;
        for (const FigureInfo* figure : offered_figures(*view)) {
            SCOPED_TRACE(std::string(view->info().id) + " " + std::string(figure->id));
            if (offered_figures(*view).size() > 1) window.click("figure:" + std::string(figure->id));
            EXPECT_TRUE(window.settle());
            EXPECT_TRUE(window.content.canvas().status().error.empty());
            EXPECT_TRUE(window.content.canvas().comparison_error().empty());
        }
    }
}

TEST(Compare, NamesTheValuesOfAPinUntilItsFileIsRead) {
    const TemporaryFolder folder;
    const std::string path = folder / "model.json";
    std::ofstream(path) << R"({"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4,
                               "rope_theta": 500000.0, "max_position_embeddings": 2048})";
    Store store(all_views());
    store.choose("frequencies");
    const Values plain = store.values();
    Values with_file = plain;
    with_file[static_cast<std::size_t>(parameter_index(store.view(), "config"))] = FileName{path};
    ASSERT_TRUE(store.edit(with_file, 0));
    ASSERT_TRUE(store.pin());
    ASSERT_TRUE(store.set(plain, 0));
    const DeadServer server;
    server.hold(path);
    const FileDeadline deadline(server.before());
    Compared compared([] {});
    const auto label = [&] { return compared.pins(store).labels.front(); };
    const std::string before = label();
    EXPECT_FALSE(before.empty());
    EXPECT_EQ(before.find("model.json"), std::string::npos) << before;
    server.answer(path);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (label() == before && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        compared.compute(store, {&store.view(), store.values(), {}});
    }
    EXPECT_NE(label().find("model.json"), std::string::npos) << label();
}

}  // namespace
}  // namespace poslab::test
