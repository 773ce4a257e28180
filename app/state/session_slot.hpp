#pragma once

#include "core/documents/session.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {

/// The environment as far as it says where the session is; empty: not set.
struct SessionPlaces {
    std::string poslab_state;    // POSLAB_STATE
    std::string xdg_state_home;  // XDG_STATE_HOME; must be absolute, else it does not count
    std::string home;            // HOME, likewise
};
[[nodiscard]] SessionPlaces session_places();
/// The absolute path of the session's folder, which need not exist; none if nothing in the environment names one.
[[nodiscard]] std::optional<std::string> session_folder(const SessionPlaces& places);

/// The place of one window in the folder: session.json for slot 1, session-2.json for slot 2, ….
/// Held by a lock on a file of its own beside it, which the kernel releases however the program ends.
class SessionSlot {
  public:
    enum class Which { any, without_file };

    /// The lowest slot that no other window holds; `without_file`: and that has no session yet. None if there is none.
    /// Where files cannot be locked every window has slot 1. Does not wait and throws nothing but std::bad_alloc.
    [[nodiscard]] static std::optional<SessionSlot> take(const std::string& folder, Which which);

    SessionSlot(SessionSlot&& other) noexcept
        : folder_(std::move(other.folder_)), number_(other.number_), lock_(std::exchange(other.lock_, -1)) {}
    SessionSlot& operator=(SessionSlot&& other) noexcept;
    ~SessionSlot();

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool locked() const { return lock_ >= 0; }
    /// "FOLDER/session-2.json"; `ending` stands for ".json".
    [[nodiscard]] std::string path(std::string_view ending = ".json") const;

  private:
    SessionSlot(std::string folder, int number, int lock) : folder_(std::move(folder)), number_(number), lock_(lock) {}

    std::string folder_;
    int number_ = 1;
    int lock_ = -1;  // descriptor; -1: locking is not possible here
};

/// The session of the first window, from which the further ones start.
[[nodiscard]] std::string first_session_path(const std::string& folder);

/// A file's bytes, or why there are none.
struct SessionBytes {
    enum class State { read, absent, refused };
    State state = State::absent;
    std::string text;
    Sentence refusal;
};
/// Reads regular files of at most most_session_bytes; never waits for a pipe or device. Throws std::bad_alloc only.
[[nodiscard]] SessionBytes read_session_bytes(const std::string& path);

/// Renames `path` to the first free of "STEM.WHAT-1.json", "STEM.WHAT-2.json", …; nothing is ever overwritten.
/// Returns the new path; none if that was not possible, and then `path` is as it was.
[[nodiscard]] std::optional<std::string> move_aside(const std::string& path, std::string_view what);
/// Writes `text`, which `path` holds, under such a name; all of it or nothing.
[[nodiscard]] std::optional<std::string> copy_aside(const std::string& path, std::string_view what, std::string_view text);

/// Makes the folder and those above it, for this user only, where they do not exist. Throws OutputError.
void make_session_folder(const std::string& folder);

}  // namespace poslab
