#pragma once

#include "core/base/job.hpp"

#include "app/state/file_dialog_request.hpp"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

namespace poslab {

/// The desktop's file dialog, shown by an external program: kdialog first on KDE, zenity first elsewhere,
/// then the other of the two, then matedialog. It requires a display.
/// POSLAB_FILE_DIALOG=own|zenity|kdialog|matedialog restricts the choice to that one; own: the window's
/// picker.
///
/// Not supported: the desktop portal, which answers with a signal to the calling connection, while `gdbus
/// call` closes it when the call returns (zenity 4 uses the portal itself); qarma, whose --confirm-overwrite
/// disables the confirmation.
class DesktopDialog {
  public:
    /// Looks up an environment variable.
    using Lookup = std::function<std::optional<std::string>(const char* name)>;

    struct Chosen {
        std::string path;                  // absolute
        bool overwrite_confirmed = false;  // false: if the file exists, the caller must confirm overwriting
        bool operator==(const Chosen&) const = default;
    };
    struct Cancelled {
        bool operator==(const Cancelled&) const = default;
    };
    /// The dialog could not be shown; the caller asks instead.
    struct Failed {
        std::string reason;
        bool operator==(const Failed&) const = default;
    };
    using Answer = std::variant<Chosen, Cancelled, Failed>;

    /// `wake` is called on another thread, once per answer. It must stay valid until the object is destroyed.
    explicit DesktopDialog(std::function<void()> wake, Lookup lookup = process_environment);
    /// Cancels.
    ~DesktopDialog();
    DesktopDialog(const DesktopDialog&) = delete;
    DesktopDialog& operator=(const DesktopDialog&) = delete;

    /// True if a dialog is available now. Looks for files, so do not call it in every frame.
    [[nodiscard]] bool available() const { return found().has_value(); }
    /// Opens the dialog without waiting for the user. `window`: the parent X11 window, 0 for none; only
    /// kdialog uses it. Returns false if a dialog is open already; a program that cannot be started gives the
    /// answer Failed.
    bool ask(const FileDialogRequest& request, std::uint64_t window = 0);
    [[nodiscard]] bool asking() const;
    /// Returns the answer, once.
    [[nodiscard]] std::optional<Answer> answer();
    /// Terminates the program and its children; no answer follows.
    void cancel();

    [[nodiscard]] static std::optional<std::string> process_environment(const char* name);

  private:
    struct Program {
        std::string name, path;
    };
    struct Child;

    [[nodiscard]] std::optional<Program> found() const;
    [[nodiscard]] std::optional<std::string> in_path(std::string_view name) const;
    [[nodiscard]] std::string variable(const char* name) const;
    void attend(const Child& child);
    void conclude(Answer answer);

    std::function<void()> wake_;
    Lookup lookup_;
    mutable std::mutex mutex_;
    bool asking_ = false;
    pid_t running_ = 0;  // process to terminate; 0: none
    std::optional<Answer> answer_;
    std::jthread thread_;  // last: it uses the other members
};

}  // namespace poslab
