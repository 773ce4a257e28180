#include "host_cuda/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

namespace host_cuda {
namespace {

// Thrown through the threads of a group that is given up.
struct Stopped {};

thread_local Group* group_here = nullptr;

}  // namespace

Group& current_group() { return *group_here; }

bool Spot::operator==(const Spot& other) const {
    if (line != other.line) return false;
    return (file == other.file || std::string_view(file) == other.file) &&
           (what == other.what || std::string_view(what) == other.what);
}

std::string Spot::text() const {
    const std::string_view path(file);
    return fmt::format("{} of {}:{}", what, path.substr(path.rfind('/') + 1), line);
}

Group::Group(GroupPlace place, int threads, std::size_t shared_bytes, const std::function<void()>& kernel)
    : place_(place), kernel_(&kernel), shared_(shared_bytes), threads_(static_cast<std::size_t>(threads)) {
    if (threads < lanes_of_warp || threads % lanes_of_warp != 0) throw MachineError("groups have whole warps of 32 threads");
    warps_.resize(static_cast<std::size_t>(threads / lanes_of_warp));
    for (std::size_t n = 0; n < threads_.size(); ++n) threads_[n].index = static_cast<int>(n);
}

std::string Group::name() const { return fmt::format("group ({}, {})", place_.x, place_.y); }

void Group::run() {
    group_here = this;
    for (Thread& thread : threads_) {
        thread.fiber.start([this, &thread] { run_kernel(thread); });
    }
    const bool backwards = place_.x % 2 == 1;
    bool waits = true;
    while (waits) {
        bool went_on = false;
        for (std::size_t n = 0; n < threads_.size(); ++n) {
            Thread& thread = threads_[backwards ? threads_.size() - 1 - n : n];
            if (thread.state != Thread::State::ready) continue;
            run_thread(thread);
            went_on = true;
        }
        waits = std::ranges::any_of(threads_, [](const Thread& t) { return t.state != Thread::State::left; });
        if (error_ == nullptr && waits && !went_on) error_ = std::make_exception_ptr(MachineError(who_waits()));
        if (error_ != nullptr) stop();
    }
    group_here = nullptr;
    if (error_ == nullptr && !shared_.intact()) throw MachineError(name() + " wrote beyond its shared memory");
    if (error_ != nullptr) std::rethrow_exception(error_);
}

void Group::run_thread(Thread& thread) {
    running_ = &thread;
    thread.fiber.resume();
}

void Group::run_kernel(Thread& thread) {
    try {
        (*kernel_)();
        const bool pending = !thread.open.empty() || std::ranges::any_of(thread.batches, [](const auto& b) { return !b.empty(); });
        if (pending) throw MachineError(fmt::format("thread {} of {} left copies that it did not wait for", thread.index, name()));
    } catch (const Stopped&) {  // the group has its error
    } catch (...) {
        if (error_ == nullptr) error_ = std::current_exception();
    }
    thread.state = Thread::State::left;
}

// Lets every thread leave, so that nothing is left on the stacks.
void Group::stop() {
    stopped_ = true;
    for (Thread& thread : threads_) {
        if (thread.state != Thread::State::left) run_thread(thread);
    }
}

void Group::wait(Thread::State state) {
    Thread& thread = *running_;
    thread.state = state;
    thread.fiber.suspend();
    if (stopped_) throw Stopped{};
}

std::string Group::who_waits() const {
    std::map<std::string, std::vector<int>> at;
    for (const Thread& thread : threads_)
        at[thread.state == Thread::State::left ? "the end" : thread.spot.text()].push_back(thread.index);
    std::string text = name() + " cannot go on:";
    for (const auto& [spot, threads] : at)
        text += fmt::format(" {} threads (first {}) are at {};", threads.size(), threads[0], spot);
    text.pop_back();
    return text;
}

void Group::check_spot(const Spot& first, const Spot& spot) const {
    if (first == spot) return;
    throw MachineError(
        fmt::format("{}: thread {} is at {} while others wait at {}", name(), running_->index, spot.text(), first.text()));
}

void Group::wait_for_group(const Spot& spot) {
    if (stopped_) throw Stopped{};
    running_->spot = spot;
    if (at_barrier_ == 0) barrier_ = spot;
    check_spot(barrier_, spot);
    if (++at_barrier_ < static_cast<int>(threads_.size())) return wait(Thread::State::at_group_barrier);
    at_barrier_ = 0;
    for (Thread& thread : threads_) thread.state = Thread::State::ready;
}

Words Group::exchange(const Words& given, const Spot& spot, Collective collective, int from) {
    if (stopped_) throw Stopped{};
    const auto index = static_cast<std::size_t>(running_->index);
    Warp& warp = warps_[index / lanes_of_warp];
    const std::span<Thread> threads = std::span(threads_).subspan(index / lanes_of_warp * lanes_of_warp, lanes_of_warp);
    running_->spot = spot;
    if (warp.arrived == 0) warp.spot = spot;
    check_spot(warp.spot, spot);
    Lane& lane = warp.lanes[index % lanes_of_warp];
    lane.given = given;
    lane.from = from;
    if (++warp.arrived < lanes_of_warp) {
        wait(Thread::State::at_warp);
    } else {
        warp.arrived = 0;
        collective(warp.lanes);
        for (Thread& thread : threads) thread.state = Thread::State::ready;
    }
    return lane.taken;
}

std::byte* Group::shared_16(const void* address) {
    const std::span<std::byte> all = shared_.bytes();
    const auto begin = reinterpret_cast<std::uintptr_t>(all.data());
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (at < begin || at + 16 > begin + all.size())
        throw MachineError(fmt::format("{}: 16 bytes at {} of {} bytes of shared memory", name(),
                                       static_cast<std::int64_t>(at - begin), all.size()));
    if (at % 16 != 0) throw MachineError(fmt::format("{}: place {} of shared memory is not aligned", name(), at - begin));
    return all.data() + (at - begin);
}

void Group::copy_later(void* shared, const void* global) {
    if (reinterpret_cast<std::uintptr_t>(global) % 16 != 0) throw MachineError(name() + " copies from a place that is not aligned");
    running_->open.push_back({shared_16(shared), static_cast<const std::byte*>(global)});
}

void Group::commit_copies() {
    running_->batches.push_back(std::move(running_->open));
    running_->open.clear();
}

void Group::wait_for_copies(std::size_t latest) {
    auto& batches = running_->batches;
    while (batches.size() > latest) {
        for (const Thread::Copy& copy : batches.front()) {
            if (copy.from == nullptr) {
                std::memset(copy.to, 0, 16);
            } else {
                std::memcpy(copy.to, copy.from, 16);
            }
        }
        batches.pop_front();
    }
}

}  // namespace host_cuda
