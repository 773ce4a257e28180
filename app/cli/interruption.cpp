#include "app/cli/interruption.hpp"

#include "core/files/unfinished_file.hpp"

#include <semaphore.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
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
std::atomic_flag said;
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

void end_after_signal() {
    while (sem_wait(&signals) != 0) continue;  // EINTR
    if (checked > 0) std::this_thread::sleep_for(grace);
    constexpr std::string_view text = "poslab: error: interrupted\n";
    if (is_first_to_say()) static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    end_program(130);
}

}  // namespace

void watch() {
    static const bool started = [] {
        sem_init(&signals, 0, 0);
        std::thread(end_after_signal).detach();
        for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, on_signal);
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

bool is_first_to_say() { return !said.test_and_set(); }

Checked::Checked() { ++checked; }
Checked::~Checked() { --checked; }

}  // namespace poslab::interruption
