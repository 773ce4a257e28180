#version 330 core

#define POSLAB_SHARED
#define real float
#include "common/heat_map.h"

// Not gl_FragCoord: Mesa 22.3 may flip it vertically after a change between window and framebuffer object.
in vec2 where;

uniform sampler2D values;  // one tile of cells; -3e38 masked, 3e38 not a number
uniform sampler2D colors;  // 256 x 1
uniform vec2 start;        // pixels: upper left corner of the cell `first_cell` ...
uniform vec2 cell_size;    // ... and the size of a cell, gap included
uniform ivec2 first_cell;  // of the tile
uniform ivec2 last_cell;   // last cell of the tile

uniform int kind;
uniform vec3 limits;  // low, middle, high
uniform float hatch_above;
uniform float gap;    // pixels
uniform vec2 origin;  // of the figure, pixels
uniform vec3 hatch;   // pitch and width in pixels, alpha: untrained cells
uniform vec2 nan_hatch;
uniform bool cell_marks;
uniform vec4 nan_fill;
uniform vec4 nan_mark;
uniform float opacity;

out vec4 color;

vec4 not_a_number(vec2 place, vec2 in_cell) {
    float cover;
    if (cell_marks) {
        vec2 box = cell_size - vec2(gap);
        cover = cross_coverage(in_cell.x, in_cell.y, box.x, box.y, nan_hatch.y);
    } else {
        vec2 p = place - origin;
        cover = max(hatch_coverage(p.x, p.y, nan_hatch.x, nan_hatch.y, 1.0),
                    hatch_coverage(p.x, p.y, nan_hatch.x, nan_hatch.y, -1.0));
    }
    return mix(nan_fill, nan_mark, cover);
}

vec4 finite(float value, vec2 place) {
    float t = scale_position(value, kind, limits.x, limits.y, limits.z);
    int entry = t >= 0.0 ? int(t * 255.0 + 0.5) : 0;
    vec4 base = texelFetch(colors, ivec2(min(entry, 255), 0), 0);
    if (abs(value) > hatch_above) {
        vec2 p = place - origin;
        base.rgb = mix(base.rgb, vec3(1.0), hatch.z * hatch_coverage(p.x, p.y, hatch.x, hatch.y, 1.0));
    }
    return base;
}

// Gaps are found with the same rounding, so that a border in the middle of a pixel has its gap, too.
vec2 cells_at(vec2 place) { return max(floor((place - start) / cell_size), vec2(0.0)); }

void main() {
    vec2 place = floor(where) + 0.5;
    vec2 cells = cells_at(place);
    vec2 in_cell = place - start - cells * cell_size;
    if (gap > 0.0 && any(notEqual(cells_at(place + vec2(gap)), cells))) discard;
    ivec2 cell = clamp(first_cell + ivec2(cells), ivec2(0), last_cell);
    float value = texelFetch(values, cell, 0).r;
    if (value < -2.95e38) discard;
    color = value > 2.95e38 ? not_a_number(place, in_cell) : finite(value, place);
    color.a *= opacity;
}
