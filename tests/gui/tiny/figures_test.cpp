// Several figures of one view, and files that are dropped or deleted.
#include "app/cli/options.hpp"
#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/tiny/tiny_view.hpp"

#include <filesystem>

namespace poslab::test {
namespace {

WindowOptions tiny_figures() {
    WindowOptions options;
    options.view = &tiny_view();
    return options;
}

std::string_view shown(const ContentDriver& window) { return window.content.store().figure().id; }

/// The largest value that the figure draws: 1 for a wave of height 1, 6.25 for the energy of one of 2.5.
double highest(const ContentDriver& window) {
    double most = 0;
    for (const Panel& panel : window.content.canvas().figure().companions)
        for (const Mark& mark : panel.marks)
            if (const auto* line = std::get_if<LineMark>(&mark))
                for (const double y : *line->y) most = std::max(most, y);
    return most;
}

TEST(TinyFigures, TabsAndKeysChoose) {
    ContentDriver window(tiny_figures());
    window.click("preset");
    window.click("preset=fast");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(highest(window), 2.5);
    window.click("figure:energy");
    EXPECT_EQ(shown(window), "energy");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(highest(window), 6.25) << "other arrays are requested";
    EXPECT_TRUE(window.content.canvas().up_to_date());
    window.letter('1');
    EXPECT_EQ(shown(window), "main");
    EXPECT_EQ(highest(window), 2.5) << "earlier results are reused";
    window.letter('2');
    EXPECT_EQ(shown(window), "energy");
    window.letter('3');
    EXPECT_EQ(shown(window), "energy") << "not offered";
    EXPECT_EQ(window.content.store().history().undo_steps(), 1U) << "no step of its own";
    EXPECT_FALSE(window.has("figure:part"));
    window.click("wave-theta.field");
    window.letter('1');
    EXPECT_EQ(shown(window), "energy") << "digits belong to the field while one types";
}

TEST(TinyFigures, TabReachesThem) {
    ContentDriver window(tiny_figures());
    for (int n = 0; n < 100 && !window.has_focus("figure:energy"); ++n) window.key(Key::tab);
    window.key(Key::enter);
    EXPECT_EQ(shown(window), "energy");
}

TEST(TinyFigures, AreAListWhereTheyDoNotFit) {
    ContentDriver window(tiny_figures(), {600, 480, 1});
    window.size = {540, 480, 1};
    window.settle();
    ASSERT_TRUE(window.has("figures"));
    EXPECT_FALSE(window.has("figure:energy"));
    window.click("figures");
    window.click("figures=energy");
    EXPECT_EQ(shown(window), "energy");
}

TEST(TinyFigures, AViewWithOneHasNoTabsAndAllItsRoom) {
    WindowOptions options;
    options.view = &find_view("position-matrix");
    ContentDriver window(options);
    EXPECT_FALSE(window.has("figure:main"));
    const WindowRegions regions = window_regions(1440, 900);
    EXPECT_EQ(window.rect("canvas").y, regions.canvas.y);
    window.letter('2');
    EXPECT_EQ(shown(window), "main");
    window.click("rail:tiny-wave");
    window.settle();
    EXPECT_GT(window.rect("canvas").y, regions.canvas.y);
}

TEST(TinyFigures, ExportAndCommandAreOfTheOneThatIsShown) {
    ContentDriver window(tiny_figures());
    window.letter('C', true);
    EXPECT_EQ(window.clipboard.find("--figure"), std::string::npos);
    window.letter('2');
    window.settle();
    window.letter('C', true);
    EXPECT_NE(window.clipboard.find(" --figure energy"), std::string::npos) << window.clipboard;
    window.letter('E');
    EXPECT_EQ(window.content.export_dialog().choice().figure, "energy");
    EXPECT_NE(window.content.export_dialog().command().find(" --figure energy"), std::string::npos);
    window.click("export.panels");
    window.click("export.panels=part");
    EXPECT_EQ(window.content.export_dialog().choice().figure, "part") << "the dialog has the others, too";
    window.key(Key::escape);
    window.letter('E');
    EXPECT_EQ(window.content.export_dialog().choice().figure, "part") << "as it was left";
    window.key(Key::escape);
    window.letter('1');
    window.letter('E');
    EXPECT_EQ(window.content.export_dialog().choice().figure, "main");
}

TEST(TinyFigures, AreKeptInTheSessionAndNamedOnTheCommandLine) {
    const TemporaryFolder folder;
    const SessionPaths places{folder / "state", {}, {}};
    {
        SessionFile file(places);
        ContentDriver window(tiny_figures(), ContentDriver::usual_size, SessionKeeper(file));
        window.letter('2');
    }
    {
        SessionFile file(places);
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
        EXPECT_EQ(shown(window), "energy");
    }
    WindowOptions options = tiny_figures();
    options.figure = "main";
    SessionFile file(places);
    ContentDriver window(options, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_EQ(shown(window), "main");
    const auto opened = [](const std::vector<std::string>& words) {
        return run_command_line(
            words, [](const WindowOptions& opened_with) { return opened_with.figure == "energy" ? 0 : 99; });
    };
    EXPECT_EQ(opened({"tiny-wave", "--figure", "energy", "--quiet"}), 0);
    EXPECT_EQ(opened({"tiny-wave", "--figure", "part", "--quiet"}), 2);
}

TEST(TinyFiles, ADroppedConfigGoesToWhatAcceptsIt) {
    const TemporaryFolder folder;
    const std::string config = write_config(folder, "config.json", 1.5);
    WindowOptions options;
    options.view = &find_view("position-matrix");
    ContentDriver window(options);
    window.content.open_files({config});
    EXPECT_EQ(window.content.store().view().info().id, "tiny-wave");
    EXPECT_EQ(window.value("config"), config);
    EXPECT_EQ(window.value("wave-theta"), "1.5");
    window.settle();
    EXPECT_EQ(window.content.toast().text, "Opened config.json");
    window.letter('Z', true);
    EXPECT_EQ(window.value("config"), "none");
    std::ofstream(folder / "result.json")
        << R"({"view": "tiny-wave", "parameters": {"preset": "fast", "wave-theta": 3}})";
    window.content.open_files({folder / "result.json"});
    EXPECT_EQ(window.value("preset"), "fast");
    EXPECT_EQ(window.value("wave-theta"), "3") << "it overrides the preset";
    EXPECT_EQ(window.value("factors"), "1,2.5,4");
    std::ofstream(folder / "other.json") << R"({"flavour": "none of ours"})";
    const Values before = window.content.store().values();
    window.content.open_files({folder / "other.json"});
    EXPECT_FALSE(window.content.toast().good);
    EXPECT_NE(window.content.toast().text.find("\"view\""), std::string::npos) << window.content.toast().text;
    EXPECT_EQ(window.content.store().values(), before);
}

TEST(TinyFiles, ASessionWhoseConfigIsGoneKeepsItsValuesAndSaysSo) {
    const TemporaryFolder folder;
    const std::string config = write_config(folder, "config.json", 1.5);
    const SessionPaths places{folder / "state", {}, {}};
    {
        SessionFile file(places);
        ContentDriver window(tiny_figures(), ContentDriver::usual_size, SessionKeeper(file));
        window.content.open_files({config});
    }
    {
        SessionFile file(places);
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
        EXPECT_EQ(window.content.toast().text, "") << "it still exists";
        EXPECT_EQ(window.value("wave-theta"), "1.5");
    }
    std::filesystem::remove(config);
    SessionFile file(places);
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_NE(window.content.toast().text.find("config.json no longer exists"), std::string::npos)
        << window.content.toast().text;
    EXPECT_EQ(window.value("wave-theta"), "1.5");
    EXPECT_EQ(window.value("config"), config);
}

TEST(TinyFiles, ARelativeConfigIsFoundFromElsewhere) {
    const TemporaryFolder folder;
    write_config(folder, "config.json", 1.5);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    WindowOptions options = tiny_figures();
    options.values = read_options({"tiny-wave", "--config", "config.json"}).values;
    ContentDriver window(options);
    EXPECT_EQ(std::filesystem::canonical(window.value("config")),
              std::filesystem::canonical(folder / "config.json"));
    std::filesystem::current_path(before);
}

}  // namespace
}  // namespace poslab::test
