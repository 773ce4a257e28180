#pragma once

#include "app/gui/command_box.hpp"
#include "app/gui/dialog_fields.hpp"
#include "app/gui/file_dialog.hpp"
#include "app/gui/widgets/pop_up.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/model_training.hpp"

#include <functional>
#include <string>

namespace poslab {

/// The pop-up to train a small model and watch its progress.
class TrainDialog {
  public:
    TrainDialog(std::function<void()> wake, bool desktop_dialogs)
        : files_(wake, desktop_dialogs), training_(std::move(wake)) {}

    /// `folder`: models are saved in its subfolder models/.
    void open(Ui& ui, const std::string& folder, bool animated);
    [[nodiscard]] bool is_open() const { return pop_up_.is_open() || files_.is_open(); }
    [[nodiscard]] bool reading_folder() const { return files_.reading(); }
    void draw(Ui& ui, Store& store, Toast& toast);
    [[nodiscard]] const ModelTraining& training() const { return training_; }
    /// "Training 32 %", for the status bar; empty without a training.
    [[nodiscard]] std::string status(Language language) const;

  private:
    void take_file(Ui& ui);
    void draw_dialog(Ui& ui);
    void draw_settings(Ui& ui, Rect body);
    void draw_numbers(Ui& ui, Rect room, double pitch);
    void draw_paths(Ui& ui, Rect& row, double pitch);
    void draw_choices(Ui& ui, Rect& row, double pitch);
    void draw_progress(Ui& ui, Rect body) const;
    void draw_footer(Ui& ui, Rect footer);
    void start();
    void ask_for_text(Ui& ui);
    [[nodiscard]] std::string about() const;
    [[nodiscard]] std::string_view text(Text what) const { return in(language_, what); }

    PopUp pop_up_;
    FileDialog files_;
    CommandBox box_;
    FieldFaults faults_;
    TrainingRequest request_;
    std::string folder_, error_;
    std::string offered_;  // the default folder of models
    Language language_;
    ModelTraining training_;  // last: its thread ends first
};

}  // namespace poslab
