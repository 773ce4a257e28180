#include "gpu/opengl/opengl_memory.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t max_readable = 2;  // blocks retained for downloads
constexpr GLuint64 a_second = 1'000'000'000;

class OpenGlBuffer final : public DeviceBuffer {
  public:
    OpenGlBuffer(std::size_t bytes, const MemoryBlock& block, std::shared_ptr<BlockPool> pool)
        : DeviceBuffer(bytes), block_(block), pool_(std::move(pool)) {}
    ~OpenGlBuffer() override { pool_->give_back(block_); }
    OpenGlBuffer(const OpenGlBuffer&) = delete;
    OpenGlBuffer& operator=(const OpenGlBuffer&) = delete;
    [[nodiscard]] unsigned id() const { return static_cast<unsigned>(block_.place); }

  private:
    MemoryBlock block_;
    std::shared_ptr<BlockPool> pool_;
};

double megabytes(std::size_t bytes) { return std::ceil(static_cast<double>(bytes) / 1e6); }

/// Returns 0 if memory is exhausted.
GLuint new_buffer(std::size_t bytes, GLenum usage, OpenGlSession& session) {
    GLuint id = 0;
    glGenBuffers(1, &id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, id);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, usage);
    if (session.error() == GL_NO_ERROR) return id;
    glDeleteBuffers(1, &id);
    return 0;
}

void check_range(const DeviceBuffer& buffer, std::size_t bytes, std::size_t offset) {
    if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
        throw std::out_of_range("a transfer beyond the end of a buffer of a device");
}

}  // namespace

unsigned id_of(const DeviceBuffer& buffer) { return dynamic_cast<const OpenGlBuffer&>(buffer).id(); }

OpenGlMemory::OpenGlMemory(std::shared_ptr<OpenGlSession> session, const DeviceInfo& info)
    : session_(std::move(session)), info_(info) {
    const auto allocate = [session = session_](std::size_t bytes) -> std::optional<std::uint64_t> {
        const GLuint id = new_buffer(bytes, GL_DYNAMIC_COPY, *session);
        return id != 0 ? std::optional<std::uint64_t>(id) : std::nullopt;
    };
    const auto free = [session = session_](std::uint64_t id) {
        session->discard_buffer(static_cast<unsigned>(id));
    };
    pool_ = std::make_shared<BlockPool>(allocate, free, info.largest_buffer);
}

void OpenGlMemory::clear_readable() {
    for (const MemoryBlock& block : std::exchange(readable_, {}))
        session_->discard_buffer(static_cast<unsigned>(block.place));
}

void OpenGlMemory::clear() {
    clear_readable();
    pool_->free_idle();
}

std::unique_ptr<DeviceBuffer> OpenGlMemory::allocate(std::size_t bytes, std::string_view what) {
    if (bytes > info_.largest_buffer)
        throw DeviceFailure(fmt::format("{} need {:.0f} MB; a buffer of {} has at most {:.0f} MB", what,
                                        megabytes(bytes), info_.name, megabytes(info_.largest_buffer)));
    if (const std::optional<MemoryBlock> block = pool_->take(bytes))
        return std::make_unique<OpenGlBuffer>(bytes, *block, pool_);
    throw DeviceFailure(fmt::format("{} has no {:.0f} MB free for {}", info_.name, megabytes(bytes), what));
}

void OpenGlMemory::upload(const DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset,
                          OpenGlClock& clock) {
    check_range(to, bytes.size(), offset);
    if (bytes.empty()) return;
    const DeviceClock::Span span = DeviceClock::Span::upload(clock, bytes.size());
    glBindBuffer(GL_COPY_WRITE_BUFFER, id_of(to));
    glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset),
                    static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    session_->check("while receiving data");
}

/// Drivers allocate a buffer meant for reading in memory that the processor reads fast.
class OpenGlMemory::CopiedDownload final : public Download {
  public:
    CopiedDownload(OpenGlMemory& memory, const DeviceBuffer& from, const DownloadParts& parts,
                   OpenGlClock& clock)
        : memory_(memory), parts_(parts) {
        check_range(from, parts.bytes, parts.offset);
        if (parts.bytes == 0) return;
        block_ = readable_block();
        {
            const DeviceClock::Span span = DeviceClock::Span::download(clock, parts.bytes);
            glBindBuffer(GL_COPY_READ_BUFFER, id_of(from));
            glBindBuffer(GL_COPY_WRITE_BUFFER, id());
            glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                                static_cast<GLintptr>(parts.offset), 0, static_cast<GLsizeiptr>(parts.bytes));
        }
        copied_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        glFlush();
        memory_.session_->check("while returning data");
    }
    ~CopiedDownload() override {
        if (copied_ != nullptr) glDeleteSync(copied_);
        if (block_.bytes == 0) return;
        if (memory_.readable_.size() < max_readable)
            memory_.readable_.push_back(block_);
        else
            memory_.session_->discard_buffer(id());
    }
    CopiedDownload(const CopiedDownload&) = delete;
    CopiedDownload& operator=(const CopiedDownload&) = delete;

    void take(const TakePart& part) override {
        if (parts_.bytes == 0) return;
        GLenum state = GL_TIMEOUT_EXPIRED;
        while (state == GL_TIMEOUT_EXPIRED) {
            state = glClientWaitSync(copied_, GL_SYNC_FLUSH_COMMANDS_BIT, a_second);
            memory_.session_->check("while it computed");
        }
        glBindBuffer(GL_COPY_READ_BUFFER, id());
        const void* const bytes =
            glMapBufferRange(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(parts_.bytes), GL_MAP_READ_BIT);
        memory_.session_->check("while returning data");
        if (bytes == nullptr)
            throw DeviceFailure(fmt::format("{} cannot return its data", memory_.info_.name));
        const Mapped mapped{id()};
        part(0, {static_cast<const std::byte*>(bytes), parts_.bytes});
    }

  private:
    struct Mapped {
        GLuint id;
        explicit Mapped(GLuint buffer) : id(buffer) {}
        ~Mapped() {
            glBindBuffer(GL_COPY_READ_BUFFER, id);
            glUnmapBuffer(GL_COPY_READ_BUFFER);
        }
        Mapped(const Mapped&) = delete;
        Mapped& operator=(const Mapped&) = delete;
    };

    [[nodiscard]] GLuint id() const { return static_cast<GLuint>(block_.place); }

    MemoryBlock readable_block() {
        std::vector<MemoryBlock>& retained = memory_.readable_;
        const auto fits = [this](const MemoryBlock& block) { return block.bytes >= parts_.bytes; };
        if (const auto found = std::find_if(retained.begin(), retained.end(), fits);
            found != retained.end()) {
            const MemoryBlock block = *found;
            retained.erase(found);
            return block;
        }
        memory_.clear_readable();
        const GLuint made = new_buffer(parts_.bytes, GL_STREAM_READ, *memory_.session_);
        if (made == 0)
            throw DeviceFailure(fmt::format("{} has no {:.0f} MB free for results", memory_.info_.name,
                                            megabytes(parts_.bytes)));
        return {made, parts_.bytes};
    }

    OpenGlMemory& memory_;
    DownloadParts parts_;
    MemoryBlock block_;
    GLsync copied_ = nullptr;
};

std::unique_ptr<Download> OpenGlMemory::start_download(const DeviceBuffer& from, const DownloadParts& parts,
                                                       OpenGlClock& clock) {
    return std::make_unique<CopiedDownload>(*this, from, parts, clock);
}

}  // namespace poslab::gpu
