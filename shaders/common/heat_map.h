// The common C subset of C++, CUDA and GLSL (see plan.h). The scale function and the hatch shared by shader
// and Cairo.

// Kinds of scale, as integers because GLSL has no enums.
//   0 linear       low ... high
//   1 logarithmic  low ... high, low > 0
//   2 symmetric    -high ... high, zero in the middle
//   3 symmetric log, linear within +-middle
//   4 window       |v| < middle fills the first half of the table, middle ... high the second
//   5 cyclic       low ... high wraps round
// The result is in [0, 1], a position in the 256-entry table of the colour map.
POSLAB_SHARED real clamp_unit(real t) { return t < real(0) ? real(0) : (t > real(1) ? real(1) : t); }

POSLAB_SHARED real scale_position(real v, int kind, real low, real middle, real high) {
    if (kind == 0) return high > low ? clamp_unit((v - low) / (high - low)) : real(0);
    if (kind == 1) return v > real(0) && high > low ? clamp_unit(log(v / low) / log(high / low)) : real(0);
    if (kind == 2) return high > real(0) ? clamp_unit(real(0.5) + real(0.5) * v / high) : real(0.5);
    if (kind == 3) {
        real size = v < real(0) ? -v : v;
        real span = real(1) + (high > middle ? log(high / middle) : real(0));
        real along = size <= middle ? size / middle : real(1) + log(size / middle);
        real t = clamp_unit(along / span);
        return real(0.5) + (v < real(0) ? -real(0.5) * t : real(0.5) * t);
    }
    if (kind == 4) {
        real size = v < real(0) ? -v : v;
        // Entries 0 ... 127 and 128 ... 255; half an entry of space keeps nearest lookup from crossing the
        // jump at w.
        if (size < middle) return clamp_unit(size / middle) * (real(127) / real(255));
        return (real(128) + (high > middle ? clamp_unit((size - middle) / (high - middle)) : real(0)) * real(127)) / real(255);
    }
    real turns = (v - low) / (high - low);
    return turns - floor(turns);
}

// Share of a pixel at (x, y) that a 45 degree hatch of this pitch and width covers; falling = -1 reverses its
// direction.
POSLAB_SHARED real hatch_coverage(real x, real y, real pitch, real width, real falling) {
    real along = (x + falling * y) * real(0.70710678118654752);
    real phase = along / pitch;
    real distance = (phase - floor(phase + real(0.5))) * pitch;
    distance = distance < real(0) ? -distance : distance;
    return clamp_unit(width * real(0.5) + real(0.5) - distance);
}

// The mark of a cell that is not a number: a 45 degree cross in the centre of a cell of width x height, with
// (x, y) measured from its corner. Like the hatch it uses device pixels throughout, so that edges are one
// device pixel soft.
POSLAB_SHARED real cross_coverage(real x, real y, real width, real height, real line) {
    real a = x - width * real(0.5);
    real b = y - height * real(0.5);
    a = a < real(0) ? -a : a;
    b = b < real(0) ? -b : b;
    real far = a > b ? a : b;
    real distance = (a > b ? a - b : b - a) * real(0.70710678118654752);
    real reach = (width < height ? width : height) * real(0.3);
    return clamp_unit(line * real(0.5) + real(0.5) - distance) * clamp_unit(reach + real(0.5) - far);
}
