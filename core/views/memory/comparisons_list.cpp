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
    return {{"speeds", {"Two speeds", "两种速度"}, {"speed_time", "speed_states", "speed_states_slow", "speed_difference"}},
            {"sizes", {"Size of states", "状态的大小"}, with({"size_time", "size_peaks"}, size_arrays)},
            {"constant", {"A constant", "常数"}, with({"constant_time"}, constant_arrays)},
            {"claims", {"Claims", "勘误"}, {"times"}}};
}

std::vector<ArrayInfo> comparison_arrays() {
    std::vector<ArrayInfo> list{
        {"speed_time", "speed_time", "samples", {"times t of the signal as it is", "原速信号的时刻 t"}, true},
        {"speed_states",
         "coefficient, speed_time",
         "",
         {"the first coefficients xₙ(t); of fourier-legs real parts from n = 0 on",
          "前几个系数 xₙ(t)；fourier-legs 为自 n = 0 起的实部"},
         true},
        {"speed_states_slow",
         "coefficient, speed_time",
         "",
         {"yₙ(c t) of the signal with each sample repeated c = `stretch` times", "每个样本重复 c = `stretch` 次的信号的 yₙ(c t)"},
         true},
        {"speed_difference",
         "speed_time",
         "",
         {"largest |y(c t) − x(t)| over all coefficients", "全部系数中最大的 |y(c t) − x(t)|"},
         true},
        {"size_time", "size_time", "samples", {"times, on a logarithmic axis", "时刻，对数轴"}, true},
        {"size_peaks",
         "method",
         "",
         {"largest |xₙ(t)| on the whole way, by method in the order of `method`", "全程最大的 |xₙ(t)|，按 `method` 的次序"},
         true}};
    for (const std::string_view name : size_arrays)
        list.push_back({name, "size_time", "", {"max |xₙ(t)| by this method", "此方法下的 max |xₙ(t)|"}, true});
    list.push_back({"constant_time", "constant_time", "samples", {"times, on a logarithmic axis", "时刻，对数轴"}, true});
    for (const std::string_view name : constant_arrays)
        list.push_back({name,
                        "constant_time",
                        "",
                        {"max |xₙ(t) − e₀| where the signal is 1, by this method", "信号为 1 时此方法下的 max |xₙ(t) − e₀|"},
                        true});
    return list;
}

std::vector<ValueInfo> comparison_values() {
    return {{"constant_miss_10",
             {"max |xₙ − e₀| of 10137's bilinear rule for LegS of order 8 where the signal is 1, after 10 samples",
              "信号为 1 时 10137 的双线性法（LegS，8 阶）在 10 个样本后的 max |xₙ − e₀|"}},
            {"constant_miss_200", {"the same after 200", "200 个样本后"}},
            {"constant_miss_1000", {"the same after 1000", "1000 个样本后"}}};
}

}  // namespace poslab::memory
