#include "gpu/opengl/session.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <stdexcept>

namespace poslab::gpu {

namespace {
constexpr GLenum context_lost = 0x0507;  // GL_CONTEXT_LOST
}

bool OpenGlSession::take() {
    mutex_.lock();
    if (depth_ == 0) {
        try {
            context_->make_current();
        } catch (...) {
            mutex_.unlock();
            throw;
        }
        holder_ = std::this_thread::get_id();
        const std::scoped_lock lock(discarded_mutex_);
        if (!discarded_.empty()) glDeleteBuffers(static_cast<GLsizei>(discarded_.size()), discarded_.data());
        discarded_.clear();
    }
    return depth_++ == 0;
}

void OpenGlSession::let_go() noexcept {
    if (--depth_ == 0) {
        holder_ = std::thread::id();
        context_->release();
    }
    mutex_.unlock();
}

void OpenGlSession::require_held() const {
    if (!is_held()) throw std::logic_error("an OpenGL device is used by a thread that does not hold it");
    if (lost_) throw DeviceFailure("the OpenGL context was lost");
}

void OpenGlSession::find_reset_status() {
    if (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness"))
        reset_status_ = ResetStatus::core;
    else if (epoxy_has_gl_extension("GL_ARB_robustness"))
        reset_status_ = ResetStatus::arb;
}

void OpenGlSession::check_lost() {
    GLenum status = GL_NO_ERROR;
    if (reset_status_ == ResetStatus::core) status = glGetGraphicsResetStatus();
    if (reset_status_ == ResetStatus::arb) status = glGetGraphicsResetStatusARB();
    if (status == GL_NO_ERROR) return;
    lost_ = true;
    throw DeviceFailure(status == GL_GUILTY_CONTEXT_RESET_ARB
                            ? "the OpenGL context was lost: what it computed took too long or failed"
                            : "the OpenGL context was lost: the graphics processor was reset");
}

unsigned OpenGlSession::error() {
    const GLenum first = glGetError();
    // A lost context may return errors forever.
    for (int more = 0; more < 16 && glGetError() != GL_NO_ERROR;) ++more;
    check_lost();
    if (first != context_lost) return first;
    lost_ = true;
    throw DeviceFailure("the OpenGL context was lost");
}

void OpenGlSession::check(std::string_view doing) {
    const unsigned code = error();
    if (code == GL_NO_ERROR) return;
    if (code == GL_OUT_OF_MEMORY)
        throw DeviceFailure(fmt::format("the OpenGL device ran out of memory {}", doing));
    throw DeviceFailure(fmt::format("OpenGL error 0x{:04X} {}", code, doing));
}

void OpenGlSession::discard_buffer(unsigned buffer) noexcept {
    if (is_held()) {
        glDeleteBuffers(1, &buffer);
        return;
    }
    const std::scoped_lock lock(discarded_mutex_);
    discarded_.push_back(buffer);
}

}  // namespace poslab::gpu
