#include "gpu/opengl/opengl_clock.hpp"

#include <epoxy/gl.h>

#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t most_open = 512;  // pairs of queries

double nanoseconds(GLuint query) {
    GLuint64 time = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &time);
    return static_cast<double>(time);
}

}  // namespace

void OpenGlClock::start() {
    times_ = {};
    runs_ = true;
}

DeviceTimes OpenGlClock::stop() {
    add_up();
    runs_ = false;
    return std::exchange(times_, {});
}

void OpenGlClock::clear() {
    add_up();
    glDeleteQueries(static_cast<GLsizei>(free_.size()), free_.data());
    free_.clear();
}

unsigned OpenGlClock::stamped() {
    GLuint query = 0;
    if (free_.empty()) {
        glGenQueries(1, &query);
    } else {
        query = free_.back();
        free_.pop_back();
    }
    glQueryCounter(query, GL_TIMESTAMP);
    return query;
}

void OpenGlClock::add_up() {
    for (const Span::Entry& entry : open_) {
        const double seconds = 1e-9 * (nanoseconds(entry.end) - nanoseconds(entry.begin));
        if (entry.kernel) {
            times_.kernels[static_cast<std::size_t>(*entry.kernel)] += seconds;
            ++times_.launches[static_cast<std::size_t>(*entry.kernel)];
        } else {
            (entry.down ? times_.downloads : times_.uploads) += seconds;
            (entry.down ? times_.downloaded : times_.uploaded) += static_cast<std::int64_t>(entry.bytes);
        }
        free_.push_back(entry.begin);
        free_.push_back(entry.end);
    }
    open_.clear();
}

OpenGlClock::Span::Span(OpenGlClock& clock, const Entry& entry) : clock_(clock) {
    if (!clock.runs_) return;
    if (clock.open_.size() >= most_open) clock.add_up();
    clock.open_.push_back(entry);
    clock.open_.back().begin = clock.stamped();
}

OpenGlClock::Span::~Span() {
    if (clock_.runs_) clock_.open_.back().end = clock_.stamped();
}

}  // namespace poslab::gpu
