#pragma once

#include <fcntl.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poslab::test {

/// A new folder under the system's temporary one, removed on destruction.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "poslab-test-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] bool empty() const { return std::filesystem::is_empty(path_); }

  private:
    std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Every file below the folder, by its relative path.
inline std::map<std::string, std::string> files_below(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[std::filesystem::relative(entry.path(), folder).string()] =
                read_file(entry.path().string());
    return files;
}

struct Ran {
    int code = -1;  // exit code; -signal if a signal ended it
    std::string out, err;
    double peak_bytes = 0;  // of its resident memory
};

struct RunOptions {
    std::string folder{};                    // working directory; empty: the current one
    std::string stdout_to{};                 // a path to redirect stdout to
    std::optional<rlim_t> largest_file{};    // RLIMIT_FSIZE in bytes
    bool display = false;                    // keep DISPLAY and WAYLAND_DISPLAY
    std::function<void(pid_t)> meanwhile{};  // called while it runs
};

/// Runs a program to its end without a shell; stdin is empty.
inline Ran run_program(const std::vector<std::string>& words, const RunOptions& options = {}) {
    const TemporaryFolder folder;
    const std::string out = options.stdout_to.empty() ? folder / "out" : options.stdout_to;
    const std::string err = folder / "err";
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        const auto redirect = [](const char* path, int flags, int to) {
            const int from = open(path, flags, 0600);
            if (from < 0 || dup2(from, to) < 0) _exit(126);
        };
        redirect("/dev/null", O_RDONLY, STDIN_FILENO);
        redirect(out.c_str(), O_WRONLY | O_CREAT, STDOUT_FILENO);
        redirect(err.c_str(), O_WRONLY | O_CREAT, STDERR_FILENO);
        if (!options.display) {
            unsetenv("DISPLAY");
            unsetenv("WAYLAND_DISPLAY");
        }
        if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
        if (options.largest_file) {
            const rlimit limit{*options.largest_file, *options.largest_file};
            setrlimit(RLIMIT_FSIZE, &limit);
        }
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    if (options.meanwhile) options.meanwhile(child);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    Ran ran;
    ran.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    if (options.stdout_to.empty()) ran.out = read_file(out);
    ran.err = read_file(err);
    return ran;
}

}  // namespace poslab::test
