#pragma once

#include <any>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace poslab {

/// How long a question about a file may take: the window asks in every frame, and for what its user does.
enum class Patience { of_frame, of_action };

/// While one exists, its thread waits only briefly for answers about files: a mount whose server is gone
/// never answers. The window's thread has one; threads that compute have none and wait. Other threads ask the
/// questions; one that gets no answer is left behind, even at the end of the program.
class FileDeadline {
  public:
    /// How long a question of a frame waits for its answer; one of an action waits twice as long.
    static constexpr std::chrono::milliseconds usual_patience{250};
    /// How long that of a frame waits if the last answer came late, or another question has no answer yet.
    static constexpr std::chrono::milliseconds brief_patience{20};
    /// An answer that came after its question was given up counts as current this long: the frame that it
    /// wakes does not ask again.
    static constexpr std::chrono::milliseconds late_answer_lasts{1000};
    /// Further questions wait until one of this many threads has its answer.
    static constexpr std::size_t max_threads = 16;

    /// Has no effect if this thread has one already. `before` is called with the key on the asking thread,
    /// ahead of each question: tests delay answers with it. `wake` is called on that thread, until this
    /// object is destroyed, when the answer to a question comes that was given up.
    explicit FileDeadline(std::function<void(const std::string& key)> before = {},
                          std::chrono::milliseconds patience = usual_patience,
                          std::function<void()> wake = {});
    ~FileDeadline();
    FileDeadline(const FileDeadline&) = delete;
    FileDeadline& operator=(const FileDeadline&) = delete;

    template <class Answer>
    struct Reply {
        std::optional<Answer> last;  // the newest answer, if any has come
        bool is_late = false;        // the question has no answer yet: `last` may be outdated
    };
    /// Asks on this thread if it has no deadline. Otherwise asks on another, unless the last question with
    /// this key has no answer yet, and waits until the deadline. `ask` must own what it uses. Throws what
    /// `ask` throws.
    template <class Ask, class Answer = std::invoke_result_t<Ask>>
    [[nodiscard]] static Reply<Answer> answer(const std::string& key, const Ask& ask,
                                              Patience patience = Patience::of_frame) {
        FileDeadline* const here = of_this_thread();
        if (here == nullptr) return {ask(), false};
        const auto [last, is_late] = here->ask(
            key, [ask] { return std::any(ask()); }, patience);
        const auto* const known = std::any_cast<Answer>(&last);
        return {known == nullptr ? std::nullopt : std::optional<Answer>(*known), is_late};
    }

  private:
    struct Question;
    struct Shared;

    [[nodiscard]] static FileDeadline* of_this_thread();
    [[nodiscard]] std::pair<std::any, bool> ask(const std::string& key, std::function<std::any()> ask,
                                                Patience patience);
    void forget_answered();

    std::map<std::string, std::shared_ptr<Question>> questions_;
    std::shared_ptr<Shared> shared_;  // with the threads; null if this object has no effect
};

}  // namespace poslab
