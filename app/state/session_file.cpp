#include "app/state/session_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"

#include <fmt/format.h>
#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

namespace poslab {

namespace {

using State = SessionReading::State;

Message no_folder() {
    return "The session is not saved: neither POSLAB_STATE "
           "nor XDG_STATE_HOME nor HOME names a folder."_tr;
}

Message no_slot(const std::string& folder) {
    return tr("This window's session is not saved: all slots in '{}' are in use.", folder);
}

Message not_saved(const Message& why) { return tr("The session is not saved. {}", why); }

Message not_saved(const std::exception& failure) {
    const auto* error = dynamic_cast<const Error*>(&failure);
    return not_saved(error != nullptr ? error->message() : verbatim(failure.what()));
}

Message joined(const Message& first, const Message& second) { return tr("{} {}", first, second); }

Message moved_note(const std::string& path) { return tr("The previous file is now '{}'.", path); }

Message failed_start() {
    return "The previous start did not end well, so this window opens at its defaults."_tr;
}

Message unmoved_note(const std::string& path) {
    return tr("'{}' cannot be backed up, so this window's session is not saved.", path);
}

std::string_view name_of(State state) {
    static constexpr std::array<std::string_view, 5> names{"fine", "partly", "broken", "older", "newer"};
    return names.at(static_cast<std::size_t>(state));
}

/// Writes the session. Throws OutputError.
void write_session(const std::string& path, std::string_view text) {
    if (text.size() > max_session_bytes)
        throw OutputError(tr("Cannot write '{}': it would be larger than 1 MiB.", path));
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    const bool free = status.type() == std::filesystem::file_type::not_found;
    // AtomicFile writes to pipes and devices, which could block forever.
    if (!error && !free && !std::filesystem::is_regular_file(status))
        throw OutputError(tr("Cannot write '{}': it is not a regular file.", path));
    write_file_atomically(path, text);
}

}  // namespace

/// Data shared by the window's thread and the background thread. `mutex_` guards everything except members
/// marked as used by one thread.
class SessionFile::Writer {
  public:
    Writer(std::optional<std::string> folder, std::function<void()> wake)
        : folder_(std::move(folder)), wake_(std::move(wake)) {
        allowed_ = folder_.has_value();
    }

    // Called on the window's thread.
    Loaded load(std::span<const View* const> views);
    void end_start();
    /// Returns true if the thread is needed.
    bool save(std::string text);
    bool flush(std::chrono::milliseconds limit);
    void tell(Message message);
    std::optional<Message> take_notice();
    std::string path() const;
    /// Returns true if the thread ends soon, so that joining it does not block.
    bool stop();

    // Called on the background thread.
    void run();

  private:
    void load_own(std::span<const View* const> views, Loaded& loaded);
    void load_first(std::span<const View* const> views, Loaded& loaded) const;
    void set_aside(const std::string& path, std::string_view what, Loaded& loaded,
                   const std::string* copied = nullptr);
    bool write(const std::string& text);
    void take_late_slot();
    void forgive();

    const std::optional<std::string> folder_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<SessionSlot> slot_;  // changed by load(), later only by the background thread
    std::string written_;  // contents of the file; changed by load(), later only by the background thread
    std::optional<std::string> waiting_;  // the text to be written
    std::optional<std::string> failed_;   // the newest text, if it could not be written
    bool allowed_ = true, writing_ = false, stopping_ = false, ended_ = false;
    std::set<std::string> name_pool_;
    std::deque<Message> notices_;
    std::mutex wake_mutex_;  // separate from mutex_, because wake_ may call back
    std::function<void()> wake_;
};

SessionFile::Loaded SessionFile::Writer::load(std::span<const View* const> views) {
    Loaded loaded;
    std::error_code ignored;
    if (!folder_) loaded.notices.push_back(no_folder());
    if (!folder_ || !std::filesystem::is_directory(*folder_, ignored)) return loaded;
    const std::lock_guard lock(mutex_);
    slot_ = SessionSlot::take(*folder_, SessionSlot::Which::any);
    if (slot_) {
        load_own(views, loaded);
    } else {
        allowed_ = false;
        loaded.notices.push_back(no_slot(*folder_));
        load_first(views, loaded);
    }
    return loaded;
}

void SessionFile::Writer::load_own(std::span<const View* const> views, Loaded& loaded) {
    const std::string path = slot_->path();
    const bool failed = slot_->begin_start();
    SessionBytes bytes = read_session_bytes(path);
    if (bytes.state == SessionBytes::State::absent) {
        if (slot_->number() == 1) return;
        if (!failed) return load_first(views, loaded);
        return loaded.notices.push_back(failed_start());
    }
    if (failed) {
        loaded.notices.push_back(failed_start());
        return set_aside(path, "crashed", loaded);
    }
    if (bytes.state == SessionBytes::State::refused) {
        loaded.notices.push_back(std::move(bytes.refusal));
        return set_aside(path, name_of(State::broken), loaded);
    }
    SessionReading reading = read_session(bytes.text, views);
    loaded.notices = std::move(reading.complaints);
    if (reading.state == State::fine || reading.state == State::partly)
        loaded.session = std::move(reading.session);
    if (reading.state == State::fine)
        written_ = std::move(bytes.text);
    else
        set_aside(path, name_of(reading.state), loaded,
                  reading.state == State::partly ? &bytes.text : nullptr);
}

void SessionFile::Writer::end_start() {
    const std::lock_guard lock(mutex_);
    if (slot_) slot_->end_start();
}

/// The file belongs to another window: it is read and not changed.
void SessionFile::Writer::load_first(std::span<const View* const> views, Loaded& loaded) const {
    const SessionBytes bytes = read_session_bytes(first_session_path(*folder_));
    if (bytes.state != SessionBytes::State::read) return;
    SessionReading reading = read_session(bytes.text, views);
    loaded.notices.insert(loaded.notices.end(), reading.complaints.begin(), reading.complaints.end());
    if (reading.state == State::fine || reading.state == State::partly)
        loaded.session = std::move(reading.session);
}

/// Moves the file, or writes the contents `copied` under a new name.
void SessionFile::Writer::set_aside(const std::string& path, std::string_view what, Loaded& loaded,
                                    const std::string* copied) {
    const auto found = copied != nullptr ? copy_aside(path, what, *copied) : move_aside(path, what);
    if (!found) allowed_ = false;
    const Message where = found ? moved_note(*found) : unmoved_note(path);
    if (copied != nullptr)
        // The most important message is first.
        loaded.notices.insert(found ? loaded.notices.end() : loaded.notices.begin(), where);
    else
        loaded.notices.back() = joined(loaded.notices.back(), where);
}

bool SessionFile::Writer::save(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!allowed_) return false;
    waiting_ = std::move(text);
    failed_.reset();
    changed_.notify_all();
    return true;
}

