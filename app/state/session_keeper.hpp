#pragma once

#include "app/cli/command_line.hpp"
#include "app/state/player.hpp"
#include "app/state/session_file.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The parts of the window that the session saves.
struct SessionParts {
    Store& store;
    Player& player;
};

/// Restores a session in the window and saves changes, at most once every `pause` seconds. Does nothing
/// without a file.
class SessionKeeper {
  public:
    static constexpr double pause = 0.4;  // seconds; the maximum work lost in a crash

    SessionKeeper() = default;
    /// Loads the session in `file`, if there is one. `file` must outlive this object.
    explicit SessionKeeper(SessionFile& file);

    /// Returns the folder of the session; unset if sessions are not saved.
    [[nodiscard]] std::optional<std::string> folder() const {
        return file_ != nullptr ? file_->folder() : std::nullopt;
    }
    /// Returns the saved size of the window, if known.
    [[nodiscard]] std::optional<std::pair<int, int>> window_size() const;
    /// Restores the session, then applies the options of the command line as an undoable change.
    void restore(const SessionParts& parts, const WindowOptions& options);
    /// Reports that the restored state is shown: from then on the session is not blamed for a crash.
    void end_start();
    /// Saves changes; call at the end of each frame. Returns the delay in seconds after which it needs
    /// another frame, if any.
    std::optional<double> keep(const SessionParts& parts, int width, int height, double now);
    /// Saves changes immediately, at the end of the program.
    void keep_now(const SessionParts& parts, int width, int height);
    /// Returns a message for the user, one at a time.
    [[nodiscard]] std::optional<Message> take_notice();

  private:
    void note_missing_files();

    SessionFile* file_ = nullptr;
    std::optional<Session> loaded_;
    std::vector<Message> notices_;
    std::string saved_;
    bool starting_ = true;
    double saved_at_ = -1e9;
};

/// Returns the window's settings: theme, language, size, folded sections, play of sliders.
[[nodiscard]] nlohmann::ordered_json settings_of(const SessionParts& parts);
/// Reads valid settings and ignores the rest.
void apply_settings(const SessionParts& parts, const nlohmann::ordered_json& settings);

}  // namespace poslab
