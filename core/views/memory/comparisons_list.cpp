// What figures `speeds`, `sizes` and `claims` add to the lists of the view.

#include "core/views/memory/comparisons.hpp"

namespace poslab::memory {

namespace {

// Views of names must outlive the lists.
constexpr std::array<std::string_view, 6> size_arrays{"size_forward",  "size_backward",        "size_alpha",
                                                      "size_bilinear", "size_bilinear_same_t", "size_exact"};
constexpr std::array<std::string_view, 6> constant_arrays{"constant_forward",  "constant_backward",        "constant_alpha",
                                                          "constant_bilinear", "constant_bilinear_same_t", "constant_exact"};

std::vector<std::string_view> with(std::initializer_list<std::string_view> own, std::span<const std::string_view> others) {
    std::vector<std::string_view> names(own);
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

}  // namespace

std::vector<FigureInfo> comparison_figures() {
    return {{"speeds", "Two speeds"_tr, {"speed_time", "speed_states", "speed_states_slow", "speed_difference"}},
            {"sizes", "Size of states"_tr, with({"size_time", "size_peaks"}, size_arrays)},
            {"constant", "A constant"_tr, with({"constant_time"}, constant_arrays)},
            {"claims", "Claims"_tr, {"times"}}};
}

std::vector<ArrayInfo> comparison_arrays() {
    std::vector<ArrayInfo> list{
        {"speed_time", "speed_time", "samples", "times t of the signal as it is"_tr, true},
        {"speed_states", "coefficient, speed_time", "", "the first coefficients xₙ(t); of fourier-legs real parts from n = 0 on"_tr,
         true},
        {"speed_states_slow", "coefficient, speed_time", "",
         "yₙ(c t) of the signal with each sample repeated c = `stretch` times"_tr, true},
        {"speed_difference", "speed_time", "", "largest |y(c t) − x(t)| over all coefficients"_tr, true},
        {"size_time", "size_time", "samples", "times, on a logarithmic axis"_tr, true},
        {"size_peaks", "method", "", "largest |xₙ(t)| on the whole way, by method in the order of `method`"_tr, true}};
    for (const std::string_view name : size_arrays) list.push_back({name, "size_time", "", "max |xₙ(t)| by this method"_tr, true});
    list.push_back({"constant_time", "constant_time", "samples", "times, on a logarithmic axis"_tr, true});
    for (const std::string_view name : constant_arrays)
        list.push_back({name, "constant_time", "", "max |xₙ(t) − e₀| where the signal is 1, by this method"_tr, true});
    return list;
}

std::vector<ValueInfo> comparison_values() {
    return {{"constant_miss_10",
             "max |xₙ − e₀| of 10137's bilinear rule for LegS of order 8 where the signal is 1, after 10 samples"_tr},
            {"constant_miss_200", "the same after 200"_tr},
            {"constant_miss_1000", "the same after 1000"_tr}};
}

}  // namespace poslab::memory
