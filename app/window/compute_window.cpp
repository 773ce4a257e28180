#include "app/window/compute_window.hpp"

#include <GLFW/glfw3.h>

#include <mutex>
#include <utility>

namespace poslab {

struct ComputeWindow::Hidden {
    std::mutex mutex;  // held while the context is current
    GLFWwindow* window = nullptr;
};

namespace {

GLFWwindow* make_hidden(GLFWwindow* beside) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    return glfwCreateWindow(1, 1, "", nullptr, beside);
}

/// The context of a window that another thread may close meanwhile.
template <class Hidden>
class HiddenContext final : public gpu::OpenGlContext {
  public:
    explicit HiddenContext(std::shared_ptr<Hidden> hidden) : hidden_(std::move(hidden)) {}

    void make_current() override {
        std::unique_lock lock(hidden_->mutex);
        if (hidden_->window == nullptr) throw gpu::DeviceFailure("the window whose OpenGL it used is closed");
        before_ = glfwGetCurrentContext();
        glfwMakeContextCurrent(hidden_->window);
        if (glfwGetCurrentContext() != hidden_->window)
            throw gpu::DeviceFailure("the window's OpenGL cannot be used on another thread");
        lock.release();  // held until the context is released
    }
    void release() noexcept override {
        glfwMakeContextCurrent(before_);
        hidden_->mutex.unlock();
    }

  private:
    std::shared_ptr<Hidden> hidden_;
    GLFWwindow* before_ = nullptr;  // the visible window, on the drawing thread
};

}  // namespace

ComputeWindow::~ComputeWindow() {
    if (hidden_ == nullptr) return;
    const std::scoped_lock lock(hidden_->mutex);
    glfwDestroyWindow(hidden_->window);
    hidden_->window = nullptr;
}

std::unique_ptr<gpu::OpenGlContext> ComputeWindow::context(GLFWwindow* beside) {
    if (hidden_ == nullptr) {
        GLFWwindow* const window = make_hidden(beside);
        if (window == nullptr) return nullptr;
        hidden_ = std::make_shared<Hidden>();
        hidden_->window = window;
    }
    return std::make_unique<HiddenContext<Hidden>>(hidden_);
}

}  // namespace poslab
