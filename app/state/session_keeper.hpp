#pragma once

#include "app/cli/command_line.hpp"
#include "app/state/player.hpp"
#include "app/state/session_file.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What of the window the session holds.
struct SessionParts {
    Store& store;
    Player& player;
};

/// Brings a session into the window and saves what changes, at most every `pause` seconds. Without a file it does nothing.
class SessionKeeper {
  public:
    static constexpr double pause = 0.4;  // seconds: so much work a crash may cost, and no more

    SessionKeeper() = default;
    /// Loads the session that `file` holds, if there is one. `file` must outlive this.
    explicit SessionKeeper(SessionFile& file);

    /// Where the session is kept; none: it is not.
    [[nodiscard]] std::optional<std::string> folder() const { return file_ != nullptr ? file_->folder() : std::nullopt; }
    /// The size that the window had, if it is known.
    [[nodiscard]] std::optional<std::pair<int, int>> window_size() const;
    /// The session, then what the command line asks for; that what it replaces can be undone.
    void restore(const SessionParts& parts, const WindowOptions& options);
    /// Once a frame, after everything: saves if something changed. Returns the seconds after which it wants a frame, or none.
    std::optional<double> keep(const SessionParts& parts, int width, int height, double now);
    /// The same without delay, at the end.
    void keep_now(const SessionParts& parts, int width, int height);
    /// What the user should know, one at a time.
    [[nodiscard]] std::optional<Sentence> take_notice();

  private:
    void note_missing_files();

    SessionFile* file_ = nullptr;
    std::optional<Session> loaded_;
    std::vector<Sentence> notices_;
    std::string saved_;
    double saved_at_ = -1e9;
};

/// Of the shell: theme, language, size, what is folded, how sliders play.
[[nodiscard]] nlohmann::ordered_json settings_of(const SessionParts& parts);
/// Takes what is there and makes sense.
void apply_settings(const SessionParts& parts, const nlohmann::ordered_json& settings);

}  // namespace poslab
