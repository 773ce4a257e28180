#pragma once

#include "app/state/background_job.hpp"
#include "app/state/open_path.hpp"
#include "app/state/view_parameter.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Opens files one after the other. Each is read in the background first, because it may be large: finding
/// the arrays of a JSON file needs all of it. Files that the store's values name follow (Store::unread_view).
class FileOpening {
  public:
    explicit FileOpening(std::function<void()> wake) : job_(std::move(wake)) {}

    struct Request {
        std::string path;
        std::optional<ViewParameter> parameter{};  // nullopt: the content of the file decides
    };
    /// The values that a view's files set, which Store::take_filled() takes.
    struct ViewFiles {
        std::size_t view = 0;
        Values values{};
        FilledValues filled{};
    };
    struct Found {
        std::string path;
        bool holds_presets = false;
        std::vector<OpenAction> actions;
        std::optional<Message> refusal;      // why it cannot be opened
        std::optional<ViewFiles> of_view{};  // unset for a file that is opened
    };

    void add(Request request) { waiting_.push_back(std::move(request)); }
    /// Returns what was found about the next file, once. Waits a moment for a file that it begins to read, so
    /// that a small one is opened in the same frame.
    [[nodiscard]] std::optional<Found> next(const Store& store);
    /// True if next() would begin to read a file.
    [[nodiscard]] bool waits(const Store& store) const {
        return !job_.running() && (!waiting_.empty() || store.unread_view());
    }
    /// True while a file is read or waits.
    [[nodiscard]] bool busy(const Store& store) const { return job_.running() || waits(store); }
    /// Opens neither the file that is read nor those that wait.
    void cancel(Store& store);
    /// Returns the name of the file that is read, without its folder; empty if none is.
    [[nodiscard]] std::string file_name() const;

  private:
    [[nodiscard]] bool begin(const Store& store);
    void start(const Store& store);
    void start_view(const Store& store, std::size_t index);

    std::deque<Request> waiting_;
    std::shared_ptr<Found> found_;  // filled by the job; read after it has ended
    BackgroundJob job_;             // last: it wakes the window
};

}  // namespace poslab
