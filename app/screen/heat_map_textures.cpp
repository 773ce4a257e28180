#include "app/screen/heat_map_textures.hpp"

#include "app/screen/embedded_shaders.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/figure/draw_list.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace poslab {

namespace {

constexpr std::int64_t largest_tile = 4096;
constexpr std::uint64_t max_unused_frames = 120;
constexpr std::int64_t staged_cells = 1 << 18;  // 1 MB at a time

float encoded(double value) {
    if (is_masked(value)) return HeatMapTextures::masked_code;
    if (!std::isfinite(value)) return HeatMapTextures::nan_code;
    constexpr double most = HeatMapTextures::largest_value;
    return static_cast<float>(std::clamp(value, -most, most));
}

unsigned nearest_texture() {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return texture;
}

std::string shader_log(GLuint program) {
    std::string log(512, '\0');
    GLsizei size = 0;
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &size, log.data());
    log.resize(static_cast<std::size_t>(size));
    std::ranges::replace(log, '\n', ' ');
    return log.empty() ? log : ": " + log;
}

unsigned linked_program() {
    const GLuint id = glCreateProgram();
    for (const auto& [kind, text] : {std::pair{GL_VERTEX_SHADER, embedded_heat_map_vertex},
                                     std::pair{GL_FRAGMENT_SHADER, embedded_heat_map_fragment}}) {
        const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
        const char* const source = text.data();
        const auto size = static_cast<GLint>(text.size());
        glShaderSource(shader, 1, &source, &size);
        glCompileShader(shader);
        glAttachShader(id, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(id);
    GLint linked = 0;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (linked == 0)
        throw Unavailable("this OpenGL driver does not compile the heat-map shader" + shader_log(id));
    return id;
}

void set_color(int index, Color c) {
    glUniform4f(index, static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                static_cast<float>(c.b) / 255, static_cast<float>(c.a) / 255);
}

}  // namespace

HeatMapProgram::HeatMapProgram() : id_(linked_program()) {
    glGenVertexArrays(1, &vertex_array_);
    const auto place = [this](const char* name) { return glGetUniformLocation(id_, name); };
    at_ = {.framebuffer = place("framebuffer"),
           .quad = place("quad"),
           .start = place("start"),
           .cell_size = place("cell_size"),
           .first_cell = place("first_cell"),
           .last_cell = place("last_cell"),
           .kind = place("kind"),
           .limits = place("limits"),
           .hatch_above = place("hatch_above"),
           .gap = place("gap"),
           .origin = place("origin"),
           .hatch = place("hatch"),
           .nan_hatch = place("nan_hatch"),
           .cell_marks = place("cell_marks"),
           .nan_fill = place("nan_fill"),
           .nan_mark = place("nan_mark"),
           .opacity = place("opacity")};
    glUseProgram(id_);
    glUniform1i(place("values"), 0);
    glUniform1i(place("colors"), 1);
}

HeatMapProgram::~HeatMapProgram() {
    glDeleteProgram(id_);
    glDeleteVertexArrays(1, &vertex_array_);
}

void HeatMapProgram::draw(const HeatMapTile& t, std::array<float, 2> framebuffer) const {
    glUseProgram(id_);
    glBindVertexArray(vertex_array_);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, t.colors);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, t.values);
    const auto css = [&t](double length) { return static_cast<float>(length) * t.pixels; };
    glUniform2fv(at_.framebuffer, 1, framebuffer.data());
    glUniform4fv(at_.quad, 1, t.quad.data());
    glUniform2fv(at_.start, 1, t.start.data());
    glUniform2fv(at_.cell_size, 1, t.cell_size.data());
    glUniform2iv(at_.first_cell, 1, t.first_cell.data());
    glUniform2iv(at_.last_cell, 1, t.last_cell.data());
    glUniform1i(at_.kind, static_cast<int>(t.scale.kind));
    glUniform3f(at_.limits, static_cast<float>(t.scale.low), static_cast<float>(t.scale.middle),
                static_cast<float>(t.scale.high));
    glUniform1f(at_.hatch_above, t.hatch_above);
    glUniform1f(at_.gap, t.gap);
    glUniform2fv(at_.origin, 1, t.origin.data());
    glUniform3f(at_.hatch, css(HatchStyle::pitch), css(HatchStyle::width),
                static_cast<float>(HatchStyle::alpha));
    glUniform2f(at_.nan_hatch, css(HatchStyle::nan_pitch), css(HatchStyle::nan_width));
    glUniform1i(at_.cell_marks, t.cell_marks ? 1 : 0);
    set_color(at_.nan_fill, t.nan_fill);
    set_color(at_.nan_mark, t.nan_mark);
    glUniform1f(at_.opacity, t.opacity);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

