#pragma once

#include "app/state/background_job.hpp"

#include <functional>
#include <string>

namespace poslab {

enum class PathKind {
    none,
    file,
    folder,
    unknown,  // its drive or server does not answer
};

/// Looks at paths on another thread, because a mount whose server is gone never answers.
class PathLookup {
  public:
    using Look = std::function<PathKind(const std::string& path)>;

    /// `look`: looks at a path; asks the system if not given.
    explicit PathLookup(Look look = {});
    /// Waits for the answer, but half a second at most.
    [[nodiscard]] PathKind kind(const std::string& path);

  private:
    Look look_;
    BackgroundJob job_{[] {}};  // last: its thread uses the others
};

}  // namespace poslab
