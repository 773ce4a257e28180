#include "core/attention/bias.hpp"

namespace poslab {

const Bias& none_bias() {
    static const Bias bias{
        .id = "none", .label = "No bias"_tr, .effect = "Nothing is added to the logits."_tr, .source = {}};
    return bias;
}

}  // namespace poslab