bool SessionFile::Writer::flush(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    if (!allowed_) return false;
    if (failed_ && !waiting_) waiting_ = std::exchange(failed_, std::nullopt);
    changed_.notify_all();
    return changed_.wait_for(lock, limit, [this] { return !waiting_ && !writing_; }) && !failed_;
}

void SessionFile::Writer::tell(Message message) {
    {
        const std::lock_guard lock(mutex_);
        if (!name_pool_.insert(message.english()).second) return;
        notices_.push_back(std::move(message));
    }
    const std::lock_guard lock(wake_mutex_);
    if (wake_) wake_();
}

std::optional<Message> SessionFile::Writer::take_notice() {
    const std::lock_guard lock(mutex_);
    if (notices_.empty()) return std::nullopt;
    Message message = std::move(notices_.front());
    notices_.pop_front();
    return message;
}

std::string SessionFile::Writer::path() const {
    const std::lock_guard lock(mutex_);
    return slot_ ? slot_->path() : "";
}

bool SessionFile::Writer::stop() {
    {
        const std::lock_guard lock(wake_mutex_);
        wake_ = {};
    }
    std::unique_lock lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
    return !writing_ || changed_.wait_for(lock, std::chrono::milliseconds(100), [this] { return ended_; });
}

void SessionFile::Writer::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return waiting_ || stopping_; });
        if (stopping_) break;
        std::string text = std::move(*waiting_);
        waiting_.reset();
        writing_ = true;
        lock.unlock();
        const bool written = write(text);
        lock.lock();
        writing_ = false;
        if (!written && !waiting_) failed_ = std::move(text);
        changed_.notify_all();
    }
    ended_ = true;
    changed_.notify_all();
}

bool SessionFile::Writer::write(const std::string& text) {
    if (text == written_) return true;
    try {
        if (!slot_) take_late_slot();
        if (!slot_) {
            tell(no_slot(*folder_));
            return false;
        }
        make_session_folder(*folder_);  // it may have been removed since
        write_session(slot_->path(), text);
        written_ = text;
        forgive();
        return true;
    } catch (const std::exception& error) {
        tell(not_saved(error));
        return false;
    }
}

/// After a successful write, errors are reported again.
void SessionFile::Writer::forgive() {
    const std::lock_guard lock(mutex_);
    name_pool_.clear();
}

/// The folder did not exist when the window started. Sessions that other windows have written since were not
/// read and are not replaced.
void SessionFile::Writer::take_late_slot() {
    make_session_folder(*folder_);
    auto slot = SessionSlot::take(*folder_, SessionSlot::Which::without_file);
    const std::lock_guard lock(mutex_);
    slot_ = std::move(slot);
}

SessionFile::SessionFile(const SessionPaths& places, std::function<void()> wake)
    : folder_(session_folder(places)), writer_(std::make_shared<Writer>(folder_, std::move(wake))) {}

SessionFile::~SessionFile() {
    if (!thread_.joinable()) return;
    flush();
    if (writer_->stop())
        thread_.join();
    else
        thread_.detach();
}

SessionFile::Loaded SessionFile::load(std::span<const View* const> views) { return writer_->load(views); }

void SessionFile::end_start() { writer_->end_start(); }

void SessionFile::save(std::string text) {
    if (!writer_->save(std::move(text)) || thread_.joinable()) return;
    try {
        thread_ = std::thread([writer = writer_] { writer->run(); });
    } catch (const std::system_error& error) {
        writer_->tell(not_saved(error));
    }
}

bool SessionFile::flush(std::chrono::milliseconds limit) { return writer_->flush(limit); }

std::optional<Message> SessionFile::take_notice() { return writer_->take_notice(); }

std::string SessionFile::path() const { return writer_->path(); }

}  // namespace poslab
