#include "core/base/job.hpp"
#include "core/files/file_status.hpp"

#include "app/window/desktop_dialog.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;
using CommandWords = std::vector<std::string>;

constexpr int cancelled_code = 1;
constexpr std::size_t max_answer_bytes = std::size_t{1} << 16U;

/// The output of a program, in a file in memory: nobody has to read along, and processes that outlive the
/// program cannot block the reader.
class Written {
  public:
    explicit Written(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {}
    ~Written() {
        if (file_ >= 0) close(file_);
    }
    Written(Written&& from) noexcept : file_(std::exchange(from.file_, -1)) {}
    Written& operator=(Written&&) = delete;
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;

    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] std::string text() const {
        std::string text(max_answer_bytes, '\0');
        const ssize_t size = pread(file_, text.data(), text.size(), 0);
        text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        return text;
    }

  private:
    int file_ = -1;
};

std::string start_path(const std::string& path) {
    if (path.starts_with('/')) return path;
    std::error_code ignored;
    return (fs::current_path(ignored) / path).string();  // empty path: the folder with a trailing slash
}

std::string patterns(const std::vector<std::string>& endings) {
    return fmt::format("*.{}", fmt::join(endings, " *."));
}

/// For zenity 3 and 4, and matedialog. Values are joined to their options, so that none is taken for an
/// option. --attach is omitted: no zenity uses it for file dialogs, and some reject it. Versions that
/// deprecate --confirm-overwrite always ask.
CommandWords zenity_words(const FileDialogRequest& request) {
    CommandWords words{"--file-selection", "--title=" + request.title,
                       "--filename=" + start_path(request.path)};
    if (request.task == FileTask::save) words.insert(words.end(), {"--save", "--confirm-overwrite"});
    if (!request.endings.empty()) words.push_back("--file-filter=" + patterns(request.endings));
    return words;
}

/// kdialog always asks before overwriting.
CommandWords kdialog_words(const FileDialogRequest& request, std::uint64_t window) {
    CommandWords words{"--title=" + request.title};
    if (window != 0) words.push_back(fmt::format("--attach={}", window));
    words.emplace_back(request.task == FileTask::save ? "--getsavefilename" : "--getopenfilename");
    words.push_back(start_path(request.path));
    if (request.endings.empty()) return words;
    std::string name = fmt::format("{}", fmt::join(request.endings, ", "));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char sign) { return static_cast<char>(std::toupper(sign)); });
    words.push_back(fmt::format("{} ({})", name, patterns(request.endings)));
    return words;
}

bool is_utf8(std::string locale) {
    std::erase(locale, '-');
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char sign) { return std::tolower(sign); });
    return locale.find("utf8") != std::string::npos;
}

/// The environment with a UTF-8 locale: in others the programs write "?" for missing characters.
CommandWords environment_in_utf8() {
    CommandWords variables;
    std::string locale;
    for (const char* name : {"LANG", "LC_CTYPE", "LC_ALL"})
        if (auto value = DesktopDialog::process_environment(name); value && !value->empty())
            locale = std::move(*value);
    const bool fits = is_utf8(locale);
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (fits || !(text.starts_with("LC_ALL=") || text.starts_with("LC_CTYPE=")))
            variables.emplace_back(text);
    }
    if (!fits) variables.emplace_back("LC_CTYPE=C.UTF-8");
    return variables;
}

std::vector<char*> pointers(CommandWords& words) {
    std::vector<char*> all;
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

/// Starts the program in its own process group, without our open files and with default signal handling.
/// Returns 0 or an errno.
int start(const std::string& path, CommandWords words, int out, int err, pid_t& child) {
    words.insert(words.begin(), path);
    CommandWords variables = environment_in_utf8();
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&how, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error =
        posix_spawn(&child, path.c_str(), &files, &how, pointers(words).data(), pointers(variables).data());
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

bool has_ending(const std::string& name, const std::vector<std::string>& endings) {
    return endings.empty() || std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
               return name.ends_with("." + ending);
           });
}

/// Adds a missing extension. The dialog confirmed overwriting only for the name without it.
DesktopDialog::Chosen chosen(std::string path, const FileDialogRequest& request) {
    if (request.task == FileTask::open || has_ending(path, request.endings)) return {std::move(path), true};
    path += "." + request.endings.front();
    const bool is_free = prompt_file_status(path, Patience::of_action).kind == FileKind::none;
    return {std::move(path), is_free};
}

std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

}  // namespace

struct DesktopDialog::Child {
    Program program;
    FileDialogRequest request;
    Written out{"dialog answer"}, err{"dialog messages"};
    pid_t id = 0;

    [[nodiscard]] Failed failed(const std::string& how) const {
        const std::string error_line = last_line(err.text());
        return {fmt::format("{} {}{}{}", program.name, how, error_line.empty() ? "" : ": ", error_line)};
    }

