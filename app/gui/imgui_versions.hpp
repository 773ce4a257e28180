#pragma once

#include <imgui.h>
#include <imgui_internal.h>

namespace poslab {

// Where Dear ImGui 1.86 and newer versions (up to 1.89) differ inside.

/// Whether Enter was pressed while the item has the focus.
[[nodiscard]] inline bool is_entered(const ImGuiContext& g, ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18900
    return g.NavActivateId == id && (g.NavActivateFlags & ImGuiActivateFlags_PreferInput) != 0;
#else
    return g.NavActivateInputId == id;
#endif
}

/// What the navigation would do with Enter and Space in this frame is done already.
inline void forget_activation(ImGuiContext& g) {
    g.NavActivateId = g.NavActivateDownId = g.NavActivatePressedId = 0;
#if IMGUI_VERSION_NUM < 18900
    g.NavActivateInputId = 0;
#endif
}

/// As if Enter had been pressed on it, or on nothing: a field then takes the keyboard.
inline void enter_item(ImGuiContext& g, ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18900
    g.NavActivateId = id;
    g.NavActivateFlags = id == 0 ? ImGuiActivateFlags_None : ImGuiActivateFlags_PreferInput;
#else
    g.NavActivateInputId = id;
#endif
}

/// Whether a pop-up is there that was not in the last frame: Dear ImGui 1.86 stops the program where a tooltip begins then, since
/// it does not find what that would stand behind.
[[nodiscard]] inline bool has_new_popup(const ImGuiContext& g) {
    for (const ImGuiPopupData& popup : g.OpenPopupStack)
        if (popup.Window == nullptr || !popup.Window->WasActive) return true;
    return false;
}

/// A window that appears shall not give its first item the focus.
inline void keep_focus_from_first_item(ImGuiContext& g) {
    g.NavInitRequest = false;
#if IMGUI_VERSION_NUM >= 18900
    g.NavInitResult.ID = 0;
#else
    g.NavInitResultId = 0;
#endif
}

/// Where the caret is, its upper end.
[[nodiscard]] inline ImVec2 caret_of(const ImGuiContext& g) {
#if IMGUI_VERSION_NUM >= 18700
    return g.PlatformImeData.InputPos;
#else
    return g.PlatformImePos;
#endif
}

}  // namespace poslab
