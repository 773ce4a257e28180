#include "gpu/opengl/programs.hpp"

#include "gpu/opengl/shader_text.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>

namespace poslab::gpu {

namespace {

/// Deleted at the end of its scope; a program to which it was attached retains it.
class Shader {
  public:
    explicit Shader(const std::string& text) : id_(glCreateShader(GL_COMPUTE_SHADER)) {
        const char* const source = text.data();
        const auto size = static_cast<GLint>(text.size());
        glShaderSource(id_, 1, &source, &size);
        glCompileShader(id_);
    }
    ~Shader() { glDeleteShader(id_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    [[nodiscard]] GLuint id() const { return id_; }
    [[nodiscard]] bool compiled() const {
        GLint status = GL_FALSE;
        glGetShaderiv(id_, GL_COMPILE_STATUS, &status);
        return status == GL_TRUE;
    }
    [[nodiscard]] std::string log() const {
        GLint size = 0;
        glGetShaderiv(id_, GL_INFO_LOG_LENGTH, &size);
        std::string log(static_cast<std::size_t>(std::max(1, size)), '\0');
        glGetShaderInfoLog(id_, static_cast<GLsizei>(log.size()), &size, log.data());
        log.resize(static_cast<std::size_t>(std::max(0, size)));
        return log;
    }

  private:
    GLuint id_;
};

std::string link_log(GLuint program) {
    GLint size = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &size);
    std::string log(static_cast<std::size_t>(std::max(1, size)), '\0');
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &size, log.data());
    log.resize(static_cast<std::size_t>(std::max(0, size)));
    return log;
}

GLuint linked_program(std::string_view name, const KernelText& kernel) {
    const Shader shader(has_double_real(kernel.text) ? with_double_literals(kernel.text) : kernel.text);
    if (!shader.compiled())
        throw DeviceFailure(fmt::format("the OpenGL driver does not compile the kernel {}: {}", name,
                                        explained_log(shader.log(), kernel.file, kernel.text)));
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader.id());
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    const std::string log = link_log(program);
    glDeleteProgram(program);
    throw DeviceFailure(fmt::format("the OpenGL driver does not link the kernel {}: {}", name,
                                    explained_log(log, kernel.file, kernel.text)));
}

}  // namespace

unsigned OpenGlPrograms::program(Kernel kernel) {
    unsigned& program = programs_.at(static_cast<std::size_t>(kernel));
    if (program == 0) {
        const KernelText text = texts_(kernel);
        const std::string_view name = kernel_name(kernel);
        if (text.text.empty()) throw DeviceFailure(fmt::format("there is no kernel {} for OpenGL", name));
        program = linked_program(name, text);
    }
    return program;
}

void OpenGlPrograms::clear() {
    for (unsigned& program : programs_) {
        if (program != 0) glDeleteProgram(program);
        program = 0;
    }
}

}  // namespace poslab::gpu
