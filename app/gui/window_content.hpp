#pragma once

#include "app/cli/command_line.hpp"
#include "app/gui/canvas.hpp"
#include "app/gui/export_dialog.hpp"
#include "app/gui/file_dialog.hpp"
#include "app/gui/gestures.hpp"
#include "app/gui/gui_context.hpp"
#include "app/gui/imgui_input.hpp"
#include "app/gui/inspector.hpp"
#include "app/gui/key_sheet.hpp"
#include "app/gui/lesson_page.hpp"
#include "app/gui/open_sheet.hpp"
#include "app/gui/palette.hpp"
#include "app/gui/text_widths.hpp"
#include "app/gui/train_dialog.hpp"
#include "app/gui/visit_card.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/actions.hpp"
#include "app/state/file_opening.hpp"
#include "app/state/full_screen.hpp"
#include "app/state/palette_topics.hpp"
#include "app/state/player.hpp"
#include "app/state/presets.hpp"
#include "app/state/session_keeper.hpp"
#include "app/state/store.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The size of a window: its content in CSS pixels, device pixels per CSS pixel, and its size in the window
/// system's units.
struct WindowSize {
    double width = 0, height = 0, pixels = 1;
    double window_width = width, window_height = height;
    double restored_width = window_width, restored_height = window_height;  // outside full screen
};

/// Returns the largest interface size, at most `requested` percent, at which a window of this many CSS pixels
/// has room for its panes.
[[nodiscard]] int fitting_percent(int requested, double width, double height);

/// The areas of the panes.
struct WindowRegions {
    Rect rail, header, tabs, canvas, inspector, status;
    double padding = 24;
    bool small = false;
};
/// The pane to the right of the figure.
enum class Side { inspector, page };
/// `tabs_height`: height reserved for the view's figure tabs under the header.
[[nodiscard]] WindowRegions window_regions(double width, double height, double tabs_height = 0,
                                           Side side = Side::inspector);

/// The scale of the interface for a lecture room in a window of this many CSS pixels: 2 at 1280 x 720.
[[nodiscard]] double lecture_scale(double width, double height);
/// The areas for a lecture room: the figure, and the step or a slider.
[[nodiscard]] WindowRegions lecture_regions(double width, double height, LectureForm form);

/// The working folder with a trailing slash; the home folder if that is the root, as for programs started by
/// a desktop.
[[nodiscard]] std::string first_folder();

/// The content of the window, frame by frame, in Dear ImGui windows. Independent of window system and OpenGL.
class WindowContent {
  public:
    /// Uses the current Dear ImGui context. `fonts` and `gui` must outlive the object; `wake` requests a
    /// frame from any thread. `desktop_dialogs`: allows the desktop's file dialogs.
    WindowContent(const FontLibrary& fonts, GuiContext& gui, const WindowOptions& options,
                  std::function<void()> wake, SessionKeeper keeper = {}, bool desktop_dialogs = false);
    /// Saves the session.
    ~WindowContent();
    WindowContent(const WindowContent&) = delete;
    WindowContent& operator=(const WindowContent&) = delete;

    /// Opens dropped or chosen files, each by its kind.
    void open_files(const std::vector<std::string>& paths);
    /// Saves the session immediately.
    void keep_session();

    /// Draws a frame. Call between NewFrame and Render.
    void frame(const WindowSize& size, FrameInput input = {});

    [[nodiscard]] bool quit() const { return quit_; }
    /// True if everything is drawn and nothing moves.
    [[nodiscard]] bool settled() const;
    /// True while the requested picture is being computed.
    [[nodiscard]] bool computing() const;
    [[nodiscard]] const Store& store() const { return store_; }
    [[nodiscard]] const Ui& ui() const { return ui_; }
    [[nodiscard]] const Canvas& canvas() const { return canvas_; }
    [[nodiscard]] const Player& player() const { return player_; }
    [[nodiscard]] const ExportDialog& export_dialog() const { return export_; }
    [[nodiscard]] const TrainDialog& train_dialog() const { return train_; }
    [[nodiscard]] const Toast& toast() const { return toast_; }
    [[nodiscard]] const CommandPalette& command_palette() const { return palette_; }
    [[nodiscard]] const Presets& presets() const { return presets_; }
    [[nodiscard]] const LessonCourse& course() const { return course_; }
    [[nodiscard]] const LessonPage& lesson_page() const { return lesson_page_; }
    [[nodiscard]] const WindowRegions& regions() const { return regions_; }
    [[nodiscard]] bool presenting() const { return store_.lessons.presenting(); }
    /// True if the window should cover the whole screen.
    [[nodiscard]] bool wants_full_screen() const { return full_screen_.is_on(presenting()); }

