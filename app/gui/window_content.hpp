#pragma once

#include "app/cli/command_line.hpp"
#include "app/gui/canvas.hpp"
#include "app/gui/export_dialog.hpp"
#include "app/gui/file_picker.hpp"
#include "app/gui/gestures.hpp"
#include "app/gui/inspector.hpp"
#include "app/gui/key_sheet.hpp"
#include "app/gui/player.hpp"
#include "app/gui/session_keeper.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/gui/worker.hpp"
#include "app/paint/fonts.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What the content of a window needs from the machine. All but `wake` are called by the thread that draws.
struct WindowServices {
    std::function<std::string()> read_clipboard;
    std::function<void(const std::string&)> write_clipboard;
    std::function<void()> wake;  // draw a frame soon; any thread
};

/// How large a window is: CSS pixels of its content, and device pixels of each; and what the window system calls its size.
struct WindowSize {
    double width = 0, height = 0, pixels = 1;
    double window_width = width, window_height = height;
};

/// The largest size of everything, at most `wanted` percent, at which a window of so many CSS pixels still has room for its panes.
[[nodiscard]] int fitting_percent(int wanted, double width, double height);

/// Where the panes are (look.md, Layout).
struct WindowRegions {
    Rect rail, header, tabs, canvas, inspector, status;
    double padding = 24;
    bool small = false;
};
/// `tabs_height`: what is kept for the view's figures under the header.
[[nodiscard]] WindowRegions window_regions(double width, double height, double tabs_height = 0);

/// A list to be painted: where its origin is, and how many CSS pixels of the window one of its own is.
struct PaintedList {
    const DrawList* list = nullptr;
    Point origin;
    double scale = 1;
    double opacity = 1;
};

/// All that is in the window, frame by frame: from what the user did to lists of what is to be painted. Knows no window system
/// and no OpenGL.
class WindowContent {
  public:
    /// `fonts` must outlive it.
    WindowContent(const FontLibrary& fonts, const WindowOptions& options, WindowServices services, SessionKeeper keeper = {});
    /// Saves the session.
    ~WindowContent();
    WindowContent(const WindowContent&) = delete;
    WindowContent& operator=(const WindowContent&) = delete;

    /// Files that were dropped or chosen: open_path() for each.
    void open_files(const std::vector<std::string>& paths);

    void frame(const Input& input, const WindowSize& size);
    /// In painting order; valid until the next frame.
    [[nodiscard]] std::vector<PaintedList> painted() const;

    [[nodiscard]] bool quit() const { return quit_; }
    /// Whether all is drawn and nothing moves.
    [[nodiscard]] bool settled() const;
    [[nodiscard]] const Store& store() const { return store_; }
    [[nodiscard]] const Ui& ui() const { return ui_; }
    [[nodiscard]] const Canvas& canvas() const { return canvas_; }
    [[nodiscard]] const Inspector& inspector() const { return inspector_; }
    [[nodiscard]] const Player& player() const { return player_; }
    [[nodiscard]] const ExportDialog& export_dialog() const { return export_; }
    [[nodiscard]] const Toast& toast() const { return toast_; }

  private:
    void compose(const WindowRegions& regions, double pixels);
    void shortcuts(const WindowRegions& regions);
    void history_keys();
    void undo(bool again);
    void size_keys();
    void view_keys();
    void open_file(std::optional<std::size_t> parameter = std::nullopt);
    void open_one(const std::string& path);
    void dialogs();
    void play_keys();
    void clipboard_keys(const WindowRegions& regions);
    void play();
    void toggle_play();
    [[nodiscard]] CanvasSize figure_size(const WindowRegions& regions) const;
    void open_export(const WindowRegions& regions);
    void notices();

    FontMetrics metrics_;
    WindowServices services_;
    Store store_;
    Gestures gestures_;
    Ui ui_;
    Player player_;
    Inspector inspector_;
    Canvas canvas_;
    Exporter exporter_;
    ExportDialog export_;
    KeySheet keys_;
    FilePicker files_;
    Toast toast_;
    EngineChoice engine_;
    WindowRegions regions_;
    double pixels_ = 1;  // device pixels of a CSS pixel
    int window_width_ = 0, window_height_ = 0;
    bool capturing_ = false, quit_ = false;
    std::string noticed_, opened_from_;
    std::optional<std::size_t> opening_for_;  // the parameter of `opening_in_` that asked for a file
    const View* opening_in_ = nullptr;
    SessionKeeper keeper_;
    Worker worker_;  // last: its thread wakes the window, and ends first
};

}  // namespace poslab
