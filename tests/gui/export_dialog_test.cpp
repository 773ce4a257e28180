#include "app/gui/command_box.hpp"
#include "app/gui/export_places.hpp"
#include "app/state/command_lines.hpp"
#include "app/state/export_choice.hpp"
#include "app/state/shell_export.hpp"
#include "core/documents/shown_state.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

double characters(std::string_view text) { return static_cast<double>(text.size()); }

std::string joined(const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) {
        const bool goes_on = &line != &lines.back();
        all +=
            line.substr(line.find_first_not_of(' ') == std::string::npos ? 0 : line.find_first_not_of(' '));
        if (goes_on) {
            EXPECT_TRUE(line.ends_with(" \\")) << line;
            all.pop_back();
        }
    }
    return all;
}

TEST(CommandLines, BreakBeforeOptionsOnly) {
    const std::string command =
        "poslab plot position-matrix --map leaky-rerope --w -8 --versus 'map=pi, w=3' -o 'my figure.svg'";
    for (const double room : {30.0, 40.0, 60.0, 97.0, 200.0}) {
        const auto lines = command_lines(command, characters, room);
        EXPECT_EQ(joined(lines), command) << room;
        for (const std::string& line : lines) EXPECT_LE(characters(line), std::max(room, 33.0)) << line;
    }
    EXPECT_EQ(command_lines(command, characters, 200).size(), 1U);
    const auto narrow = command_lines(command, characters, 10);
    EXPECT_EQ(narrow, (std::vector<std::string>{"poslab plot position-matrix \\", "  --map leaky-rerope \\",
                                                "  --w -8 \\", "  --versus 'map=pi, w=3' \\",
                                                "  -o 'my figure.svg'"}));
}

TEST(CommandLines, ShowTheEndsOfLongLists) {
    const std::string shown = "poslab plot memory --points 0,0.5,-1e-05 --file '/a, b/c.wav' -o a.png";
    EXPECT_EQ(shown_command(shown), shown);
    std::string many = "0.125";
    for (int n = 1; n < 2048; ++n) many += ",-0.3489361702127659";
    const std::string cut = shown_command("poslab plot memory --signal drawn --points " + many + " -o a.png");
    EXPECT_EQ(cut,
              "poslab plot memory --signal drawn --points 0.125,-0.3489361702127659,…,-0.3489361702127659 -o "
              "a.png");
    const std::string path = "/" + std::string(200, 'a') + ".npy";
    EXPECT_EQ(shown_command("poslab plot memory --file " + path), "poslab plot memory --file " + path)
        << "no list";
    const std::string word = "0" + std::string(1'000'000, 'w') + "é位";
    const std::string start = "poslab plot memory --title ";
    const std::string short_one = shown_command(start + word);
    EXPECT_LT(short_one.size(), 2048U);
    EXPECT_TRUE(short_one.starts_with(start + "0wwww")) << short_one;
    EXPECT_TRUE(short_one.ends_with("wwwé位")) << short_one;
}

bool apart(const Rect& a, const Rect& b) {
    return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
}

TEST(ExportLayout, NothingOverlapsInAnyWindow) {
    for (const auto& [width, height] :
         {std::pair{1600.0, 1000.0}, {1280.0, 720.0}, {853.0, 480.0}, {800.0, 560.0}, {1440.0, 664.0}}) {
        for (const auto& [lines, max_rows] : {std::pair<std::size_t, int>{1, export_rows},
                                              {2, export_rows},
                                              {3, export_rows},
                                              {5, export_rows},
                                              {9, export_rows},
                                              {2, animation_rows},
                                              {4, animation_rows}}) {
            const double full_height = export_height(lines, max_rows);
            const double box_width = std::min(export_width, width - 16),
                         box_height = std::min(full_height, height - 16);
            const Rect body{8, 60, box_width, box_height - 60 - 64};
            const bool wide = has_room_below(body.height, lines, max_rows);
            EXPECT_EQ(wide, box_height == full_height);
            const ExportLayout places = place_export(body, wide, lines, max_rows);
            const Rect rows{places.column.x, places.column.y, places.column.width,
                            places.rows * places.pitch + 20 + places.toggle_pitch};
            const Rect command{places.command.x, places.command.y - 26, places.command.width,
                               places.command.height + 26};
            const Rect preview{places.preview.x, places.preview.y, places.preview.width,
                               places.preview.height + 28};
            EXPECT_TRUE(apart(rows, command)) << width << " " << lines;
            EXPECT_TRUE(apart(rows, preview)) << width << " " << lines;
            EXPECT_TRUE(apart(command, preview)) << width << " " << lines;
            EXPECT_LE(rows.bottom(), body.bottom()) << width << " " << lines;
            EXPECT_LE(command.bottom(), body.bottom()) << width << " " << lines;
            EXPECT_GE(places.preview.height, 100) << width << " " << lines;
        }
    }
}

