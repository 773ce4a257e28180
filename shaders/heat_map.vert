#version 330 core

uniform vec2 framebuffer;  // pixels
uniform vec4 quad;         // left, top, right, bottom in pixels, y down

out vec2 where;  // pixels, y down

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    where = mix(quad.xy, quad.zw, corner);
    vec2 place = where / framebuffer;
    gl_Position = vec4(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0);
}
