#pragma once

#include "host_cuda/address_sanitizer.hpp"

#include <boost/context/fiber.hpp>
#include <functional>

namespace host_cuda {

/// A function on a stack of its own, that may be left in the middle and gone on with.
class ThreadFiber {
  public:
    /// Begins with the next resume(). The object must stay where it is until the function has ended, which must not throw.
    void start(std::function<void()> function);
    /// Goes on until the function suspends or ends.
    void resume();
    /// Called by the function: goes back to where resume() was called.
    void suspend();

  private:
    boost::context::fiber fiber_, caller_;
    StackBounds own_, callers_;
    void* left_ = nullptr;
};

}  // namespace host_cuda