TEST(ExportChoice, FormatAndPathAgree) {
    ExportChoice choice;
    choice.path = "/a/b.png";
    choice.set_format(1);
    EXPECT_EQ(choice.path, "/a/b.svg");
    choice.set_content(ExportContent::numbers);
    EXPECT_EQ(choice.path, "/a/b.csv");
    choice.set_format(2);
    EXPECT_EQ(choice.path, "/a/b.npz");
    EXPECT_TRUE(choice.all_arrays());
    choice.set_content(ExportContent::figure);
    EXPECT_EQ(choice.path, "/a/b.svg") << "the format of the last picture";
    choice.set_path("/c/d.pdf");
    EXPECT_EQ(choice.ending(), "pdf");
    choice.set_path("/c/version 1.2");
    EXPECT_EQ(choice.path, "/c/version 1.2.pdf");
    choice.set_content(ExportContent::page);
    EXPECT_EQ(choice.path, "/c/version 1.2.html");
    choice.set_content(ExportContent::figure);
    EXPECT_EQ(choice.path, "/c/version 1.2.pdf");
}

TEST(ExportChoice, APageHasTheCommandThatWritesIt) {
    const FontLibrary fonts;
    const Exporter exporter = make_exporter({"cpu"}, fonts);
    ExportChoice choice;
    choice.view = all_views().front();
    choice.values = choice.view->defaults();
    choice.figure = choice.view->info().figures.front().id;
    choice.versus = {"map=pi"};
    choice.path = "/tmp/a.png";
    choice.theme = Theme::dark;
    choice.set_content(ExportContent::page);
    EXPECT_EQ(exporter.command(choice), "poslab page position-matrix --versus map=pi -o /tmp/a.html");
}

