#include "core/lessons/sources.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poslab {

std::optional<Text> title_of_source(std::string_view source) {
    using Titled = std::pair<std::string_view, Text>;
    constexpr std::array<Titled, 6> titles{
        {{"https://spaces.ac.cn/archives/8265",
          "Article 8265: “Transformer upgrade path 2: rotary position embedding”"_tr},
         {"https://spaces.ac.cn/archives/8397",
          "Article 8397: “Transformer upgrade path 4: RoPE for two-dimensional positions”"_tr},
         {"https://spaces.ac.cn/archives/9577",
          "Article 9577: “The wonders of a bias: RoPE + bias = better length extrapolation”"_tr},
         {"https://spaces.ac.cn/archives/9708",
          "Article 9708: “Transformer upgrade path 12: ReRoPE, unlimited extrapolation?”"_tr},
         {"https://spaces.ac.cn/archives/10137",
          "Article 10137: “SSM revisited 2: open questions of HiPPO”"_tr},
         {"https://arxiv.org/abs/2309.00071",
          "“YaRN: Efficient Context Window Extension of Large Language Models”"_tr}}};
    const auto found = std::find_if(titles.begin(), titles.end(),
                                    [&](const Titled& title) { return title.first == source; });
    return found == titles.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace poslab
