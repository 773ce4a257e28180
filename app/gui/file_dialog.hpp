#pragma once

#include "app/gui/file_picker.hpp"
#include "app/window/desktop_dialog.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace poslab {

/// Asks the user for a file: with the desktop's dialog if one is available, else with the window's picker.
class FileDialog {
  public:
    /// `desktop`: allows the desktop's dialog. `wake` is called from any thread when the desktop has an
    /// answer, or the picker has read a folder.
    FileDialog(std::function<void()> wake, bool desktop);

    /// Asks; replaces a pending request.
    void ask(Ui& ui, FileDialogRequest request, bool animated = true);
    /// True while the picker is open.
    [[nodiscard]] bool is_open() const { return picker_.is_open(); }

    /// True while the picker reads a folder.
    [[nodiscard]] bool reading() const { return picker_.reading(); }
    /// True while the desktop's dialog is open.
    [[nodiscard]] bool waiting() const { return waiting_; }
    /// Closes the desktop's dialog.
    void cancel();

    struct Answer {
        std::string path;                  // absolute
        bool overwrite_confirmed = false;  // when saving: the user agreed to overwrite
    };
    /// Draws the picker while it is open; call in every frame. Returns an answer once.
    std::optional<Answer> draw(Ui& ui, Language language);

  private:
    std::optional<Answer> poll_desktop_dialog(Ui& ui);

    std::unique_ptr<DesktopDialog> desktop_;
    bool waiting_ = false;  // for the desktop
    FileDialogRequest request_;
    FilePicker picker_;
};

}  // namespace poslab
