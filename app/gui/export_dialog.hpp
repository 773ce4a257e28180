#pragma once

#include "app/gui/command_box.hpp"
#include "app/gui/export_places.hpp"
#include "app/gui/export_preview.hpp"
#include "app/gui/export_rows.hpp"
#include "app/gui/file_dialog.hpp"
#include "app/gui/film_preview.hpp"
#include "app/gui/widgets/pop_up.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/background_job.hpp"
#include "app/state/exporter.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The pop-up that exports the figure or its numbers, on a thread of its own. It remembers format, preset and
/// folder.
class ExportDialog {
  public:
    ExportDialog(Exporter exporter, std::function<void()> wake, bool desktop_dialogs);

    void open(Ui& ui, const Store& store, const Player& player, const CanvasSize& canvas);
    /// Opens the dialog to record a film of this parameter of the current view.
    void open_to_record(Ui& ui, const Store& store, const Player& player, const CanvasSize& canvas,
                        std::size_t parameter);
    /// Copies the figure on screen to the clipboard as a PNG; the dialog stays closed and keeps its choice.
    void copy_figure(const Store& store, const CanvasSize& canvas);
    [[nodiscard]] bool is_open() const { return pop_up_.is_open() || files_.is_open(); }
    [[nodiscard]] bool reading_folder() const { return files_.reading(); }
    /// `shown`: the variants on the canvas, for the preview.
    void draw(Ui& ui, const Store& store, std::span<const Variant> shown, Toast& toast);
    /// The equivalent command line, as last shown.
    [[nodiscard]] const std::string& command() const { return command_; }
    [[nodiscard]] bool busy() const { return job_.running(); }

    [[nodiscard]] const ExportChoice& choice() const { return choice_; }

  private:
    void prepare_slider(const Store& store, const Player& player);
    void choose_slider(const Store& store, const Player& player, std::size_t parameter);
    /// Updates what depends on the choice after a change.
    void follow_choice();
    [[nodiscard]] bool records() const { return job_.running() && recorded_.steps > 0; }
    [[nodiscard]] bool is_taken() const;
    void draw_first_frame(Ui& ui, const ExportLayout& places);
    /// `picture`: the preview's rectangle; `omitted`: what does not fit on the page.
    void draw_under_preview(Ui& ui, const ExportLayout& places, Rect picture,
                            std::span<const ReportedOmission> omitted);
    /// Draws the line below a film's size: which frame is shown, and progress of the shared axes.
    void draw_film_line(Ui& ui, Rect area);
    void draw_progress(Ui& ui, Rect room);
    void draw_dialog(Ui& ui, std::span<const Variant> shown);
    void draw_content(Ui& ui, std::span<const Variant> shown, const ExportLayout& places);
    void draw_footer(Ui& ui, Rect footer);
    void draw_file(Ui& ui, Rect room);
    void draw_sentence(Ui& ui, Rect room, const std::string& message, Color color);
    void ask_for_file(Ui& ui);
    void take_file(Ui& ui);
    void start(Ui& ui);
    void start_copy(ExportChoice choice);
    void finish(Toast& toast);
    [[nodiscard]] std::string caption() const;
    [[nodiscard]] std::string film_caption() const;
    [[nodiscard]] std::string progress_text(double fraction) const;
    [[nodiscard]] std::string_view text(Text what) const { return in(choice_.language, what); }

    Exporter exporter_;
    PopUp pop_up_;
    FileDialog files_;
    CommandBox box_;
    ExportChoice choice_;
    std::optional<ExportChoice> commanded_;      // the choice of command_; making it may read a file
    const FigureInfo* window_figure_ = nullptr;  // the window's figure when the dialog was last opened
    CanvasSize canvas_;
    FieldFaults faults_;
    std::string error_, command_;
    std::vector<std::string> writing_;
    std::string to_confirm_, confirmed_;  // paths: confirmation pending; confirmed to overwrite
    bool copying_ = false;
    PlayRanges played_;        // of the view, when the dialog was opened
    AnimationChoice offered_;  // the animation that followed for the slider
    const View* sliders_view_ = nullptr;
    std::optional<FilmFacts> film_;  // of the choice
    FilmFacts recorded_;             // of the film being written; zero steps if none
    ExportPreview preview_;
    FilmPreview film_preview_;
    BackgroundJob job_;  // last: it wakes the window
};

}  // namespace poslab
