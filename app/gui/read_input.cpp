#include "app/gui/read_input.hpp"

#include "app/gui/platform.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <array>
#include <utility>

namespace poslab {
namespace {

constexpr std::array<std::pair<int, Key>, 15> special_keys{{{GLFW_KEY_TAB, Key::tab},
                                                            {GLFW_KEY_ENTER, Key::enter},
                                                            {GLFW_KEY_KP_ENTER, Key::enter},
                                                            {GLFW_KEY_ESCAPE, Key::escape},
                                                            {GLFW_KEY_SPACE, Key::space},
                                                            {GLFW_KEY_LEFT, Key::left},
                                                            {GLFW_KEY_RIGHT, Key::right},
                                                            {GLFW_KEY_UP, Key::up},
                                                            {GLFW_KEY_DOWN, Key::down},
                                                            {GLFW_KEY_HOME, Key::home},
                                                            {GLFW_KEY_END, Key::end},
                                                            {GLFW_KEY_PAGE_UP, Key::page_up},
                                                            {GLFW_KEY_PAGE_DOWN, Key::page_down},
                                                            {GLFW_KEY_BACKSPACE, Key::backspace},
                                                            {GLFW_KEY_DELETE, Key::erase}}};

void append_utf8(std::string& text, std::uint32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
        text += static_cast<char>(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | (code >> 12U));
        text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
        text += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        text += static_cast<char>(0xF0U | (code >> 18U));
        text += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
        text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
        text += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

/// Signs are read as characters, because where they lie depends on the keyboard.
void read_characters(const Platform& platform, const ImGuiIO& io, Input& input) {
    for (const InputEvent& event : platform.events()) {
        const auto* character = std::get_if<CharacterInput>(&event);
        if (character == nullptr || character->code < 0x20 || character->code == 0x7F) continue;
        append_utf8(input.text, character->code);
        const auto code = static_cast<char>(character->code < 0x80 ? character->code : 0);
        if (code == '+' || code == '=') input.keys.push_back({Key::letter, '+', io.KeyCtrl, io.KeyShift, io.KeyAlt});
        if (code == '-' || (code >= '0' && code <= '9') || code == '?' || code == '[' || code == ']')
            input.keys.push_back({Key::letter, code, io.KeyCtrl, io.KeyShift, io.KeyAlt});
    }
}

Key key_of(int code) {
    for (const auto& [special, key] : special_keys)
        if (special == code) return key;
    return code >= GLFW_KEY_A && code <= GLFW_KEY_Z ? Key::letter : Key::none;
}

/// With Ctrl held no characters come: the signs that then matter are read as keys.
char sign_of(int code) {
    switch (code) {
        case GLFW_KEY_EQUAL:
        case GLFW_KEY_KP_ADD:
            return '+';
        case GLFW_KEY_MINUS:
        case GLFW_KEY_KP_SUBTRACT:
            return '-';
        case GLFW_KEY_0:
        case GLFW_KEY_KP_0:
            return '0';
        default:
            return '\0';
    }
}

void add_key(Input& input, int code, int modifiers) {
    const bool ctrl = (modifiers & GLFW_MOD_CONTROL) != 0;
    if (const char sign = ctrl ? sign_of(code) : '\0'; sign != '\0') input.keys.push_back({Key::letter, sign, true, false, false});
    const Key key = key_of(code);
    if (key == Key::none) return;
    input.keys.push_back({key, key == Key::letter ? static_cast<char>(code) : '\0', (modifiers & GLFW_MOD_CONTROL) != 0,
                          (modifiers & GLFW_MOD_SHIFT) != 0, (modifiers & GLFW_MOD_ALT) != 0});
}

/// From the events and not from Dear ImGui's state: quick presses of one key reach us as repeats, and each counts.
void read_keys(const Platform& platform, Input& input) {
    for (const InputEvent& event : platform.events()) {
        if (const auto* change = std::get_if<KeyChange>(&event); change != nullptr && change->down)
            add_key(input, change->key, change->modifiers);
        if (const auto* repeat = std::get_if<KeyRepeat>(&event)) add_key(input, repeat->key, repeat->modifiers);
    }
}

std::vector<Point> read_path(const Platform& platform, double scale) {
    std::vector<Point> path;
    for (const InputEvent& event : platform.events())
        if (const auto* move = std::get_if<PointerMove>(&event)) path.push_back({move->x / scale, move->y / scale});
    if (!path.empty()) path.pop_back();  // the mouse is there
    return path;
}

}  // namespace

Input read_input(const Platform& platform, double scale) {
    const ImGuiIO& io = ImGui::GetIO();
    Input input;
    input.mouse = {io.MousePos.x / scale, io.MousePos.y / scale};
    input.path = read_path(platform, scale);
    for (int button = 0; button < 3; ++button) {
        const auto place = static_cast<std::size_t>(button);
        input.down[place] = io.MouseDown[button];
        input.pressed[place] = ImGui::IsMouseClicked(button);
        input.released[place] = ImGui::IsMouseReleased(button);
    }
    input.double_clicked = ImGui::IsMouseDoubleClicked(0);
    input.wheel = io.MouseWheel;
    input.ctrl = io.KeyCtrl;
    input.shift = io.KeyShift;
    input.alt = io.KeyAlt;
    input.time = platform.time();
    read_keys(platform, input);
    read_characters(platform, io, input);
    return input;
}

void show_pointer(PointerShape shape) {
    constexpr std::array<ImGuiMouseCursor, 7> cursors{
        ImGuiMouseCursor_Arrow, ImGuiMouseCursor_Hand,     ImGuiMouseCursor_TextInput, ImGuiMouseCursor_ResizeAll,
        ImGuiMouseCursor_Arrow, ImGuiMouseCursor_ResizeEW, ImGuiMouseCursor_ResizeAll};
    ImGui::SetMouseCursor(cursors[static_cast<std::size_t>(shape)]);
}

}  // namespace poslab
