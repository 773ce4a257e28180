#include "tests/support/random_values.hpp"

#include "core/base/errors.hpp"
#include "core/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace poslab {

namespace {

double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }

double random_number(const Descriptor& descriptor, std::uint64_t bits) {
    const Domain& domain = descriptor.domain;
    const std::uint64_t place = bits % 10;
    const double lowest =
        domain.open_minimum ? std::nextafter(domain.minimum, domain.maximum) : domain.minimum;
    const double highest =
        domain.open_maximum ? std::nextafter(domain.maximum, domain.minimum) : domain.maximum;
    if (place == 0) return lowest;
    if (place == 1) return highest;
    const double t = unit(bits);
    if (descriptor.control.spacing == Spacing::linear)
        return std::min(lowest + t * (highest - lowest), highest);
    if (descriptor.control.spacing == Spacing::logarithmic_to_maximum)
        return std::clamp(domain.maximum - (domain.maximum - lowest) * std::pow(10, -15 * t), lowest,
                          highest);
    const double low = std::max(lowest, 1.0);
    return std::min(low * std::pow(highest / low, t), highest);
}

Value random_value(const Descriptor& descriptor, std::uint64_t bits, std::uint64_t more) {
    const Domain& domain = descriptor.domain;
    switch (descriptor.kind) {
        case Kind::toggle:
            return (bits & 1U) != 0;
        case Kind::integer:
            return static_cast<std::int64_t>(random_number(descriptor, bits));
        case Kind::real:
            return random_number(descriptor, bits);
        case Kind::choice:
            return ChoiceIndex{static_cast<std::int32_t>(bits % domain.choices.size())};
        case Kind::interval: {
            if (bits % 3 == 0) return Interval{};
            const auto a = static_cast<std::int64_t>(random_number(descriptor, bits));
            const auto b = static_cast<std::int64_t>(random_number(descriptor, more));
            return a == b ? Interval{} : Interval{std::min(a, b), std::max(a, b), true};
        }
        case Kind::resolution:
            if (bits % 3 == 0) return Resolution{};
            return Resolution{1 + static_cast<std::int64_t>(bits % 300),
                              1 + static_cast<std::int64_t>(more % 300), true};
        case Kind::optional_real:
            if (bits % 3 != 0) return OptionalReal{};
            return OptionalReal{
                domain.whole ? std::floor(random_number(descriptor, more)) : random_number(descriptor, more),
                true};
        case Kind::list: {
            if (bits % 4 != 0) return NumberList{};
            NumberList list{{random_number(descriptor, bits), random_number(descriptor, more)}};
            for (double& number : list.numbers)
                if (domain.whole) number = std::clamp(std::round(number), domain.minimum, domain.maximum);
            return list;
        }
        case Kind::file:
            return FileName{};
        case Kind::axes: {
            if (bits % 3 != 0) return AxisSettings{};
            const auto scale = static_cast<AxisSetting::Scale>(1 + more % 3);
            const double low = unit(more) + (scale == AxisSetting::Scale::log ? 1 : -0.5);
            AxisSetting setting{"", (bits & 1U) != 0, 1 + static_cast<int>(more % 3), scale};
            if (bits % 2 != 0) return AxisSettings{{setting}};
            setting.limited = true;
            setting.low = low;
            setting.high = low + unit(bits) + 1;
            return AxisSettings{{setting}};
        }
        case Kind::choice_list: {
            ChoiceList list;
            for (std::size_t i = 0; i < domain.choices.size(); ++i)
                list.set(static_cast<std::int32_t>(i), (bits >> (i % 64) & 1U) != 0);
            return list;
        }
    }
    return false;
}

/// True if the parameter cannot fill others from this value: a view of pictures rejects the preset of a text
/// model.
bool is_refused(const Descriptor& descriptor, const Value& value) {
    if (descriptor.expand_preset == nullptr || !std::holds_alternative<ChoiceIndex>(value)) return false;
    try {
        static_cast<void>(descriptor.expand_preset(value));
    } catch (const Error&) {
        return true;
    }
    return false;
}

}  // namespace

Values random_values(std::span<const Descriptor> descriptors, std::uint64_t seed) {
    Values values;
    values.reserve(descriptors.size());
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
        values.push_back(random_value(descriptors[i], random_bits(seed, i, 0), random_bits(seed, i, 1)));
        if (is_refused(descriptors[i], values.back())) values.back() = ChoiceIndex{};
    }
    return values;
}

}  // namespace poslab
