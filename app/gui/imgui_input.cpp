#include "app/gui/imgui_input.hpp"

#include "app/gui/imgui_versions.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <utility>
#include <variant>

namespace poslab {

namespace {

constexpr std::array special_keys{
    std::pair{GLFW_KEY_TAB, ImGuiKey_Tab},
    std::pair{GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
    std::pair{GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
    std::pair{GLFW_KEY_UP, ImGuiKey_UpArrow},
    std::pair{GLFW_KEY_DOWN, ImGuiKey_DownArrow},
    std::pair{GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
    std::pair{GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
    std::pair{GLFW_KEY_HOME, ImGuiKey_Home},
    std::pair{GLFW_KEY_END, ImGuiKey_End},
    std::pair{GLFW_KEY_INSERT, ImGuiKey_Insert},
    std::pair{GLFW_KEY_DELETE, ImGuiKey_Delete},
    std::pair{GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
    std::pair{GLFW_KEY_SPACE, ImGuiKey_Space},
    std::pair{GLFW_KEY_ENTER, ImGuiKey_Enter},
    std::pair{GLFW_KEY_ESCAPE, ImGuiKey_Escape},
    std::pair{GLFW_KEY_KP_ENTER, keypad_enter},
    std::pair{GLFW_KEY_A, ImGuiKey_A},
    std::pair{GLFW_KEY_C, ImGuiKey_C},
    std::pair{GLFW_KEY_V, ImGuiKey_V},
    std::pair{GLFW_KEY_X, ImGuiKey_X},
    std::pair{GLFW_KEY_Y, ImGuiKey_Y},
    std::pair{GLFW_KEY_Z, ImGuiKey_Z},
};

#if IMGUI_VERSION_NUM >= 18700
void prepare_keys(ImGuiIO& io) { io.ConfigInputTrickleEventQueue = false; }

void set_key(ImGuiIO& io, const KeyChange& change) {
    // On X11 the modifiers of a modifier key's own change are those before it.
    const auto held = [&](int bit, int left, int right) {
        return change.key == left || change.key == right ? change.down : (change.modifiers & bit) != 0;
    };
    io.AddKeyEvent(ImGuiMod_Ctrl, held(GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL));
    io.AddKeyEvent(ImGuiMod_Shift, held(GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT));
    io.AddKeyEvent(ImGuiMod_Alt, held(GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT));
    io.AddKeyEvent(ImGuiMod_Super, held(GLFW_MOD_SUPER, GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER));
    for (const auto& [key, name] : special_keys) {
        if (key == change.key) io.AddKeyEvent(name, change.down);
    }
}
#else
void prepare_keys(ImGuiIO& io) {
    for (const auto& [key, name] : special_keys) io.KeyMap[name] = key;
}

void set_key(ImGuiIO& io, const KeyChange& change) {
    if (change.key >= 0 && change.key < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[change.key] = change.down;
    const auto held = [&io](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
    io.KeyCtrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
    io.KeySuper = held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
}
#endif

}  // namespace

void prepare_imgui_keys() { prepare_keys(ImGui::GetIO()); }

void tell_imgui(const InputEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    if (const auto* move = std::get_if<PointerMove>(&event)) {
        io.MousePos = {static_cast<float>(move->x), static_cast<float>(move->y)};
    } else if (const auto* pointer = std::get_if<PointerInside>(&event)) {
        const bool dragging = std::ranges::any_of(io.MouseDown, [](bool down) { return down; });
        if (!pointer->inside && !dragging) io.MousePos = {-FLT_MAX, -FLT_MAX};
    } else if (const auto* button = std::get_if<ButtonChange>(&event)) {
        if (button->button >= 0 && button->button < IM_ARRAYSIZE(io.MouseDown))
            io.MouseDown[button->button] = button->down;
    } else if (const auto* wheel = std::get_if<WheelTurn>(&event)) {
        io.MouseWheelH += static_cast<float>(wheel->x);
        io.MouseWheel += static_cast<float>(wheel->y);
    } else if (const auto* key = std::get_if<KeyChange>(&event)) {
        set_key(io, *key);
    } else if (const auto* character = std::get_if<CharacterInput>(&event)) {
        io.AddInputCharacter(character->code);
    } else if (const auto* focus = std::get_if<FocusChange>(&event)) {
        io.AddFocusEvent(focus->focused);
    }
}

int key_code(ImGuiKey key) {
    for (const auto& [code, name] : special_keys)
        if (name == key) return code;
    return -1;
}

FrameInput frame_input(const std::vector<InputEvent>& events, double scale) {
    FrameInput input;
    for (const InputEvent& event : events) {
        if (const auto* move = std::get_if<PointerMove>(&event))
            input.path.push_back({move->x / scale, move->y / scale});
        if (const auto* key = std::get_if<KeyChange>(&event); key != nullptr && key->down)
            input.keys.push_back(key->key);
        if (const auto* repeat = std::get_if<KeyRepeat>(&event)) input.keys.push_back(repeat->key);
    }
    if (!input.path.empty()) input.path.pop_back();
    return input;
}

CursorShape imgui_cursor() {
    switch (ImGui::GetMouseCursor()) {
        case ImGuiMouseCursor_TextInput:
            return CursorShape::text;
        case ImGuiMouseCursor_ResizeAll:
            return CursorShape::cross;
        case ImGuiMouseCursor_ResizeNS:
            return CursorShape::resize_vertical;
        case ImGuiMouseCursor_ResizeEW:
            return CursorShape::resize_horizontal;
        case ImGuiMouseCursor_Hand:
            return CursorShape::hand;
        default:
            return CursorShape::arrow;
    }
}

}  // namespace poslab
