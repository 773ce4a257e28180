#pragma once

#include "core/base/message.hpp"
#include "core/files/file_deadline.hpp"
#include "core/files/open_file.hpp"

#include <optional>
#include <string>

struct stat;

namespace poslab {

enum class FileKind {
    none,  // nothing of this name, or nothing that may be accessed
    file,  // a regular one
    folder,
    other,    // a pipe or a device, for example
    unknown,  // its drive or server does not answer
};

/// The state of a path, following links.
struct FileStatus {
    FileKind kind = FileKind::unknown;
    FileIdentity identity{};  // if it exists
    bool is_late = false;     // the drive or server does not answer now; the rest is its last answer

    [[nodiscard]] bool exists() const {
        return kind == FileKind::file || kind == FileKind::folder || kind == FileKind::other;
    }
};

[[nodiscard]] FileIdentity identity_of(const struct stat& status);
/// Returns the state of a path on a drive or server; waits for the answer.
[[nodiscard]] FileStatus file_status(const std::string& path);
/// The same until the deadline of this thread (file_deadline.hpp), if it has one; then the last known state.
[[nodiscard]] FileStatus prompt_file_status(const std::string& path, Patience patience = Patience::of_frame);
/// Returns file_identity() until the deadline of this thread, if it has one; then the last known identity.
[[nodiscard]] std::optional<FileIdentity> prompt_file_identity(const std::string& path);
/// Returns the message about a file whose drive or server does not answer.
[[nodiscard]] Message unanswered_message(const std::string& path);

}  // namespace poslab
