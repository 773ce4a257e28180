// The common C subset of C++, CUDA and GLSL (see plan.h). One step of LegS, number by number
// (core/hippo/legs_scan.hpp), for y = x - u e_0, with sum = sum over k <= n of sqrt(2k+1) y_k and S the
// solve's sum up to the previous number.

// (y + product A y + excess u B)_n
POSLAB_SHARED real legs_product(real n, real root, real y, real sum, real product, real driven) {
    return y + product * (n * y - root * sum) + driven * root;
}

// 1 / (1 + l n + l)
POSLAB_SHARED real legs_inverse(real n, real solve) { return real(1) / (real(1) + solve * n + solve); }

// S_n = keep S_(n-1) + gain v_n
POSLAB_SHARED real legs_keep(real n, real solve, real inverse) { return (real(1) - solve * n) * inverse; }
POSLAB_SHARED real legs_gain(real root, real inverse) { return root * inverse; }

// z_n from S_(n-1)
POSLAB_SHARED real legs_solved(real root, real v, real before, real solve, real inverse) {
    return (v - solve * root * before) * inverse;
}
