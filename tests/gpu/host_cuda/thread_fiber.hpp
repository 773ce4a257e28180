#pragma once

#include "host_cuda/address_sanitizer.hpp"

#include <boost/context/fiber.hpp>
#include <functional>

namespace host_cuda {

/// A function on its own stack that can be suspended and resumed.
class ThreadFiber {
  public:
    /// Sets the function, which starts with the next resume() and must not throw. The object must not move
    /// until the function has ended.
    void start(std::function<void()> function);
    /// Continues until the function suspends or ends.
    void resume();
    /// Called by the function: returns to the caller of resume().
    void suspend();

  private:
    boost::context::fiber fiber_, caller_;
    StackBounds own_, callers_;
    void* left_ = nullptr;
};

}  // namespace host_cuda
