#include "host_cuda/thread_fiber.hpp"

#include <boost/context/pooled_fixedsize_stack.hpp>
#include <utility>

namespace host_cuda {
namespace {

constexpr std::size_t stack_bytes = std::size_t{128} << 10U;

// Stacks are reused by the groups that this thread of the processor runs.
boost::context::pooled_fixedsize_stack& stacks() {
    thread_local boost::context::pooled_fixedsize_stack pool(stack_bytes);
    return pool;
}

}  // namespace

void ThreadFiber::start(std::function<void()> function) {
    boost::context::stack_context stack = stacks().allocate();
    own_ = {static_cast<const std::byte*>(stack.sp) - stack.size, stack.size};
    fiber_ =
        boost::context::fiber(std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack),
                              stacks(), [this, work = std::move(function)](boost::context::fiber&& caller) {
                                  enter_stack(nullptr, &callers_);
                                  caller_ = std::move(caller);
                                  work();
                                  leave_stack(nullptr, callers_);
                                  return std::move(caller_);
                              });
}

void ThreadFiber::resume() {
    void* left = nullptr;
    leave_stack(&left, own_);
    fiber_ = std::move(fiber_).resume();
    enter_stack(left, nullptr);
}

void ThreadFiber::suspend() {
    leave_stack(&left_, callers_);
    caller_ = std::move(caller_).resume();
    enter_stack(left_, &callers_);
}

}  // namespace host_cuda
