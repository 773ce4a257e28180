#include "gpu/opengl/opengl_clock.hpp"

#include <epoxy/gl.h>

namespace poslab::gpu {
namespace {

double nanoseconds(std::uint64_t stamp) {
    GLuint64 time = 0;
    glGetQueryObjectui64v(static_cast<GLuint>(stamp), GL_QUERY_RESULT, &time);
    return static_cast<double>(time);
}

}  // namespace

void OpenGlClock::clear() {
    for (const Stamp stamp : take_stamps()) {
        const auto query = static_cast<GLuint>(stamp);
        glDeleteQueries(1, &query);
    }
}

DeviceClock::Stamp OpenGlClock::new_stamp() {
    GLuint query = 0;
    glGenQueries(1, &query);
    return query;
}

void OpenGlClock::set(Stamp stamp, bool /*down*/) {
    glQueryCounter(static_cast<GLuint>(stamp), GL_TIMESTAMP);
}

double OpenGlClock::seconds(Stamp begin, Stamp end) { return 1e-9 * (nanoseconds(end) - nanoseconds(begin)); }

}  // namespace poslab::gpu
