#include "core/figure/text_metrics.hpp"

#include "core/base/utf8.hpp"

namespace poslab {

namespace {

class FixedWidthMetrics final : public TextMetrics {
  public:
    [[nodiscard]] double width(std::string_view text, Font /*font*/, double size) const override {
        double em = 0;
        while (!text.empty()) em += is_wide(next_code_point(text)) ? 1.0 : 0.6;
        return em * size;
    }
};

}  // namespace

const TextMetrics& fixed_width_metrics() {
    static const FixedWidthMetrics metrics;
    return metrics;
}

}  // namespace poslab
