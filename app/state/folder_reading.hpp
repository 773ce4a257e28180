#pragma once

#include "app/state/background_job.hpp"
#include "app/state/folder_listing.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Reads folders in the background, one at a time: a large or remote one takes seconds.
class FolderReading {
  public:
    using Read = std::function<FolderListing(const std::string& path, std::span<const std::string> endings,
                                             const Job& job)>;

    /// `read`: reads a folder; read_folder() if not given.
    explicit FolderReading(std::function<void()> wake, Read read = {});

    /// Starts to read a folder; cancels the one that is being read.
    void start(std::string path, std::vector<std::string> endings);
    void cancel();
    [[nodiscard]] bool busy() const { return job_.running(); }
    /// Returns the listing once after the folder has been read; waits this long for it.
    [[nodiscard]] std::optional<FolderListing> listing(std::chrono::milliseconds patience = {});

  private:
    Read read_;
    std::shared_ptr<FolderListing> found_;  // filled by the job; read after it has ended
    BackgroundJob job_;                     // last: it wakes the window
};

}  // namespace poslab
