#include "core/files/file_deadline.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace poslab {
namespace {

using Clock = std::chrono::steady_clock;

/// More than a window asks about at a time; earlier answers are forgotten.
constexpr std::size_t max_questions = 256;

thread_local FileDeadline* deadline_of_thread = nullptr;

}  // namespace

struct FileDeadline::Question {
    std::string key;
    std::function<std::any()> ask;
    std::any last;
    std::exception_ptr failure;  // instead of an answer
    bool is_open = false;        // without an answer yet
    bool was_late = false;
    bool was_given_up = false;
    Clock::time_point asked_at, answered_at;

    [[nodiscard]] bool is_current() const {
        return was_given_up && Clock::now() - answered_at < late_answer_lasts;
    }
};

/// Shared with threads that may never end. The mutex protects it and the questions.
struct FileDeadline::Shared {
    std::function<void(const std::string&)> before;
    std::function<void()> wake;
    std::chrono::milliseconds patience{};
    std::mutex mutex;
    std::condition_variable asked, answered;
    std::deque<std::shared_ptr<Question>> waiting;  // for a thread
    std::size_t open = 0;                           // questions
    std::size_t threads = 0, idle = 0;
    bool has_ended = false;

    /// Starts a thread for the last question if none is idle. Returns false if there are no threads at all.
    static bool start_thread(const std::shared_ptr<Shared>& shared);
    void serve();
    void answer(const std::shared_ptr<Question>& question, std::unique_lock<std::mutex>& lock);
};

bool FileDeadline::Shared::start_thread(const std::shared_ptr<Shared>& shared) {
    if (shared->idle < shared->waiting.size() && shared->threads < max_threads) {
        try {
            std::thread([shared] { shared->serve(); }).detach();
            ++shared->threads;
        } catch (const std::system_error&) {  // as in a page, which has one thread
        }
    }
    return shared->threads > 0;
}

void FileDeadline::Shared::serve() {
    std::unique_lock lock(mutex);
    while (!has_ended) {
        if (!waiting.empty()) {
            const std::shared_ptr<Question> question = std::move(waiting.front());
            waiting.pop_front();
            answer(question, lock);
            continue;
        }
        if (idle > 0) break;  // one is enough
        ++idle;
        asked.wait(lock, [this] { return has_ended || !waiting.empty(); });
        --idle;
    }
    --threads;
}

void FileDeadline::Shared::answer(const std::shared_ptr<Question>& question,
                                  std::unique_lock<std::mutex>& lock) {
    const std::function<std::any()> ask = std::exchange(question->ask, {});
    lock.unlock();
    std::any found;
    std::exception_ptr failure;
    try {
        if (before) before(question->key);
        found = ask();
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    if (failure == nullptr) question->last = std::move(found);
    question->failure = std::move(failure);
    question->is_open = false;
    question->answered_at = Clock::now();
    question->was_late = question->answered_at - question->asked_at > patience;
    --open;
    answered.notify_all();
    if (question->was_given_up && wake && !has_ended) wake();
}

FileDeadline::FileDeadline(std::function<void(const std::string& key)> before,
                           std::chrono::milliseconds patience, std::function<void()> wake) {
    if (deadline_of_thread != nullptr) return;
    shared_ = std::make_shared<Shared>();
    shared_->before = std::move(before);
    shared_->wake = std::move(wake);
    shared_->patience = patience;
    deadline_of_thread = this;
}

FileDeadline::~FileDeadline() {
    if (shared_ == nullptr) return;
    deadline_of_thread = nullptr;
    const std::lock_guard lock(shared_->mutex);
    shared_->has_ended = true;
    shared_->asked.notify_all();
}

FileDeadline* FileDeadline::of_this_thread() { return deadline_of_thread; }

void FileDeadline::forget_answered() {
    if (questions_.size() < max_questions) return;
    std::erase_if(questions_, [](const auto& entry) { return !entry.second->is_open; });
}

std::pair<std::any, bool> FileDeadline::ask(const std::string& key, std::function<std::any()> ask,
                                            Patience patience) {
    std::unique_lock lock(shared_->mutex);
    auto found = questions_.find(key);
    if (found == questions_.end()) {
        forget_answered();
        found = questions_.emplace(key, std::make_shared<Question>()).first;
        found->second->key = key;
    }
    const std::shared_ptr<Question>& question = found->second;
    std::chrono::milliseconds wait = 2 * shared_->patience;
    if (patience == Patience::of_frame)
        wait = question->is_open                         ? std::chrono::milliseconds(0)
               : question->was_late || shared_->open > 0 ? brief_patience
                                                         : shared_->patience;
    if (!question->is_open && !question->is_current()) {
        question->ask = std::move(ask);
        question->failure = nullptr;
        question->asked_at = Clock::now();
        question->is_open = true;
        question->was_given_up = false;
        ++shared_->open;
        shared_->waiting.push_back(question);
        if (Shared::start_thread(shared_)) {
            shared_->asked.notify_one();
        } else {
            shared_->waiting.pop_back();
            shared_->answer(question, lock);
        }
    }
    shared_->answered.wait_for(lock, wait, [&] { return !question->is_open; });
    if (question->is_open) question->was_given_up = true;
    if (question->failure != nullptr) std::rethrow_exception(question->failure);
    return {question->last, question->is_open};
}

}  // namespace poslab
