#pragma once

#include "app/state/session_slot.hpp"
#include "core/documents/session.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace poslab {

/// The file with one window's session. Each window has a separate slot, so that windows do not overwrite each
/// other's sessions. Files that cannot be used are renamed, never overwritten; so is a session with which a
/// start ended before its picture was shown, so that it cannot end every start.
///
/// The class is for one thread; a background thread, started by the first save(), writes the file. Members
/// throw only std::bad_alloc.
class SessionFile {
  public:
    /// `wake` is called on the background thread whenever take_notice() has a new message; never after the
    /// destructor.
    explicit SessionFile(const SessionPaths& places = session_paths(), std::function<void()> wake = {});
    /// Calls flush(). A write that takes longer is abandoned and does not block the program.
    ~SessionFile();
    SessionFile(const SessionFile&) = delete;
    SessionFile& operator=(const SessionFile&) = delete;

    struct Loaded {
        std::optional<Session> session;  // unset: there is no session, or it is unusable
        std::vector<Message> notices;    // unusable parts, the reasons, and the names of backup files
    };
    /// Loads the session; call at most once, before the first save(). Creates only the lock file, and only if
    /// the folder exists.
    [[nodiscard]] Loaded load(std::span<const View* const> views);
    /// Reports that the session's picture is shown. If the program ends between load() and this call, other
    /// than by the destructor, the next load() sets the session aside.
    void end_start();

    /// Requests that `text` be written; replaces a text that waits. Does not wait.
    void save(std::string text);
    /// Waits until the newest text is written, with one more attempt if writing had failed. Returns false if
    /// it is not written in time.
    bool flush(std::chrono::milliseconds limit = std::chrono::seconds(2));

    /// Returns the reason why the newest text is not saved; each reason once.
    [[nodiscard]] std::optional<Message> take_notice();
    /// Returns the folder of all sessions; unset if the environment names none.
    [[nodiscard]] const std::optional<std::string>& folder() const { return folder_; }
    /// Returns this window's file; empty before it has a slot.
    [[nodiscard]] std::string path() const;

  private:
    class Writer;
    std::optional<std::string> folder_;
    std::shared_ptr<Writer> writer_;  // shared with the thread, which may be detached
    std::thread thread_;
};

}  // namespace poslab
