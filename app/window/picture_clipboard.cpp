#include "app/window/picture_clipboard.hpp"

#include "core/base/errors.hpp"
#include "core/files/program_path.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace poslab {
namespace {

struct ClipboardProgram {
    const char* name;
    const char* package;
    std::vector<std::string> words;
};

ClipboardProgram clipboard_program(std::string_view mime) {
    const char* wayland =
        std::getenv("WAYLAND_DISPLAY");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    if (wayland != nullptr && *wayland != '\0')
        return {"wl-copy", "wl-clipboard", {"--type", std::string(mime)}};
    return {"xclip", "xclip", {"-selection", "clipboard", "-t", std::string(mime), "-i"}};
}

/// Runs a program with the file as its input and discards its output. Returns the exit status, or -errno.
int run(const std::string& program, std::vector<std::string> words, const std::string& input) {
    words.insert(words.begin(), program);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    pid_t child = 0;
    const int error = posix_spawn(&child, program.c_str(), &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) return -error;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -EINTR;
}

}  // namespace

void copy_file_to_clipboard(const std::string& path, std::string_view mime) {
    const ClipboardProgram requested = clipboard_program(mime);
    const std::string program = program_in_path(requested.name);
    if (program.empty())
        throw Unavailable(tr("copying a figure requires {}, which is not in PATH (apt install {})",
                             requested.name, requested.package));
    if (const int status = run(program, requested.words, path); status != 0)
        throw Unavailable(status < 0
                              ? tr("{} cannot be run: {}", requested.name, std::strerror(-status))
                              : tr("{} could not copy the figure (exit status {})", requested.name, status));
}

}  // namespace poslab
