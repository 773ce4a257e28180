#include "app/cli/interruption.hpp"

#include "core/files/unfinished_file.hpp"

#include <poll.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

namespace poslab::interruption {

namespace {

constexpr std::chrono::milliseconds grace{400};

std::atomic<bool> interrupted{false};
std::atomic<int> checked{0};
enum class LastLine : char { none, begun, written };
std::atomic<LastLine> last_line{LastLine::none};
sem_t signals;  // a signal handler may use no other object of threads

void on_signal(int /*signal*/) {
    interrupted = true;
    sem_post(&signals);
}

/// The last thread to end frees the memory. On a busy machine one of low priority, such as the window's
/// worker, would take seconds; only privileged users may raise it.
void raise_priorities() {
    std::error_code error;
    std::filesystem::directory_iterator task("/proc/self/task", error);
    for (; !error && task != std::filesystem::directory_iterator(); task.increment(error)) {
        const unsigned long id = std::strtoul(task->path().filename().c_str(), nullptr, 10);
        static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(id), 0));
    }
}

/// False for a full pipe that nobody reads and for a stopped terminal, where writing would wait for ever.
bool takes_text(int file) {
    pollfd polled{file, POLLOUT, 0};
    return poll(&polled, 1, 0) == 1 && (polled.revents & POLLOUT) != 0;
}

void write_error(std::string_view sentence) {
    for (const std::string_view part :
         {std::string_view("poslab: error: "), sentence, std::string_view("\n")})
        // if stderr is full, nobody can be notified
        static_cast<void>(std::fwrite(part.data(), 1, part.size(), stderr));
}

void end_after_signal() {
    while (sem_wait(&signals) != 0) continue;  // EINTR
    if (checked > 0) std::this_thread::sleep_for(grace);
    if (LastLine none = LastLine::none; last_line.compare_exchange_strong(none, LastLine::begun)) {
        if (takes_text(STDERR_FILENO)) write_error("interrupted");
    } else {  // the command writes it, and then ends
        while (last_line == LastLine::begun && takes_text(STDERR_FILENO))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(grace);
    }
    end_program(130);
}

}  // namespace

void watch() {
    static const bool started = [] {
        sem_init(&signals, 0, 0);
        std::thread(end_after_signal).detach();
        for (const int signal : {SIGINT, SIGTERM, SIGXCPU}) std::signal(signal, on_signal);
        if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup ignores it
        return true;
    }();
    static_cast<void>(started);
}

void end_program(int code) {
    UnfinishedFile::remove_all();
    raise_priorities();
    std::_Exit(code);
}

bool requested() { return interrupted; }

void write_last(std::string_view sentence) {
    if (last_line.exchange(LastLine::begun) == LastLine::begun)
        for (;;) pause();  // the other thread ends the program
    write_error(sentence);
    last_line = LastLine::written;
}

Checked::Checked() { ++checked; }
Checked::~Checked() { --checked; }

}  // namespace poslab::interruption
