#include "app/gui/gui_context.hpp"

#include "app/gui/imgui_input.hpp"
#include "core/base/utf8_parts.hpp"

#include <imgui.h>

#include <algorithm>
#include <new>
#include <utility>

namespace poslab {
namespace {

/// Any value fits, such as 2,000 numbers. A longer text would be laid out in every frame.
constexpr std::size_t max_pasted_bytes = std::size_t{1} << 16U;

/// Returns the beginning of a text that is pasted into a line. Dear ImGui would join the lines of the text.
std::string line_of(std::string_view text) {
    std::string line(utf8_beginning(text, max_pasted_bytes));
    const std::size_t last = line.find_last_not_of("\r\n");
    line.resize(last == std::string::npos ? 0 : last + 1);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n' || c == '\t'; }, ' ');
    return line;
}

/// Uses operator new, which throws: Dear ImGui does not check malloc() for null.
ImGuiContext* made_context() {
    ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return ::operator new(size); },
                                 [](void* memory, void*) { ::operator delete(memory); });
    return ImGui::CreateContext();
}

}  // namespace

GuiContext::Context::Context() : made(made_context()) { ImGui::SetCurrentContext(made); }

GuiContext::Context::~Context() { ImGui::DestroyContext(made); }

GuiContext::GuiContext(const FontLibrary& fonts, Clipboard clipboard, HeatMapPainter* heat_maps,
                       int texture_side)
    : clipboard_(std::move(clipboard)), fonts_(fonts, texture_side), painter_(fonts_, heat_maps) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;  // an idle window draws no frames
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* data) {
        auto& gui = *static_cast<GuiContext*>(data);
        gui.pasted_ = line_of(gui.clipboard_.read());
        return gui.pasted_.c_str();
    };
    io.SetClipboardTextFn = [](void* data, const char* text) {
        static_cast<GuiContext*>(data)->clipboard_.write(text);
    };
    prepare_imgui_keys();
}

GuiContext::~GuiContext() = default;

}  // namespace poslab
