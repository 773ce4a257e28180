#pragma once

#include "core/documents/session.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {

/// Environment variables that determine the session's folder; empty: not set.
struct SessionPaths {
    std::string poslab_state;    // POSLAB_STATE
    std::string xdg_state_home;  // XDG_STATE_HOME; ignored unless absolute
    std::string home;            // HOME; ignored unless absolute
};
[[nodiscard]] SessionPaths session_paths();
/// Returns the absolute path of the session's folder, which may not exist; unset if the environment names
/// none.
[[nodiscard]] std::optional<std::string> session_folder(const SessionPaths& places);

/// One window's file in the folder: session.json for slot 1, session-2.json for slot 2, …. A lock on a
/// separate file next to it holds the slot; the kernel releases it however the program ends.
class SessionSlot {
  public:
    enum class Which { any, without_file };

    /// Returns the lowest slot that no other window holds, with `without_file` only one without a session;
    /// unset if there is none. If files cannot be locked, every window has slot 1. Does not wait and throws
    /// only std::bad_alloc.
    [[nodiscard]] static std::optional<SessionSlot> take(const std::string& folder, Which which);

    SessionSlot(SessionSlot&& other) noexcept
        : folder_(std::move(other.folder_)), number_(other.number_), lock_(std::exchange(other.lock_, -1)) {}
    SessionSlot& operator=(SessionSlot&& other) noexcept;
    ~SessionSlot();

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool locked() const { return lock_ >= 0; }
    /// Marks the slot's lock file until end_start() or the destructor. Returns true if it was marked: the
    /// previous window with this slot ended in between, by a crash or a kill.
    bool begin_start();
    void end_start();
    /// Returns "FOLDER/session-2.json"; `ending` replaces ".json".
    [[nodiscard]] std::string path(std::string_view ending = ".json") const;

  private:
    SessionSlot(std::string folder, int number, int lock)
        : folder_(std::move(folder)), number_(number), lock_(lock) {}

    std::string folder_;
    int number_ = 1;
    int lock_ = -1;  // file descriptor; -1: locking is not possible
};

/// Returns the session of the first window, with which further windows start.
[[nodiscard]] std::string first_session_path(const std::string& folder);

/// A file's bytes, or the reason why they are missing.
struct SessionBytes {
    enum class State { read, absent, refused };
    State state = State::absent;
    std::string text;
    Message refusal;
};
/// Reads regular files of at most most_session_bytes; never blocks on a pipe or device. Throws only
/// std::bad_alloc.
[[nodiscard]] SessionBytes read_session_bytes(const std::string& path);

/// Renames `path` to the first free name of "STEM.WHAT-1.json", "STEM.WHAT-2.json", …; never overwrites a
/// file. Returns the new path; unset on failure, and `path` is then unchanged.
[[nodiscard]] std::optional<std::string> move_aside(const std::string& path, std::string_view what);
/// Writes `text`, the contents of `path`, under such a name, completely or not at all.
[[nodiscard]] std::optional<std::string> copy_aside(const std::string& path, std::string_view what,
                                                    std::string_view text);

/// Creates the folder and missing parents, for this user only. Throws OutputError.
void make_session_folder(const std::string& folder);

}  // namespace poslab