  private:
    void compose(const WindowRegions& regions, const CanvasContext& context);
    void draw_canvas(const WindowRegions& regions, const CanvasContext& bare);
    [[nodiscard]] CanvasContext with_lesson(CanvasContext context);
    void draw_welcome_card(const WindowRegions& regions);
    /// Draws the inspector, or the page of lessons.
    void draw_side(const WindowRegions& regions);
    /// Draws the figure and the step for a lecture room.
    void compose_lecture(const WindowRegions& regions, const CanvasContext& context);
    [[nodiscard]] LectureForm lecture_form(const WindowSize& size);
    [[nodiscard]] bool shows_visit_alone() const;
    void draw_lecture_side(Rect area);
    void draw_opening(Rect room);
    /// The panels named by the step that a lecture room shows.
    [[nodiscard]] std::vector<std::size_t> lecture_panels(const Figure& figure) const;
    void update_lessons();
    void lecture_keys();
    void draw_pointer();
    void open_side(SidePage page);
    void go_by_steps(std::ptrdiff_t steps);
    void present();
    void note_presentation();
    void make_step();
    void reset_answers();
    void restore_answers();
    bool undo_reset();
    void shortcuts();
    void view_keys();
    void perform(Action action);
    /// True, with a message that says so, if the step first asks for a curve that an export would reveal.
    bool hides_curve();
    void undo(bool again);
    void go_by_views(std::ptrdiff_t steps);
    void change_size(std::ptrdiff_t steps);
    void compare_as(Comparison::How how);
    void copy(Action what);
    void lock_axes();
    void take_played();
    void play();
    void toggle_play();
    /// Opens the dialog to record a film of this slider, unless another view is shown.
    void record(const ViewParameter& parameter);
    void open_training();
    void pin();
    [[nodiscard]] CanvasSize figure_size() const;

    [[nodiscard]] PaletteSource palette_source();
    void open_palette();
    void carry_out(const PaletteEntry& entry);
    void open_lesson(const OpenLesson& requested);

    enum class FileDialogPurpose { opening, preset_import, preset_export };
    void open_file(const std::optional<ViewParameter>& parameter = std::nullopt);
    void take_requests();
    void open_one(const std::string& path);
    /// Opens the files that have been read. Throws InputError if a capture needs one and it cannot be opened.
    void open_waiting();
    /// "Opening weights.json · Stop"; empty if no file is read.
    [[nodiscard]] std::string opening_text() const;
    void open_found(FileOpening::Found found);
    void take_filled(FileOpening::Found found);
    void open_as(FileOpening::Found found);
    void open_recent();
    /// Reports the result of opening a file; a success once it is on screen.
    void tell_opened(Toast toast);
    [[nodiscard]] std::string folder_to_open() const;
    void ask_for_presets(FileDialogPurpose what);
    void take_preset_file(const std::string& path);
    void dialogs();
    void notices();
    void draw_messages(Rect room);

    TextWidths metrics_;
    Store store_;
    Gestures gestures_;
    Ui ui_;
    Player player_;
    Inspector inspector_;
    Exporter exporter_;
    ExportDialog export_;
    KeySheet keys_;
    CommandPalette palette_;
    VisitCard visit_card_;
    FileDialog files_;
    FileDialogPurpose dialog_purpose_ = FileDialogPurpose::opening;
    OpenSheet open_sheet_;
    TrainDialog train_;
    LessonPage lesson_page_;
    LecturePlan lecture_plan_;
    LectureForm lecture_form_ = LectureForm::right;
    bool laser_ = false, blank_ = false;  // while presenting
    std::size_t steps_opened_ = 0;
    Toast toast_;
    std::optional<Toast> opened_;  // reported when the opened file is on screen
    EngineChoice engine_;
    WindowRegions regions_;
    double pixels_ = 1;  // device pixels per CSS pixel
    int window_width_ = 0, window_height_ = 0, restored_width_ = 0, restored_height_ = 0;
    FullScreen full_screen_;
    bool was_presenting_ = false;
    /// Answers before their reset, until a presentation begins or ends.
    struct ResetAnswers {
        LessonWork work;
        std::size_t undo_steps = 0;  // right after the reset: Undo reverts the latest change
    };
    std::optional<ResetAnswers> reset_;
    bool quit_ = false;
    Message noticed_;
    std::string opened_from_;
    bool needs_first_file_ = false;             // a capture without it would show something else
    std::optional<ViewParameter> opening_for_;  // the parameter that needs a file
    SessionKeeper keeper_;
    Presets presets_;
    // Last, so that their threads, which wake the window, end first.
    Canvas canvas_;
    FileOpening opening_;
    PaletteTopics topics_;
    LessonCourse course_;
    LessonSketch sketch_{course_};
};

}  // namespace poslab
