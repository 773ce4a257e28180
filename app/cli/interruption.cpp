#include "app/cli/interruption.hpp"

#include "core/files/unfinished_file.hpp"

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace poslab::interruption {

namespace {

constexpr std::chrono::milliseconds grace{400};

std::atomic<bool> interrupted{false};
std::atomic<int> checked{0};
sem_t signals;  // a signal handler may use no other object of threads

void on_signal(int /*signal*/) {
    interrupted = true;
    sem_post(&signals);
}

/// Destroys no objects, because other threads use them.
[[noreturn]] void end_program() {
    UnfinishedFile::remove_all();
    constexpr std::string_view text = "poslab: error: interrupted\n";
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    std::_Exit(130);
}

void end_after_signal() {
    while (sem_wait(&signals) != 0) continue;  // EINTR
    if (checked > 0) std::this_thread::sleep_for(grace);
    end_program();
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

bool requested() { return interrupted; }

Checked::Checked() { ++checked; }
Checked::~Checked() { --checked; }

}  // namespace poslab::interruption
