#pragma once

#include "app/gui/file_picker.hpp"
#include "app/window/desktop_dialog.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace poslab {

/// Asks for a file: by the desktop's own dialog where there is one, which leaves the window as it is, else by the window's picker.
class FileAsker {
  public:
    /// Without `desktop` by the picker only. `wake` is called by any thread when the desktop has an answer.
    FileAsker(std::function<void()> wake, bool desktop);

    /// What was being asked before is forgotten.
    void ask(Ui& ui, FileQuestion question, bool animated = true);
    /// Whether the picker lies over the window.
    [[nodiscard]] bool is_open() const { return picker_.is_open(); }

    /// Whether the desktop is asking.
    [[nodiscard]] bool waiting() const { return waiting_; }
    /// The desktop need not ask any more.
    void cancel();

    struct Answer {
        std::string path;     // absolute
        bool agreed = false;  // if it is to be saved to: the user knows what is overwritten
    };
    /// In every frame: draws the picker while it is open. An answer comes once.
    std::optional<Answer> draw(Ui& ui, Language language);

  private:
    std::optional<Answer> take_desktop_answer(Ui& ui);

    std::unique_ptr<DesktopDialog> desktop_;
    bool waiting_ = false;  // for the desktop
    FileQuestion question_;
    FilePicker picker_;
};

}  // namespace poslab
