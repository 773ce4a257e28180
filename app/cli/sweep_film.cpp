#include "app/cli/sweep_film.hpp"

#include "app/cli/sweep_stages.hpp"
#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/program_path.hpp"
#include "core/files/unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace poslab {

namespace {

/// Collects FFmpeg's messages in a file in memory, so that no thread has to read them. Without such a file
/// they are lost, but not written to the output of this program.
class Written {
  public:
    explicit Written(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
        if (file_ < 0) file_ = open("/dev/null", O_WRONLY | O_CLOEXEC);
    }
    ~Written() {
        if (file_ >= 0) close(file_);
    }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;

    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] std::string last_line() const {
        std::string text = end();
        while (!text.empty() && text.back() == '\n') text.pop_back();
        return text.substr(text.rfind('\n') + 1);
    }
    /// Returns the number in the last complete line "frame=N" of FFmpeg's -progress; 0 if there is none yet.
    [[nodiscard]] std::int64_t frames() const {
        constexpr std::string_view key = "frame=";
        const std::string text = end();
        std::size_t at = text.rfind('\n');
        if (at == std::string::npos || (at = text.rfind(key, at)) == std::string::npos) return 0;
        const std::size_t number = text.find_first_not_of(' ', at + key.size());
        std::int64_t frames = 0;
        if (number != std::string::npos)
            std::from_chars(text.data() + number, text.data() + text.size(), frames);
        return std::max<std::int64_t>(0, frames);
    }

  private:
    // Uses pread because FFmpeg shares the file offset.
    [[nodiscard]] std::string end() const {
        constexpr off_t max_bytes = 4096;
        struct stat facts {};
        if (fstat(file_, &facts) != 0) return {};
        std::string text(max_bytes, '\0');
        const ssize_t size =
            pread(file_, text.data(), text.size(), std::max<off_t>(0, facts.st_size - max_bytes));
        text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        return text;
    }

    int file_ = -1;
};

/// Starts FFmpeg in its own process group, so that Ctrl C reaches this program, which then stops FFmpeg.
/// Returns 0, or the error number.
int start(std::vector<std::string> words, const std::string& folder, const Written& progress,
          const Written& messages, pid_t& child) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, progress.file(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, messages.file(), STDERR_FILENO);
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

/// Ends FFmpeg, whose output is removed, and the programs that it started: it may be a script.
void end_all_of(pid_t child) { ::kill(-child, SIGKILL); }

/// Waits for the process and returns the status of waitpid(); calls `look` several times per second. Throws
/// Cancelled after stopping the process.
int wait_for(pid_t child, const Job& job, const std::function<void()>& look) {
    constexpr auto interval = std::chrono::milliseconds(10);
    constexpr int waits_per_look = 10;
    int status = 0;
    for (int n = 1;; ++n) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) {
            const int error = errno;
            end_all_of(child);
            throw std::system_error(error, std::generic_category(), "ffmpeg");
        }
        if (job.stopped()) {
            end_all_of(child);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
            throw Cancelled{};
        }
        if (n % waits_per_look == 0) look();
        std::this_thread::sleep_for(interval);
    }
}

using Arguments = std::vector<std::string>;

Arguments input_words(const FilmRequest& request) {
    return {"-framerate", fmt::format("{}", request.fps), "-start_number", "1", "-i", request.pattern};
}

