// The common C subset of C++, CUDA and GLSL (see plan.h); `uint` is the language's unsigned 32-bit type.
//
// Phases are turns as 64-bit fixed-point fractions: a number n represents n / 2^64 of a turn. A frequency is
// the phase gained per token, so the phase at a position is the product modulo 2^64: whole turns vanish by
// overflow, nothing is rounded, and phase(p + q) = phase(p) + phase(q). GLSL has no 64-bit integers, hence
// two words.
struct Phase {
    uint high;
    uint low;
};

POSLAB_SHARED Phase make_phase(uint high, uint low) {
    Phase phase;  // NOLINT(cppcoreguidelines-pro-type-member-init): GLSL has no initialiser lists
    phase.high = high;
    phase.low = low;
    return phase;
}

POSLAB_SHARED Phase add_phases(Phase a, Phase b) {
    uint low = a.low + b.low;
    return make_phase(a.high + b.high + (low < a.low ? 1u : 0u), low);
}

// a * b in full, from products of 16-bit halves.
POSLAB_SHARED Phase full_product(uint a, uint b) {
    uint low = (a & 0xFFFFu) * (b & 0xFFFFu);
    uint middle = (a >> 16u) * (b & 0xFFFFu) + (low >> 16u);                 // at most 2^32 - 2^16
    uint other = (a & 0xFFFFu) * (b >> 16u) + (middle & 0xFFFFu);            // likewise
    // Below 2^32, because the product is below 2^64.
    uint high = (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);
    return make_phase(high, (other << 16u) | (low & 0xFFFFu));
}

// position * frequency modulo whole turns.
POSLAB_SHARED Phase phase_at(uint position, Phase frequency) {
    Phase product = full_product(position, frequency.low);
    return make_phase(product.high + position * frequency.high, product.low);
}

POSLAB_SHARED Phase negative_phase(Phase a) {
    uint low = ~a.low + 1u;
    return make_phase(~a.high + (low == 0u ? 1u : 0u), low);
}

// The same for a position of either sign.
POSLAB_SHARED Phase phase_of_signed(int position, Phase frequency) {
    return position < 0 ? negative_phase(phase_at(0u - uint(position), frequency)) : phase_at(uint(position), frequency);
}

// The phase as a turn in [-1/2, 1/2], accurate to half an ulp of 1/2: 2^-25 in float32 (where +1/2 itself can
// result).
POSLAB_SHARED real signed_turn(Phase phase) {
    return real(int(phase.high)) * real(2.3283064365386962890625e-10) + real(phase.low) * real(5.42101086242752217e-20);
}

// The phase as an angle in [-pi, pi], radians.
POSLAB_SHARED real signed_angle(Phase phase) { return signed_turn(phase) * real(6.28318530717958647692); }
