#pragma once

#include <imgui.h>
#include <imgui_internal.h>

namespace poslab {

// Names and internals that differ between Dear ImGui 1.86 (Debian 12), 1.90 (Debian 13, Ubuntu 24.04)
// and 1.92.

/// Enter of the numeric keypad.
#if IMGUI_VERSION_NUM >= 18700
inline constexpr ImGuiKey keypad_enter = ImGuiKey_KeypadEnter;
#else
inline constexpr ImGuiKey_ keypad_enter = ImGuiKey_KeyPadEnter;
#endif

/// True if Enter was pressed while the item had the focus.
[[nodiscard]] inline bool is_entered(const ImGuiContext& g, ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18900
    return g.NavActivateId == id && (g.NavActivateFlags & ImGuiActivateFlags_PreferInput) != 0;
#else
    return g.NavActivateInputId == id;
#endif
}

/// Stops Dear ImGui's navigation from handling Enter and Space in this frame.
inline void forget_activation(ImGuiContext& g) {
    g.NavActivateId = g.NavActivateDownId = g.NavActivatePressedId = 0;
#if IMGUI_VERSION_NUM < 18900
    g.NavActivateInputId = 0;
#endif
}

/// Simulates Enter on the item, so that a field takes the keyboard; 0 clears that.
inline void enter_item(ImGuiContext& g, ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18900
    g.NavActivateId = id;
    g.NavActivateFlags = id == 0 ? ImGuiActivateFlags_None : ImGuiActivateFlags_PreferInput;
#else
    g.NavActivateInputId = id;
#endif
}

/// True if a pop-up is open that was not in the last frame. Dear ImGui 1.86 aborts if a tooltip begins then,
/// because it does not find the window behind it.
[[nodiscard]] inline bool has_new_popup(const ImGuiContext& g) {
    for (const ImGuiPopupData& popup : g.OpenPopupStack)
        if (popup.Window == nullptr || !popup.Window->WasActive) return true;
    return false;
}

/// Prevents a window that appears from focusing its first item.
inline void keep_focus_from_first_item(ImGuiContext& g) {
    g.NavInitRequest = false;
#if IMGUI_VERSION_NUM >= 18900
    g.NavInitResult.ID = 0;
#else
    g.NavInitResultId = 0;
#endif
}

/// The upper end of the caret.
[[nodiscard]] inline ImVec2 caret_of(const ImGuiContext& g) {
#if IMGUI_VERSION_NUM >= 18700
    return g.PlatformImeData.InputPos;
#else
    return g.PlatformImePos;
#endif
}

/// True if the focus ring is shown.
[[nodiscard]] inline bool has_focus_ring(const ImGuiContext& g) {
#if IMGUI_VERSION_NUM >= 19140
    return g.NavCursorVisible;
#else
    return !g.NavDisableHighlight;
#endif
}

inline void show_focus_ring(ImGuiContext& g, bool shown) {
#if IMGUI_VERSION_NUM >= 19140
    g.NavCursorVisible = shown;
#else
    g.NavDisableHighlight = !shown;
#endif
}

/// Marks nothing as under the pointer until it moves.
inline void ignore_resting_pointer(ImGuiContext& g) {
#if IMGUI_VERSION_NUM >= 19140
    g.NavHighlightItemUnderNav = true;
#else
    g.NavDisableMouseHover = true;
#endif
}

/// Sets whether Tab stops at the next items, until pop_tab_stop.
inline void push_tab_stop(bool stops) {
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, !stops);
#else
    ImGui::PushAllowKeyboardFocus(stops);
#endif
}

inline void pop_tab_stop() {
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PopItemFlag();
#else
    ImGui::PopAllowKeyboardFocus();
#endif
}

}  // namespace poslab
