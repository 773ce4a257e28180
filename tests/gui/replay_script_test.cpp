#include "app/window/replay_script.hpp"

#include "core/base/errors.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace poslab {
namespace {

using Events = std::vector<InputEvent>;

/// The input of a script with one step; keys and modifiers have GLFW's numbers.
Events input_of(const std::string& step) {
    const auto steps = parse_replay(step, "script");
    if (steps.size() == 1 && std::holds_alternative<Events>(steps[0].action))
        return std::get<Events>(steps[0].action);
    ADD_FAILURE() << step;
    return {};
}

void expect_refused(const std::string& text, const std::string& message) {
    try {
        static_cast<void>(parse_replay(text, "drag.txt"));
        ADD_FAILURE() << "taken: " << text;
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message);
    }
}

TEST(ReplayScript, HasAStepALineAndKnowsWhichLine) {
    const auto steps = parse_replay(
        "# a drag\n\n  move 30.5\t-4 \r\npress left\nmove w 0.7\nmove rail:memory 0.25 1\nwait\nframe",
        "script");
    ASSERT_EQ(steps.size(), 6U);
    EXPECT_EQ(steps[0].line, 3);
    EXPECT_EQ(std::get<PointTo>(steps[0].action), (PointTo{"", 30.5, -4}));
    EXPECT_EQ(std::get<Events>(steps[1].action), (Events{ButtonChange{0, true, 0}}));
    EXPECT_EQ(std::get<PointTo>(steps[2].action), (PointTo{"w", 0.7, 0.5}));
    EXPECT_EQ(std::get<PointTo>(steps[3].action), (PointTo{"rail:memory", 0.25, 1}));
    EXPECT_TRUE(std::holds_alternative<AwaitRest>(steps[4].action));
    EXPECT_TRUE(std::holds_alternative<AwaitFrame>(steps[5].action));
    EXPECT_EQ(steps[5].line, 8);
}

TEST(ReplayScript, ButtonsAndWheel) {
    EXPECT_EQ(input_of("release right"), (Events{ButtonChange{1, false, 0}}));
    EXPECT_EQ(input_of("press middle"), (Events{ButtonChange{2, true, 0}}));
    EXPECT_EQ(input_of("wheel 0 -1.5"), (Events{WheelTurn{0, -1.5}}));
}

TEST(ReplayScript, AKeyComesAsAKeyboardSendsIt) {
    EXPECT_EQ(input_of("key page-up"), (Events{KeyChange{266, true, 0}, KeyChange{266, false, 0}}));
    EXPECT_EQ(input_of("key e"),
              (Events{KeyChange{69, true, 0}, CharacterInput{'e'}, KeyChange{69, false, 0}}));
    EXPECT_EQ(input_of("key ?"), (Events{CharacterInput{'?'}}));
    EXPECT_EQ(input_of("key z shift"),
              (Events{KeyChange{340, true, 1}, KeyChange{90, true, 1}, CharacterInput{'Z'},
                      KeyChange{90, false, 1}, KeyChange{340, false, 0}}));
    EXPECT_EQ(input_of("key z ctrl+shift"),
              (Events{KeyChange{341, true, 2}, KeyChange{340, true, 3}, KeyChange{90, true, 3},
                      KeyChange{90, false, 3}, KeyChange{341, false, 1}, KeyChange{340, false, 0}}))
        << "with Ctrl no character comes";
}

TEST(ReplayScript, TextIsTheRestOfTheLine) {
    EXPECT_EQ(input_of("type a 中\n"),
              (Events{CharacterInput{'a'}, CharacterInput{' '}, CharacterInput{0x4E2D}}));
}

TEST(ReplayScript, BadLinesAreRefusedByNumber) {
    expect_refused("frame\n\nmvoe 1 2\n", "drag.txt: line 3: unknown step 'mvoe'; allowed: move, press, ");
    expect_refused("move", "drag.txt: line 1: expected `move X Y` or `move WIDGET [FX [FY]]`");
    expect_refused("move 1", "drag.txt: line 1: expected `move");
    expect_refused("move 1 2 3", "drag.txt: line 1: expected `move");
    expect_refused("move w 1 2 3", "drag.txt: line 1: expected `move");
    expect_refused("move 1 x", "drag.txt: line 1: 'x' is not a number");
    expect_refused("move 1 nan", "drag.txt: line 1: 'nan' is not a number");
    expect_refused("move nan 1", "drag.txt: line 1: 'nan' is not a number");
    expect_refused("move 1e300 1", "drag.txt: line 1: '1e300' is not a number from -1000000 to 1000000");
    expect_refused("wheel 1", "drag.txt: line 1: expected `wheel DX DY`");
    expect_refused("press up", "drag.txt: line 1: unknown button 'up'; allowed: left, right, middle");
    expect_refused("release", "drag.txt: line 1: expected `release BUTTON`");
    expect_refused("key", "drag.txt: line 1: expected `key NAME [ctrl+shift]`");
    expect_refused("key a ctrl shift", "drag.txt: line 1: expected `key NAME [ctrl+shift]`");
    expect_refused("key A", "drag.txt: line 1: unknown key 'A'; ");
    expect_refused("key a ctrl+", "drag.txt: line 1: '' is not a modifier; allowed: ctrl, shift, alt");
    expect_refused("key a super", "drag.txt: line 1: 'super' is not a modifier");
    expect_refused("type", "drag.txt: line 1: expected `type TEXT`");
    expect_refused("type \xff", "drag.txt: line 1: the text must be UTF-8");
    expect_refused("wait 3", "drag.txt: line 1: unexpected '3' after the step");
    expect_refused(std::string(1000, 'x'),
                   "drag.txt: line 1: unknown step 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'; ");
    expect_refused(std::string("frame\0frame", 11), "drag.txt: line 1: unknown step 'frame\\u0000frame'; ");
    expect_refused("fra\x1b[31mme\n", "drag.txt: line 1: unknown step 'fra\\u001b[31mme'; ");
}

TEST(ReplayScript, FilesAreRead) {
    const test::TemporaryFolder folder;
    const std::string path = folder / "script";
    std::ofstream(path) << "frame\nwait\n";
    EXPECT_EQ(read_replay(path).size(), 2U);
    std::ofstream(path) << std::string((std::size_t{1} << 20U) + 1, '\n');
    EXPECT_THROW((void)read_replay(path), InputError);
    EXPECT_THROW((void)read_replay(folder.path()), InputError);
    EXPECT_THROW((void)read_replay(folder / "none"), InputError);
}

}  // namespace
}  // namespace poslab