TEST(ExportChoice, PresetsGiveSizeAndDots) {
    ExportChoice choice;
    for (int index = 0; index < custom_preset(); ++index) {
        choice.set_preset(index, {901.4, 640.6});
        EXPECT_GE(choice.page.width, 200);
        EXPECT_LE(choice.page.width, 10'000);
        EXPECT_LE(std::max(choice.page.width, choice.page.height) * choice.dpi / 96, 32'767);
    }
    choice.set_preset(0, {901.4, 640.6, 144});
    EXPECT_EQ(choice.page.width, 901);
    EXPECT_EQ(choice.dpi, 144);
    EXPECT_EQ(choice.page.height, 641);
    choice.set_preset(custom_preset(), {1, 1});
    EXPECT_EQ(choice.page.width, 901) << "a typed size is unchanged";
}

/// The states of a view that lessons and claims open, as commands.
std::vector<std::string> opened_states(std::string_view view) {
    std::vector<std::string> states;
    for (const LessonReading& reading : built_in_lessons())
        for (const LessonStep& step : reading.lesson.steps)
            if (read_shown_state(step.show.text, all_views()).view->info().id == view)
                states.push_back(step.show.text);
    return states;
}

TEST(ExportDialog, ShowsTheWholeCommandInASmallWindow) {
    std::size_t longest = 0;
    for (const std::string& state : opened_states("memory")) {
        const ShownState shown = read_shown_state(state, all_views());
        WindowOptions options = test::of_view("memory");
        options.values = shown.values;
        options.figure = shown.figure;
        test::ContentDriver window(options, {800, 560, 1});
        window.letter('E');
        ASSERT_TRUE(window.settle());
        const Rect box = window.rect("export.command");
        std::string seen;
        std::size_t lines = 0;
        for (const test::PaintedText& text : window.texts) {
            const Point middle{text.rect.x + text.rect.width / 2, text.rect.y + text.rect.height / 2};
            if (!box.contains(middle)) continue;
            seen += text.text;
            ++lines;
        }
        window.click("export.copy");
        std::string command = shown_command(window.clipboard);
        for (std::string* text : {&seen, &command})
            std::erase_if(*text, [](char c) { return c == ' ' || c == '\\'; });
        // texts of the figure behind the dialog come first
        EXPECT_TRUE(seen.ends_with(command)) << state << "\nshows " << seen << "\ninstead of " << command;
        longest = std::max(longest, lines);
    }
    EXPECT_GE(longest, 5U) << "more lines than fit before";
}

/// A picture of no height has no scale by which a heat map could be drawn.
TEST(ExportDialog, ShowsNoPictureInAWindowWithoutRoomForOne) {
    for (const double height : {200.0, 900.0}) {
        test::ContentDriver window(test::of_view("position-matrix"), {3000, height, 1});
        window.letter('E');
        ASSERT_TRUE(window.settle());
        EXPECT_TRUE(window.has("export.theme=light"));
        EXPECT_EQ(window.has("export.preview"), height > 500) << height;
    }
}

/// A film for a slide of print size has no more pixels than players show.
TEST(ExportChoice, FilmsHavePixelsThatPlayersShow) {
    ExportChoice choice;
    choice.view = &find_view("memory");
    choice.path = "/a/b.gif";
    choice.set_content(ExportContent::animation);
    for (int index = screen_preset + 1; index < custom_preset(); ++index) {
        choice.set_preset(index, {901.4, 640.6});
        const double scale = choice.pixels_per_inch() / 96;
        EXPECT_LE(std::round(choice.page.width * scale), 3840) << index;
        EXPECT_LE(std::round(choice.page.height * scale), 2160) << index;
        const auto presets = choice.presets();
        EXPECT_NE(std::find(presets.begin(), presets.end(), index), presets.end()) << "the chosen one";
    }
    choice.set_preset(screen_preset, {901.4, 640.6, 144});
    EXPECT_EQ(choice.pixels_per_inch(), 144);
    for (const int index : choice.presets()) {
        if (index == screen_preset) continue;
        EXPECT_EQ(page_presets()[static_cast<std::size_t>(index - 1)].unit, "px");
    }
    const PagePreset& slide = page_preset("preset-size", "slide-16-9");
    const double scale = film_dpi(slide.page(), slide.dpi()) / 96;
    EXPECT_EQ(std::round(slide.page().width * scale), 3840);
    EXPECT_EQ(std::round(slide.page().height * scale), 2160);
    const PagePreset& column = page_preset("preset-size", "neurips-column");
    EXPECT_EQ(film_dpi(column.page(), column.dpi()), 300) << "small pages keep their resolution";
    choice.set_content(ExportContent::figure);
    choice.set_preset(static_cast<int>(&slide - page_presets().data()) + 1, {901.4, 640.6});
    EXPECT_EQ(choice.pixels_per_inch(), 300) << "a picture keeps its resolution, too";
    EXPECT_EQ(static_cast<int>(choice.presets().size()), custom_preset());
}

/// The export dialog with a custom size.
struct SizeField : test::ContentDriver {
    SizeField() : ContentDriver(test::of_view("position-matrix")) {
        letter('E');
        settle();
        edit("export.width");
        type("900");
        key(test::Key::enter);
        settle();
    }
    void edit(const std::string& field) {
        click(field);
        frame();
    }
    [[nodiscard]] double width_now() const { return content.export_dialog().choice().page.width; }
    [[nodiscard]] bool shows(const std::string& part) const {
        return std::any_of(texts.begin(), texts.end(),
                           [&](const auto& text) { return text.text.find(part) != std::string::npos; });
    }
};

TEST(DialogFields, KeepWhatCannotBeTakenUntilItIsCorrected) {
    SizeField window;
    ASSERT_EQ(window.width_now(), 900);
    window.edit("export.width");
    window.type("3x");
    window.edit("export.height");  // focus elsewhere
    window.key(test::Key::enter);
    window.settle();
    EXPECT_EQ(window.width_now(), 900);
    EXPECT_TRUE(window.shows("3x")) << "it still exists";
    EXPECT_TRUE(window.shows("is not allowed")) << "and why";
    window.click("export.do");
    window.settle();
    EXPECT_FALSE(window.content.export_dialog().busy()) << "nothing is written meanwhile";
    window.edit("export.width");
    window.type("800");
    window.key(test::Key::enter);
    window.settle();
    EXPECT_EQ(window.width_now(), 800);
    EXPECT_FALSE(window.shows("is not allowed"));
}

TEST(DialogFields, EscapeBringsBackWhatHolds) {
    SizeField window;
    window.edit("export.width");
    window.type("-7");
    window.key(test::Key::tab);
    window.settle();
    EXPECT_TRUE(window.shows("is not allowed"));
    window.edit("export.width");
    window.key(test::Key::escape);
    window.settle();
    EXPECT_FALSE(window.shows("is not allowed"));
    EXPECT_TRUE(window.shows("900"));
    EXPECT_TRUE(window.content.export_dialog().is_open());
}

TEST(DialogFields, ADoubleClickSelectsAll) {
    SizeField window;
    const Point field = window.at("export.width");
    for (int n = 0; n < 2; ++n) {
        window.press(field);
        window.release();
    }
    window.type("640");
    window.key(test::Key::enter);
    window.settle();
    EXPECT_EQ(window.width_now(), 640);
}

}  // namespace
}  // namespace poslab
