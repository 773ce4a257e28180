#pragma once

#include "core/base/job.hpp"

#include "app/state/file_question.hpp"

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

/// The desktop's own file dialog, which a program draws that is started for it: kdialog first on KDE, elsewhere zenity first,
/// then the other of the two, then matedialog. Without a display there is none. POSLAB_FILE_DIALOG=own|zenity|kdialog|matedialog
/// leaves only that one; own: none, the window asks itself.
///
/// Left out: the desktop portal, whose answer is a signal to the connection that asked, which `gdbus call` closes as soon as the
/// call returns (zenity 4 asks the portal itself); qarma, whose --confirm-overwrite turns asking off.
class DesktopDialog {
  public:
    /// A variable of the environment.
    using Lookup = std::function<std::optional<std::string>(const char* name)>;

    struct Chosen {
        std::string path;       // absolute
        bool confirmed = true;  // false: it exists and would be overwritten, and the user has not been asked; the caller must
        bool operator==(const Chosen&) const = default;
    };
    struct Cancelled {
        bool operator==(const Cancelled&) const = default;
    };
    /// The user could not be asked; the caller does.
    struct Failed {
        std::string reason;
        bool operator==(const Failed&) const = default;
    };
    using Answer = std::variant<Chosen, Cancelled, Failed>;

    /// `wake` is called on a thread of its own, once for each answer that has come. It must serve until the object is gone.
    explicit DesktopDialog(std::function<void()> wake, Lookup lookup = process_environment);
    /// Cancels.
    ~DesktopDialog();
    DesktopDialog(const DesktopDialog&) = delete;
    DesktopDialog& operator=(const DesktopDialog&) = delete;

    /// Whether there is one at this moment: looks for files, so not for every frame.
    [[nodiscard]] bool available() const { return found().has_value(); }
    /// Never waits for the user. `window`: the X11 window that it belongs to, 0 for none; only kdialog heeds it. False: one is
    /// asking already. A program that cannot be started is an answer, too.
    bool ask(const FileQuestion& question, std::uint64_t window = 0);
    [[nodiscard]] bool asking() const;
    /// Once, after asking.
    [[nodiscard]] std::optional<Answer> answer();
    /// Ends the program and all that it started. No answer comes any more.
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
    pid_t running_ = 0;  // 0: none that may be killed
    std::optional<Answer> answer_;
    std::jthread thread_;  // last: it uses all the others
};

}  // namespace poslab