HeatMapTextures::HeatMapTextures() {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    tile_side_ = std::clamp<std::int64_t>(most, 64, largest_tile);
}

HeatMapTextures::~HeatMapTextures() {
    std::ranges::for_each(entries_, forget);
    glDeleteTextures(static_cast<GLsizei>(colors_.size()), colors_.data());
}

unsigned HeatMapTextures::tile(const CellValues& values, std::int64_t height, std::int64_t width,
                               std::int64_t row, std::int64_t column) {
    Entry& entry = entry_of(values, height, width);
    unsigned& texture = entry.tiles[static_cast<std::size_t>(row * tiles_along(width) + column)];
    if (texture == 0) texture = upload(*values, height, width, row, column);
    return texture;
}

HeatMapTextures::Entry& HeatMapTextures::entry_of(const CellValues& values, std::int64_t height,
                                                  std::int64_t width) {
    const auto is_same = [&](const Entry& e) {
        return e.identity == values.get() && e.height == height && e.width == width && !e.values.expired();
    };
    auto found = std::ranges::find_if(entries_, is_same);
    if (found == entries_.end()) {
        const auto count = static_cast<std::size_t>(tiles_along(height) * tiles_along(width));
        entries_.push_back({values, values.get(), height, width, frame_, std::vector<unsigned>(count)});
        found = entries_.end() - 1;
    }
    found->used = frame_;
    return *found;
}

unsigned HeatMapTextures::upload(const NumberBuffer& values, std::int64_t height, std::int64_t width,
                                 std::int64_t row, std::int64_t column) {
    const std::int64_t first_row = row * tile_side_, rows = std::min(tile_side_, height - first_row);
    const std::int64_t first_column = column * tile_side_,
                       columns = std::min(tile_side_, width - first_column);
    const unsigned texture = nearest_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(columns), static_cast<GLsizei>(rows), 0,
                 GL_RED, GL_FLOAT, nullptr);
    const std::int64_t band = std::max<std::int64_t>(1, staged_cells / columns);
    for (std::int64_t begin = 0; begin < rows; begin += band) {
        const std::int64_t end = std::min(rows, begin + band);
        staging_.clear();
        for (std::int64_t i = begin; i < end; ++i) {
            const double* const cells = values.data() + (first_row + i) * width + first_column;
            std::transform(cells, cells + columns, std::back_inserter(staging_), encoded);
        }
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(begin), static_cast<GLsizei>(columns),
                        static_cast<GLsizei>(end - begin), GL_RED, GL_FLOAT, staging_.data());
    }
    ++uploaded_tiles_;
    return texture;
}

unsigned HeatMapTextures::colors(ColorMap map, Proof proof) {
    unsigned& texture =
        colors_.at(static_cast<std::size_t>(proof) * color_map_count + static_cast<std::size_t>(map));
    if (texture == 0) {
        const ColorTable& table = color_table(map, proof);
        static_assert(sizeof(Color) == 4);
        texture = nearest_texture();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(table.size()), 1, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, table.data());
    }
    return texture;
}

void HeatMapTextures::begin_frame() {
    ++frame_;
    std::erase_if(entries_, [this](Entry& entry) {
        const bool stale = entry.used + max_unused_frames < frame_ || entry.values.expired();
        if (stale) forget(entry);
        return stale;
    });
}

void HeatMapTextures::forget(Entry& entry) {
    glDeleteTextures(static_cast<GLsizei>(entry.tiles.size()), entry.tiles.data());
}

}  // namespace poslab
