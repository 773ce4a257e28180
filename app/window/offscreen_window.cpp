#include "app/window/offscreen_window.hpp"

#include "core/base/errors.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {

OffscreenWindow::OffscreenWindow(const SurfaceOptions& options)
    : scale_(options.scale > 0 ? static_cast<float>(options.scale) : 1),
      context_(gpu::make_drawing_context()) {
    context_->make_current();
    const auto pixels = [this](int css) {
        return std::max(1, static_cast<int>(std::lround(double{scale_} * css)));
    };
    size_ = {pixels(options.width), pixels(options.height)};
    make_framebuffer();
}

OffscreenWindow::~OffscreenWindow() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &color_);
    context_->release();
}

void OffscreenWindow::make_framebuffer() {
    glGenFramebuffers(1, &framebuffer_);
    glGenRenderbuffers(1, &color_);
    glBindRenderbuffer(GL_RENDERBUFFER, color_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size_.width, size_.height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    context_->release();
    throw Unavailable(fmt::format("OpenGL cannot draw {}x{} pixels here", size_.width, size_.height));
}

void OffscreenWindow::wait(double seconds) {
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return wakes_; });
    wakes_ = false;
}

void OffscreenWindow::wake() {
    const std::scoped_lock lock(mutex_);
    wakes_ = true;
    woken_.notify_one();
}

double OffscreenWindow::time() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void OffscreenWindow::present() { glFinish(); }

}  // namespace poslab