/// Returns the arguments of one FFmpeg run. Its first video output has every frame, which -progress counts.
Arguments run_words(const FilmRequest& request, const Arguments& more) {
    Arguments words{request.ffmpeg, "-nostdin",  "-hide_banner", "-loglevel", "error",
                    "-nostats",     "-progress", "pipe:1",       "-y"};
    const Arguments input = input_words(request);
    words.insert(words.end(), input.begin(), input.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Returns the arguments for the palette of all frames. The frames are read twice, because the memory of a
/// single run would grow with their number.
Arguments palette_words(const FilmRequest& request, const std::string& palette) {
    return run_words(request,
                     {"-filter_complex", "[0:v]split[shown][seen];[seen]palettegen=stats_mode=full[palette]",
                      "-map", "[shown]", "-f", "null", "/dev/null", "-map", "[palette]", "-c:v", "png", "-f",
                      "image2", "-update", "1", "-fflags", "+bitexact", palette});
}

Arguments gif_words(const FilmRequest& request, const std::string& palette, const std::string& name) {
    return run_words(request, {"-c:v", "png", "-f", "image2", "-i", palette, "-filter_complex",
                               "[0:v][1:v]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle", "-loop",
                               "0", "-f", "gif", "-fflags", "+bitexact", name});
}

/// Returns the arguments for an MP4. Players assume BT.709 colours only for large films, so the file declares
/// them.
Arguments mp4_words(const FilmRequest& request, const std::string& name) {
    const Color edge = request.background;
    const std::string even =
        fmt::format("pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x{:02x}{:02x}{:02x}", edge.r, edge.g, edge.b);
    Arguments words =
        run_words(request, {"-vf", even + ",scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"});
    words.insert(words.end(),
                 {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-colorspace", "bt709"});
    words.insert(words.end(), {"-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
    words.insert(words.end(),
                 {"-metadata", "comment=" + request.description, "-movflags", "+faststart", "-f", "mp4"});
    words.insert(words.end(), {"-fflags", "+bitexact", name});
    return words;
}

OutputError unreadable(const std::string& film) {
    return OutputError(fmt::format("{}: cannot read the output of ffmpeg", film));
}

/// Copies a file with the permissions and link handling of all other outputs.
void copy_atomically(const std::string& from, const std::string& to, const Job& job) {
    std::ifstream film(from, std::ios::binary);
    AtomicFile file(to);
    std::string bytes(std::size_t{1} << 20U, '\0');
    std::uintmax_t copied = 0;
    while (film.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || film.gcount() > 0) {
        const auto count = static_cast<std::size_t>(film.gcount());
        file.write(std::string_view(bytes).substr(0, count), job);
        copied += count;
    }
    std::error_code unknown;
    if (!film.eof() || copied != std::filesystem::file_size(from, unknown)) throw unreadable(to);
    file.commit(job);
}

/// Throws OutputError. `said` is FFmpeg's own message.
[[noreturn]] void fail(const FilmRequest& request, const Message& how, const std::string& error_text) {
    const std::string words = error_text.empty() ? "" : ": " + error_text;
    throw OutputError(Message("{}: {}{}; the frames are in '{}'"_tr,
                              {request.path, message_argument(how), words, request.folder}));
}

/// Runs FFmpeg to its end and reports its frames as progress. Throws OutputError, Cancelled.
void run(const FilmRequest& request, const Arguments& words, const Job& job) {
    const Written progress("ffmpeg progress"), messages("ffmpeg messages");
    pid_t child = 0;
    if (const int error = start(words, request.folder, progress, messages, child); error != 0)
        fail(request, "cannot start ffmpeg"_tr, std::generic_category().message(error));
    const int status = wait_for(child, job, [&] {
        const double all = static_cast<double>(std::max<std::int64_t>(1, request.frames));
        job.progress(std::min(1.0, static_cast<double>(progress.frames()) / all));
    });
    if (WIFSIGNALED(status))
        fail(request, Message("ffmpeg was stopped by signal {}"_tr, {message_argument(WTERMSIG(status))}),
             messages.last_line());
    if (WEXITSTATUS(status) != 0)
        fail(request, Message("ffmpeg exited with code {}"_tr, {message_argument(WEXITSTATUS(status))}),
             messages.last_line());
    job.progress(1);
}

/// True if the file is a GIF from its header to its trailer.
bool is_gif(std::ifstream& file) {
    std::array<char, 4> begun{};
    char last = 0;
    file.read(begun.data(), begun.size()).seekg(-1, std::ios::end).get(last);
    return file.good() && std::string_view(begun.data(), begun.size()) == "GIF8" && last == ';';
}

/// True if the file consists of whole boxes (ISO 14496-12), the first of them ftyp and one of them moov.
bool is_mp4(std::ifstream& file, std::uint64_t bytes) {
    bool has_movie = false;
    for (std::uint64_t at = 0; at < bytes;) {
        std::array<unsigned char, 16> head{};  // length, name, and the length of a long box
        if (file.bad()) return false;
        file.clear();
        file.seekg(static_cast<std::streamoff>(at));
        file.read(static_cast<char*>(static_cast<void*>(head.data())), head.size());
        const auto number = [&](std::size_t from, std::size_t to) {
            std::uint64_t value = 0;
            for (std::size_t n = from; n < to; ++n) value = value << 8U | head.at(n);
            return value;
        };
        const std::string name(head.begin() + 4, head.begin() + 8);
        const std::uint64_t length = number(0, 4) == 1 ? number(8, 16) : number(0, 4);
        if ((at == 0 && name != "ftyp") || length < 8 || length > bytes - at) return false;
        has_movie = has_movie || name == "moov";
        at += length;
    }
    return has_movie;
}

/// Throws OutputError unless the file is a whole GIF or MP4: FFmpeg may exit with code 0 without writing one.
void check_film(const FilmRequest& request, const std::string& path) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    const bool missing = error == std::errc::no_such_file_or_directory;
    if (!missing && (error || !file.is_open())) throw unreadable(request.path);
    const bool whole = !missing && (request.path.ends_with(".gif") ? is_gif(file) : is_mp4(file, bytes));
    if (file.bad()) throw unreadable(request.path);
    if (!whole) fail(request, "ffmpeg exited with code 0 but wrote no complete film"_tr, {});
}

}  // namespace

std::string ffmpeg_program() {
    std::string path = program_in_path("ffmpeg");
    if (path.empty())
        throw Unavailable(
            "a GIF or MP4 requires ffmpeg, which is not in PATH (apt install ffmpeg); PNG frames (-o DIR/) "
            "do "
            "not need it"_tr);
    return path;
}

void make_film(const FilmRequest& request, const Job& job) {
    job.check();
    const std::string name = temporary_name("film"), palette = temporary_name("palette");
    const UnfinishedFile film(request.folder + "/" + name), colors(request.folder + "/" + palette);
    if (request.path.ends_with(".gif")) {
        run(request, palette_words(request, palette), job.part(0, 0.5));
        run(request, gif_words(request, palette, name), job.part(0.5, 1));
    } else {
        run(request, mp4_words(request, name), job);
    }
    check_film(request, film.path());
    copy_atomically(film.path(), request.path, job);
}

}  // namespace poslab
