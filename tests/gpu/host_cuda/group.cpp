#include "host_cuda/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

namespace host_cuda {
namespace {

constexpr std::size_t copy_bytes = 16;

// Unwinds the threads of a group that is abandoned.
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

Group::Group(GroupPlace place, int threads, std::size_t shared_bytes, const std::function<void()>& kernel,
             const RandomOrder& order)
    : place_(place),
      kernel_(&kernel),
      order_(order),
      shared_(shared_bytes),
      accesses_(shared_bytes),
      threads_(static_cast<std::size_t>(threads)) {
    if (threads < lanes_of_warp || threads % lanes_of_warp != 0)
        throw MachineError("groups have whole warps of 32 threads");
    warps_.resize(static_cast<std::size_t>(threads / lanes_of_warp));
    for (std::size_t n = 0; n < threads_.size(); ++n) threads_[n].index = static_cast<int>(n);
}

std::string Group::name() const { return fmt::format("group ({}, {})", place_.x, place_.y); }

void Group::run() {
    group_here = this;
    for (Thread& thread : threads_) {
        thread.fiber.start([this, &thread] { run_kernel(thread); });
    }
    shuffle_precedence();
    while (Warp* warp = next_warp()) {
        run_warp(*warp);
        if (error_ != nullptr) break;
    }
    const bool waits =
        std::ranges::any_of(threads_, [](const Thread& t) { return t.state != Thread::State::left; });
    if (error_ == nullptr && waits) error_ = std::make_exception_ptr(MachineError(who_waits()));
    if (error_ != nullptr) stop();
    group_here = nullptr;
    if (error_ != nullptr) std::rethrow_exception(error_);
}

void Group::shuffle_precedence() {
    for (Warp& warp : warps_) warp.precedence = order_.draw();
}

// Returns the runnable warp with the highest precedence.
Group::Warp* Group::next_warp() {
    Warp* next = nullptr;
    for (Warp& warp : warps_) {
        if (warp.ready > 0 && (next == nullptr || warp.precedence > next->precedence)) next = &warp;
    }
    return next;
}

std::span<Thread> Group::threads_of(const Warp& warp) {
    return std::span(threads_).subspan(static_cast<std::size_t>(&warp - warps_.data()) * lanes_of_warp,
                                       lanes_of_warp);
}

// Runs each thread until it waits, or until the group passes a barrier.
void Group::run_warp(Warp& warp) {
    constexpr std::uint64_t rounds_between_delays = 32;  // on average
    const std::span<Thread> threads = threads_of(warp);
    const std::uint32_t barriers = barriers_;
    const std::size_t first = order_.draw_below(lanes_of_warp);
    // odd, so that every lane is visited once
    const std::size_t step = 2 * order_.draw_below(lanes_of_warp / 2) + 1;
    for (std::size_t n = 0; n < lanes_of_warp && error_ == nullptr && barriers == barriers_; ++n) {
        Thread& thread = threads[(first + n * step) % lanes_of_warp];
        if (thread.state == Thread::State::ready) run_thread(thread);
    }
    if (order_.draw_below(rounds_between_delays) == 0) warp.precedence = order_.draw();
}

void Group::run_thread(Thread& thread) {
    running_ = &thread;
    thread.fiber.resume();
}

void Group::run_kernel(Thread& thread) {
    try {
        if (stopped_) throw Stopped{};
        (*kernel_)();
        const bool pending = !thread.open.empty() ||
                             std::ranges::any_of(thread.batches, [](const auto& b) { return !b.empty(); });
        if (pending)
            throw MachineError(
                fmt::format("thread {} of {} left copies that it did not wait for", thread.index, name()));
    } catch (const Stopped&) {  // the error is recorded in the group
    } catch (...) {
        if (error_ == nullptr) error_ = std::current_exception();
    }
    thread.state = Thread::State::left;
    --warp_here().ready;
}

// Lets every thread leave, so that destructors run on its stack.
void Group::stop() {
    stopped_ = true;
    for (Thread& thread : threads_) {
        if (thread.state != Thread::State::left) run_thread(thread);
    }
}

// Returns when the thread is scheduled again.
void Group::suspend() {
    running_->fiber.suspend();
    if (stopped_) throw Stopped{};
}

void Group::wait() {
    running_->state = Thread::State::waits;
    --warp_here().ready;
    suspend();
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
    throw MachineError(fmt::format("{}: thread {} is at {} while others wait at {}", name(), running_->index,
                                   spot.text(), first.text()));
}

void Group::wait_for_group(const Spot& spot) {
    if (stopped_) throw Stopped{};
    running_->spot = spot;
    if (at_barrier_ == 0) barrier_ = spot;
    check_spot(barrier_, spot);
    if (++at_barrier_ < static_cast<int>(threads_.size())) return wait();
    at_barrier_ = 0;
    ++barriers_;
    for (Warp& warp : warps_) {
        ++warp.barriers;
        warp.ready = lanes_of_warp;
    }
    for (Thread& thread : threads_) thread.state = Thread::State::ready;
    shuffle_precedence();
    suspend();  // the last thread to arrive need not continue first
}

void Group::wait_for_warp(const Spot& spot) { (void)exchange({}, spot, nullptr); }

Words Group::exchange(const Words& given, const Spot& spot, Collective collective, int from) {
    if (stopped_) throw Stopped{};
    Warp& warp = warp_here();
    running_->spot = spot;
    if (warp.arrived == 0) warp.spot = spot;
    check_spot(warp.spot, spot);
    Lane& lane = warp.lanes[static_cast<std::size_t>(running_->index % lanes_of_warp)];
    lane.given = given;
    lane.from = from;
    if (++warp.arrived < lanes_of_warp) {
        wait();
    } else {
        warp.arrived = 0;
        if (collective == nullptr)
            ++warp.barriers;  // exchanging words does not order memory
        else
            collective(warp.lanes);
        warp.ready = lanes_of_warp;
        for (Thread& thread : threads_of(warp)) thread.state = Thread::State::ready;
    }
    return lane.taken;
}

std::size_t Group::place_of(const void* shared, std::size_t bytes, std::size_t alignment) const {
    const std::span<std::byte> all = shared_.bytes();
    const auto begin = reinterpret_cast<std::uintptr_t>(all.data());
    const auto at = reinterpret_cast<std::uintptr_t>(shared);
    if (at < begin || at + bytes > begin + all.size())
        throw MachineError(fmt::format("{}: {} bytes at {} of {} bytes of shared memory", name(), bytes,
                                       static_cast<std::int64_t>(at - begin), all.size()));
    if (at % alignment != 0)
        throw MachineError(fmt::format("{}: address {} of shared memory is not aligned", name(), at - begin));
    return at - begin;
}

void Group::check(const std::optional<Conflict>& conflict, const char* what) const {
    if (!conflict) return;
    const auto after = [](const Spot& spot) { return spot.file == nullptr ? "its start" : spot.text(); };
    throw MachineError(fmt::format(
        "{}: thread {}, after {}, {} byte {} of shared memory, which thread {}, by now after {}, {}: no "
        "barrier lies between",
        name(), running_->index, after(running_->spot), what, conflict->byte, conflict->thread,
        after(threads_[static_cast<std::size_t>(conflict->thread)].spot), conflict->what));
}

void Group::read(const void* shared, std::size_t bytes, std::size_t alignment) {
    check(accesses_.read(place_of(shared, bytes, alignment), bytes, now()), "reads");
}

void Group::write(const void* shared, std::size_t bytes, std::size_t alignment) {
    check(accesses_.write(place_of(shared, bytes, alignment), bytes, now()), "writes");
}

void Group::copy_later(void* shared, const void* global) {
    if (reinterpret_cast<std::uintptr_t>(global) % copy_bytes != 0)
        throw MachineError(name() + " copies from an address that is not aligned");
    check(accesses_.begin_copy(place_of(shared, copy_bytes, copy_bytes), copy_bytes, now()), "copies to");
    running_->open.push_back({static_cast<std::byte*>(shared), static_cast<const std::byte*>(global)});
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
                std::memset(copy.to, 0, copy_bytes);
            } else {
                std::memcpy(copy.to, copy.from, copy_bytes);
            }
            accesses_.land_copy(place_of(copy.to, copy_bytes, copy_bytes), copy_bytes, now());
        }
        batches.pop_front();
    }
}

}  // namespace host_cuda
