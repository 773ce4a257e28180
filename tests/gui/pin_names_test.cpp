// Names of pins.

#include "core/documents/versus.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"

namespace poslab::test {
namespace {

std::vector<std::string> legend(const ContentDriver& window) {
    std::vector<std::string> labels;
    for (const Variant& variant : window.content.canvas().variants(window.content.store()))
        labels.push_back(variant.label);
    return labels;
}

/// Pins w = 256 and sets w = 100.
void pin_two(ContentDriver& window) {
    window.letter('P');
    window.click("w.field");
    window.letter('A', true);
    window.type("100");
    window.key(Key::enter);
    window.settle();
}

void tab_to(ContentDriver& window, const std::string& item) {
    for (int n = 0; n < 100 && !window.has_focus(item); ++n) window.key(Key::tab);
    EXPECT_TRUE(window.has_focus(item)) << item;
}

void press_f2(ContentDriver& window) {
    window.queue.push(KeyChange{GLFW_KEY_F2, true, 0});
    window.queue.push(KeyChange{GLFW_KEY_F2, false, 0});
    window.drain();
}

void name_it(ContentDriver& window, const std::string& name) {
    window.letter('A', true);
    if (name.empty()) window.key(Key::backspace);
    window.type(name);
    window.key(Key::enter);
    window.settle();
}

using Legend = std::vector<std::string>;

TEST(PinNames, ADoubleClickNamesAPinAndAnEmptyNameIsNone) {
    ContentDriver window(of_view("position-matrix"));
    pin_two(window);
    window.click("pin.0");
    window.click("pin.0");  // a double click
    window.settle();
    EXPECT_EQ(window.value("w"), "100") << "the first of the two clicks has exchanged nothing in the end";
    name_it(window, "the usual one");
    EXPECT_EQ(legend(window), (Legend{"w = 100", "the usual one"}));
    EXPECT_EQ(window.value("w"), "100");
    window.letter('Z', true);
    window.settle();
    EXPECT_EQ(legend(window), (Legend{"w = 100", "w = 256"})) << "a step of undo";
    window.letter('Y', true);
    window.settle();
    EXPECT_EQ(legend(window), (Legend{"w = 100", "the usual one"}));
    tab_to(window, "pin.0");
    press_f2(window);
    name_it(window, "");
    EXPECT_EQ(legend(window), (Legend{"w = 100", "w = 256"}));
}

TEST(PinNames, GoByKeysAndEscapeLeavesThem) {
    ContentDriver window(of_view("position-matrix"));
    pin_two(window);
    tab_to(window, "pin.0");
    press_f2(window);
    name_it(window, "basis");
    EXPECT_EQ(legend(window), (Legend{"w = 100", "basis"}));
    tab_to(window, "pin.0");
    press_f2(window);
    window.type("x");
    window.key(Key::escape);
    window.settle();
    EXPECT_EQ(legend(window), (Legend{"w = 100", "basis"}));
    tab_to(window, "pin.0");
    window.key(Key::enter);
    window.settle();
    EXPECT_EQ(window.value("w"), "256") << "Enter exchanges, as ever";
}

TEST(PinNames, AreInTheCommandAndInTheSession) {
    const TemporaryFolder folder;
    {
        SessionFile file({folder.path(), "", ""});
        ContentDriver window(of_view("position-matrix"), ContentDriver::usual_size, SessionKeeper(file));
        pin_two(window);
        tab_to(window, "pin.0");
        press_f2(window);
        name_it(window, "a, b = c");
        window.letter('C', true);
        const std::string command = ImGui::GetClipboardText();
        EXPECT_NE(command.find(" --versus 'w=256,name=a, b = c'"), std::string::npos) << command;
    }
    SessionFile file({folder.path(), "", ""});
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_EQ(legend(window), (Legend{"w = 100", "a, b = c"}));
}

TEST(PinNames, AreTakenFromTheCommandLine) {
    WindowOptions options = of_view("position-matrix");
    const View& view = *options.view;
    options.values = view.defaults();
    ParameterSet named;
    const std::string versus = "w=64,map=rerope,name=Su, 2023";
    options.pins = {view.checked(changed(view, options.values, versus, named))};
    options.pin_names = {name_in(versus)};
    ContentDriver window(options);
    ASSERT_EQ(legend(window).size(), 2U);
    EXPECT_EQ(legend(window)[1], "Su, 2023");
}

TEST(PinNames, AreShortLinesWithoutBlanksAround) {
    EXPECT_EQ(fitting_pin_name("  a\tb \n"), "a b");
    EXPECT_EQ(fitting_pin_name("   "), "");
    std::string wide;
    for (int n = 0; n < 100; ++n) wide += "位";
    EXPECT_EQ(fitting_pin_name(wide).size(), 180U) << "60 characters of three bytes";
}

}  // namespace
}  // namespace poslab::test
