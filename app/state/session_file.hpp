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

/// The file that keeps one window's session. Each window has a slot of its own, so that none destroys another's session.
/// Bytes that this program cannot use are set aside, never overwritten. One thread uses this; the writing is done on a
/// background thread, which starts with the first save(). Nothing here throws but std::bad_alloc.
class SessionFile {
  public:
    /// `wake` is called on the background thread whenever take_notice() has something new; never after the destructor.
    explicit SessionFile(const SessionPlaces& places = session_places(), std::function<void()> wake = {});
    /// Does what flush() does. A write that hangs longer is left behind and does not hold the program up.
    ~SessionFile();
    SessionFile(const SessionFile&) = delete;
    SessionFile& operator=(const SessionFile&) = delete;

    struct Loaded {
        std::optional<Session> session;  // none: there is none, or nothing of it could be used
        std::vector<Sentence> notices;   // what could not be used, why, and where it is kept
    };
    /// At most once, before the first save(). Makes nothing but the lock, and that only if the folder exists.
    [[nodiscard]] Loaded load(std::span<const View* const> views);

    /// Asks for `text` to be what the file holds; a text that waits is replaced by it. Does not wait.
    void save(std::string text);
    /// Waits until the newest text is written, trying once more what had failed. False if it is not written by then.
    bool flush(std::chrono::milliseconds limit = std::chrono::seconds(2));

    /// Why the newest text is not saved; each reason once.
    [[nodiscard]] std::optional<Sentence> take_notice();
    /// The folder of all sessions; none if nothing names one.
    [[nodiscard]] const std::optional<std::string>& folder() const { return folder_; }
    /// This window's file; empty before it has a slot.
    [[nodiscard]] std::string path() const;

  private:
    class Writer;
    std::optional<std::string> folder_;
    std::shared_ptr<Writer> writer_;  // shared with the thread, which may have to be left behind
    std::thread thread_;
};

}  // namespace poslab
