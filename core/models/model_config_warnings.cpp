#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

/// At most this many names in one sentence.
constexpr std::size_t most_names = 6;

Sentence names(const std::vector<std::string>& all) {
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(all.size(), most_names); ++i) shown.push_back(printable_text(all[i]));
    Sentence list{fmt::format("{}", fmt::join(shown, ", ")), fmt::format("{}", fmt::join(shown, "、"))};
    if (all.size() > most_names) {
        list.en += fmt::format(" and {} more", all.size() - most_names);
        list.zh += fmt::format("等 {} 项", all.size());
    }
    return list;
}

}  // namespace

void warn_about_yarn_factor(ConfigReading& r) {
    if (!r.max_positions || !r.rope.has("factor")) return;
    const double ratio = static_cast<double>(*r.max_positions) / static_cast<double>(*r.original_positions);
    if (std::abs(ratio - r.values.factor) <= 1e-9 * r.values.factor) return;
    const std::string path = r.rope.path_of("factor"), factor = number_text(r.values.factor), other = number_text(ratio),
                      quotient = fmt::format("{}/{}", *r.max_positions, *r.original_positions);
    r.warn_of_scaling(
        fmt::format("{} is {}, but the lengths {} give {}: Transformers 4.5x computes YaRN with {}, v5 with {}, which is taken "
                    "here.",
                    path, factor, quotient, other, other, factor),
        fmt::format("{} 为 {}，而长度之比 {} 为 {}：Transformers 4.5x 用 {} 计算 YaRN，v5 用 {}，此处取后者。", path, factor,
                    quotient, other, other, factor));
}

void warn_about_softmax_scale(ConfigReading& r) {
    if (!r.values.mscale_all_dim || r.values.factor <= 1) return;
    const double m = 0.1 * *r.values.mscale_all_dim * std::log(r.values.factor) + 1;
    const std::string value = number_text(*r.values.mscale_all_dim), scale = fmt::format("{:.3f}", m * m);
    r.warn_of_scaling(
        fmt::format("DeepSeek's attention also multiplies its softmax scale by {}, from mscale_all_dim {} and factor {}, beside "
                    "the attention factor of cosine and sine.",
                    scale, value, number_text(r.values.factor)),
        fmt::format("除余弦、正弦的注意力因子外，DeepSeek 的注意力还由 mscale_all_dim {} 与 factor {} 把 softmax 缩放乘以 {}。",
                    value, number_text(r.values.factor), scale));
}

void warn_about_longrope_list(ConfigReading& r) {
    const std::int64_t original = r.values.train_length, served = r.values.length;
    r.warn_of_scaling(
        fmt::format("Transformers takes long_factor once a text is longer than {} tokens, vLLM always if it serves more than {} "
                    "(here {}): short texts differ.",
                    original, original, served),
        fmt::format("Transformers 在文本超过 {} 个词元时才用 long_factor，vLLM 只要服务长度超过 {}（此处为 "
                    "{}）就一直用它：短文本的结果不同。",
                    original, original, served));
}

void warn_about_dynamic_cache(ConfigReading& r) {
    r.warn_of_scaling(
        fmt::format("Dynamic NTK changes the base once a text is longer than {} tokens, but keys in the cache keep the base they "
                    "were rotated with.",
                    r.values.train_length),
        fmt::format("文本超过 {} 个词元后 dynamic NTK 会改变底数，而缓存中的键仍保持旋转时的底数。", r.values.train_length));
}

void warn_about_max_positions(ConfigReading& r) {
    const std::int64_t train = r.values.train_length;
    const std::string used = number_text(static_cast<double>(r.values.length));
    r.warn(fmt::format("{} {} is taken as the trained length, extended to {}; other programs mean the extended length by it "
                       "(NVIDIA/Megatron-LM#1418).",
                       r.length_key, train, used),
           fmt::format("{} {} 按训练长度理解，扩展到 {}；也有程序以它表示扩展后的长度（NVIDIA/Megatron-LM#1418）。", r.length_key,
                       train, used));
}

void warn_about_assumed(ConfigReading& r, std::string_view model_type) {
    if (r.assumed.empty()) return;
    const Sentence list = names(r.assumed);
    const std::string type = printable_text(model_type);
    if (r.facts.model_type.empty()) {
        r.warn(fmt::format("Not in the file, so the usual value is taken: {}.", list.en),
               fmt::format("文件中没有，取常用值：{}。", list.zh));
        return;
    }
    r.warn(fmt::format("Not in the file, so what Transformers takes for {} is taken: {}.", type, list.en),
           fmt::format("文件中没有，取 Transformers 对 {} 的默认值：{}。", type, list.zh));
}

void warn_about_unused(ConfigReading& r) {
    const std::vector<std::string> keys = r.rope.unused();
    if (keys.empty()) return;
    const std::string object = r.v5 ? "rope_parameters" : "rope_scaling";
    const Sentence list = names(keys);
    r.warn(fmt::format("Ignored in {}, which the type {} does not use: {}.", object, r.type, list.en),
           fmt::format("{} 中类型 {} 不使用的键已忽略：{}。", object, r.type, list.zh));
}

}  // namespace poslab