    /// Interprets the program's exit. Without a display, GTK exits with the code for cancelled.
    [[nodiscard]] Answer answer(const siginfo_t& end) const {
        if (end.si_code != CLD_EXITED)
            return failed(fmt::format("was terminated by signal {}", end.si_status));
        const bool shown = err.text().find(" open display") == std::string::npos;
        if (end.si_status == cancelled_code && shown) return Cancelled{};
        if (end.si_status != 0) return failed(fmt::format("exited with code {}", end.si_status));
        std::string path = out.text();
        if (path.ends_with('\n')) path.pop_back();
        if (!path.starts_with('/')) return failed("returned no path");
        return chosen(std::move(path), request);
    }
};

DesktopDialog::DesktopDialog(std::function<void()> wake, Lookup lookup)
    : wake_(std::move(wake)), lookup_(std::move(lookup)) {}

DesktopDialog::~DesktopDialog() { cancel(); }

std::optional<std::string> DesktopDialog::process_environment(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string DesktopDialog::variable(const char* name) const { return lookup_(name).value_or(""); }

std::optional<DesktopDialog::Program> DesktopDialog::found() const {
    if (variable("DISPLAY").empty() && variable("WAYLAND_DISPLAY").empty()) return std::nullopt;
    const bool kde = variable("XDG_CURRENT_DESKTOP").find("KDE") != std::string::npos;
    std::array<std::string, 3> names{kde ? "kdialog" : "zenity", kde ? "zenity" : "kdialog", "matedialog"};
    const std::string forced = variable("POSLAB_FILE_DIALOG");
    const bool known = forced == "own" || std::find(names.begin(), names.end(), forced) != names.end();
    for (const std::string& name : names) {
        if (known && name != forced) continue;
        if (auto path = in_path(name)) return Program{name, std::move(*path)};
    }
    return std::nullopt;
}

/// Searches only absolute folders of PATH: files in the working folder are data.
std::optional<std::string> DesktopDialog::in_path(std::string_view name) const {
    std::string folders = variable("PATH");
    while (!folders.empty()) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        const std::string folder = folders.substr(0, end), path = fmt::format("{}/{}", folder, name);
        folders.erase(0, end + 1);
        std::error_code ignored;
        if (folder.starts_with('/') && fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0)
            return path;
    }
    return std::nullopt;
}

bool DesktopDialog::ask(const FileDialogRequest& request, std::uint64_t window) {
    {
        const std::lock_guard lock(mutex_);
        if (asking_) return false;
        asking_ = true;
        answer_.reset();
    }
    if (thread_.joinable()) thread_.join();  // it has finished
    std::optional<Program> program = found();
    if (!program) program = Program{"the desktop's file dialog", ""};
    Child child{std::move(*program), request};
    const bool kdialog = child.program.name == "kdialog";
    CommandWords words = kdialog ? kdialog_words(request, window) : zenity_words(request);
    const int error =
        start(child.program.path, std::move(words), child.out.file(), child.err.file(), child.id);
    {
        const std::lock_guard lock(mutex_);
        running_ = error == 0 ? child.id : 0;
    }
    thread_ = std::jthread([this, error, child = std::move(child)] {
        if (error == 0) return attend(child);
        conclude(child.failed("cannot be started: " + std::generic_category().message(error)));
    });
    return true;
}

/// Waits without reaping first: until it is reaped, the process id cannot be reused and is safe to kill.
void DesktopDialog::attend(const Child& child) {
    siginfo_t end{};
    int waited = 0;
    do waited = waitid(P_PID, static_cast<id_t>(child.id), &end, WEXITED | WNOWAIT);
    while (waited != 0 && errno == EINTR);
    {
        const std::lock_guard lock(mutex_);
        running_ = 0;
        while (waitpid(child.id, nullptr, 0) < 0 && errno == EINTR) continue;
    }
    conclude(waited == 0 ? child.answer(end) : child.failed("was lost"));
}

void DesktopDialog::conclude(Answer answer) {
    {
        const std::lock_guard lock(mutex_);
        if (!asking_) return;  // cancelled
        answer_ = std::move(answer);
        asking_ = false;
    }
    wake_();
}

bool DesktopDialog::asking() const {
    const std::lock_guard lock(mutex_);
    return asking_;
}

std::optional<DesktopDialog::Answer> DesktopDialog::answer() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
}

void DesktopDialog::cancel() {
    {
        const std::lock_guard lock(mutex_);
        asking_ = false;
        answer_.reset();
        if (running_ != 0) kill(-running_, SIGKILL);
    }
    if (thread_.joinable()) thread_.join();
}

}  // namespace poslab
