#include "app/cli/sweep_film.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/program_path.hpp"
#include "core/files/unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace poslab {

namespace {

/// What FFmpeg writes to stderr: a file in memory, so that no one need read along.
class Messages {
  public:
    Messages() : file_(memfd_create("ffmpeg messages", MFD_CLOEXEC)) {}
    ~Messages() {
        if (file_ >= 0) close(file_);
    }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] std::string last_line() const {
        constexpr off_t most_bytes = 4096;
        std::string text(most_bytes, '\0');
        const ssize_t size = pread(file_, text.data(), text.size(), std::max<off_t>(0, lseek(file_, 0, SEEK_END) - most_bytes));
        text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        while (!text.empty() && text.back() == '\n') text.pop_back();
        return text.substr(text.rfind('\n') + 1);
    }

  private:
    int file_ = -1;
};

/// In a group of its own, so that Ctrl C reaches this program, which then ends it. 0, or why it did not start.
int start(std::vector<std::string> words, const std::string& folder, int messages, pid_t& child) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(&child, words.front().c_str(), &files, &how, pointers.data(), environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/// The status that waitpid() gives. Throws Cancelled after it has ended the program.
int wait_for(pid_t child, const Job& job) {
    constexpr auto interval = std::chrono::milliseconds(10);
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) {
            const int error = errno;
            ::kill(child, SIGKILL);  // what it writes is removed
            throw std::system_error(error, std::generic_category(), "ffmpeg");
        }
        if (job.stopped()) {
            ::kill(child, SIGKILL);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
            throw Cancelled{};
        }
        std::this_thread::sleep_for(interval);
    }
}

/// The palette is made of all frames, which are read twice: what one pass would need grows with their number.
std::vector<std::string> gif_words(const std::vector<std::string>& frames) {
    std::vector<std::string> words = frames;
    words.insert(words.end(), frames.begin(), frames.end());
    words.insert(
        words.end(),
        {"-filter_complex",
         "[0:v]palettegen=stats_mode=full[palette];[1:v][palette]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle",
         "-loop", "0", "-f", "gif"});
    return words;
}

/// Players take colours as BT.709 where a film is large; this says so, whatever its size.
std::vector<std::string> mp4_words(const std::vector<std::string>& frames, const FilmRequest& request) {
    const Color edge = request.background;
    std::vector<std::string> words = frames;
    const std::string even = fmt::format("pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x{:02x}{:02x}{:02x}", edge.r, edge.g, edge.b);
    words.insert(words.end(), {"-vf", even + ",scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"});
    words.insert(words.end(), {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-colorspace", "bt709"});
    words.insert(words.end(), {"-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
    words.insert(words.end(), {"-metadata", "comment=" + request.description, "-movflags", "+faststart", "-f", "mp4"});
    return words;
}

std::vector<std::string> ffmpeg_words(const FilmRequest& request, const std::string& name) {
    const std::vector<std::string> frames{"-framerate",   fmt::format("{}", request.fps), "-start_number", "1", "-i",
                                          request.pattern};
    std::vector<std::string> words{request.ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "error", "-y"};
    const std::vector<std::string> more = request.path.ends_with(".gif") ? gif_words(frames) : mp4_words(frames, request);
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"-fflags", "+bitexact", name});
    return words;
}

/// With rights and links as every other output has them.
void copy_atomically(const std::string& from, const std::string& to) {
    std::ifstream film(from, std::ios::binary);
    AtomicFile file(to);
    std::string bytes(std::size_t{1} << 20U, '\0');
    std::uintmax_t copied = 0;
    while (film.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || film.gcount() > 0) {
        const auto count = static_cast<std::size_t>(film.gcount());
        file.write(std::string_view(bytes).substr(0, count));
        copied += count;
    }
    std::error_code unknown;
    if (!film.eof() || copied != std::filesystem::file_size(from, unknown))
        throw OutputError(fmt::format("{}: what ffmpeg wrote cannot be read", to));
    file.commit();
}

/// `said` is in the program's own words.
[[noreturn]] void fail(const FilmRequest& request, const Sentence& how, const std::string& said) {
    const std::string words = said.empty() ? "" : ": " + said;
    throw OutputError(Sentence("{}: {}{}; the frames are in '{}'"_tr, {request.path, kept(how), words, request.folder}));
}

}  // namespace

std::string ffmpeg_program() {
    std::string path = program_in_path("ffmpeg");
    if (path.empty())
        throw Unavailable(
            "a GIF or an MP4 needs the program ffmpeg, which no folder of PATH has (apt install ffmpeg); frames as PNG, -o DIR/, "
            "need none"_tr);
    return path;
}

void make_film(const FilmRequest& request, const Job& job) {
    job.check();
    const std::string name = fmt::format(".poslab-{}-film.part", ::getpid());  // as what AtomicFile leaves if it is killed
    const UnfinishedFile film(request.folder + "/" + name);
    const Messages messages;
    pid_t child = 0;
    if (const int error = start(ffmpeg_words(request, name), request.folder, messages.file(), child); error != 0)
        fail(request, "ffmpeg cannot be started"_tr, std::generic_category().message(error));
    const int status = wait_for(child, job);
    if (WIFSIGNALED(status))
        fail(request, Sentence("ffmpeg was ended by signal {}"_tr, {kept(WTERMSIG(status))}), messages.last_line());
    if (WEXITSTATUS(status) != 0)
        fail(request, Sentence("ffmpeg ended with code {}"_tr, {kept(WEXITSTATUS(status))}), messages.last_line());
    copy_atomically(film.path(), request.path);
}

}  // namespace poslab
