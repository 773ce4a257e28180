#include "core/controls/slider_scale.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace poslab {
namespace {

constexpr double snap_reach = 0.008;  // fraction of the track: two pixels

double rounded_to(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return value;
    const int places = digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double power = std::pow(10.0, std::abs(places));  // exact, unlike a negative power
    return places < 0 ? std::round(value / power) * power : std::round(value * power) / power;
}

/// Returns a power of ten near a `parts`-th of the range.
double round_step(const Domain& domain, double parts) {
    return std::pow(10.0, std::floor(std::log10((domain.maximum - domain.minimum) / parts)));
}

/// Returns the lower end of a logarithmic track, which is above 0 even if the range begins at 0.
double log_low(const Descriptor& descriptor) {
    const Domain& domain = descriptor.domain;
    if (domain.minimum > 0) return domain.minimum;
    return is_whole(descriptor) ? 1.0 : domain.maximum * 1e-6;
}

Value of_kind(const Descriptor& descriptor, double number) {
    if (descriptor.kind == Kind::integer) return static_cast<std::int64_t>(number);
    if (descriptor.kind == Kind::optional_real) return OptionalReal{number, true};
    return number;
}

/// Distances from the maximum at the two ends of a track with Spacing::logarithmic_to_maximum.
double min_left(const Domain& domain) { return (domain.maximum - domain.minimum) * 1e-6; }
double max_left(const Domain& domain) { return domain.maximum - domain.minimum; }

}  // namespace

bool has_slider(const Descriptor& descriptor) {
    const Control& control = descriptor.control;
    if (control.widget == Widget::buttons) return false;
    if (descriptor.kind == Kind::optional_real)
        return control.widget == Widget::slider || !control.maximum_parameter.empty();
    return descriptor.kind == Kind::integer || descriptor.kind == Kind::real;
}

bool is_whole(const Descriptor& descriptor) {
    return descriptor.kind == Kind::integer || descriptor.domain.whole;
}

double number_of(const Descriptor& descriptor, const Value& value) {
    const double unset_at = descriptor.control.unset_at;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* optional = std::get_if<OptionalReal>(&value))
        return optional->set ? optional->value : std::isnan(unset_at) ? descriptor.domain.maximum : unset_at;
    return std::get<double>(value);
}

Value value_from(const Descriptor& descriptor, double number) {
    const Domain& domain = descriptor.domain;
    const double clamped = std::clamp(number, domain.minimum, domain.maximum);
    if (is_whole(descriptor)) return of_kind(descriptor, std::round(clamped));
    if (domain.open_maximum && clamped >= domain.maximum)
        return of_kind(descriptor, domain.maximum - min_left(domain));
    if (domain.open_minimum && clamped <= domain.minimum) {
        const double step = domain.minimum == 0 ? log_low(descriptor) : std::abs(domain.minimum) * 0.01;
        return of_kind(descriptor, domain.minimum + step);
    }
    return of_kind(descriptor, clamped);
}

double slider_fraction(const Descriptor& descriptor, const Value& value) {
    const Domain& domain = descriptor.domain;
    const double number = number_of(descriptor, value);
    if (domain.maximum <= domain.minimum) return 0;
    if (descriptor.control.spacing == Spacing::logarithmic) {
        const double low = log_low(descriptor);
        if (number <= low) return 0;
        return std::clamp(std::log(number / low) / std::log(domain.maximum / low), 0.0, 1.0);
    }
    if (descriptor.control.spacing == Spacing::logarithmic_to_maximum) {
        const double left = std::max(domain.maximum - number, min_left(domain));
        return std::clamp(std::log(max_left(domain) / left) / std::log(max_left(domain) / min_left(domain)),
                          0.0, 1.0);
    }
    return std::clamp((number - domain.minimum) / (domain.maximum - domain.minimum), 0.0, 1.0);
}

bool likes_powers_of_two(const Descriptor& descriptor) {
    return is_whole(descriptor) && descriptor.control.spacing == Spacing::logarithmic;
}

Value slider_value(const Descriptor& descriptor, double fraction, Rounding rounding) {
    const Domain& domain = descriptor.domain;
    if (fraction <= 0 || domain.maximum <= domain.minimum) return value_from(descriptor, domain.minimum);
    if (fraction >= 1) return value_from(descriptor, domain.maximum);
    const int finer = rounding == Rounding::played ? 1 : 0;
    if (descriptor.control.spacing == Spacing::logarithmic) {
        const double low = log_low(descriptor);
        const double ratio = domain.maximum / low;
        const double number = low * std::pow(ratio, fraction);
        const double power = std::exp2(std::round(std::log2(number)));
        const bool near = std::abs(std::log(number / power) / std::log(ratio)) < snap_reach;
        if (rounding == Rounding::snapped && near && likes_powers_of_two(descriptor))
            return value_from(descriptor, power);
        return value_from(descriptor, rounded_to(number, (is_whole(descriptor) ? 4 : 3) + finer));
    }
    if (descriptor.control.spacing == Spacing::logarithmic_to_maximum) {
        const double left = max_left(domain) * std::pow(min_left(domain) / max_left(domain), fraction);
        return value_from(descriptor, rounded_to(domain.maximum - rounded_to(left, 3 + finer), 12));
    }
    const double number = domain.minimum + fraction * (domain.maximum - domain.minimum);
    if (is_whole(descriptor)) return value_from(descriptor, number);
    const double step = round_step(domain, finer != 0 ? 2000 : 200);
    return value_from(descriptor, std::round(number / step) * step);
}

Value paged_value(const Descriptor& descriptor, const Value& value, bool up) {
    if (!likes_powers_of_two(descriptor))
        return slider_value(descriptor, slider_fraction(descriptor, value) + (up ? 0.1 : -0.1));
    const double exponent = std::log2(std::max(1.0, number_of(descriptor, value)));
    return value_from(descriptor, std::exp2(up ? std::floor(exponent) + 1 : std::ceil(exponent) - 1));
}

Value stepped_value(const Descriptor& descriptor, const Value& value, double factor) {
    const Domain& domain = descriptor.domain;
    const double number = number_of(descriptor, value);
    if (is_whole(descriptor)) {
        const double step = std::max(1.0, std::abs(factor));
        return value_from(descriptor, number + std::copysign(step, factor));
    }
    double step = round_step(domain, 50);
    if (descriptor.control.spacing == Spacing::logarithmic)
        step = std::pow(10.0, std::floor(std::log10(std::max(std::abs(number), log_low(descriptor)))) - 1);
    if (descriptor.control.spacing == Spacing::logarithmic_to_maximum) {
        const double left = std::max(domain.maximum - number, min_left(domain));
        step = std::pow(10.0, std::floor(std::log10(left) + 1e-9) - 1);
        return value_from(descriptor,
                          rounded_to(domain.maximum - std::max(left - step * factor, left / 10), 12));
    }
    return value_from(descriptor, rounded_to(number + step * factor, 12));
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Removes blanks, and leaves one between two digits.
std::string without_blanks(const std::string& text) {
    std::string plain;
    bool gap = false;
    for (const char c : text) {
        gap = gap || is_blank(c);
        if (is_blank(c)) continue;
        if (gap && !plain.empty() && is_digit(plain.back()) && is_digit(c)) plain += ' ';
        gap = false;
        plain += c;
    }
    return plain;
}

/// Removes the separators between groups of three digits at the beginning of a number.
std::string without_groups(std::string text, char separator) {
    const std::size_t end = text.find_first_not_of(std::string("0123456789-+") + separator);
    const std::string whole = text.substr(0, end);
    const std::size_t first = whole.find(separator), sign = whole.find_first_not_of("+-");
    // A first group of four digits, or that begins with 0, is followed by a decimal comma.
    if (first == std::string::npos || first <= sign || first - sign > 3 || whole[sign] == '0') return text;
    for (std::size_t at = first; at < whole.size(); ++at)
        if ((whole[at] == separator) != ((at - first) % 4 == 0)) return text;
    if ((whole.size() - first) % 4 != 0) return text;
    std::string plain = whole;
    std::erase(plain, separator);
    return plain + (end == std::string::npos ? "" : text.substr(end));
}

}  // namespace

std::string without_separators(const std::string& text) {
    return without_groups(without_groups(without_blanks(text), ' '), ',');
}

std::string separated_by_commas(std::string_view text) {
    constexpr std::string_view wide_comma = "，";
    std::string list;
    bool gap = false;
    while (!text.empty()) {
        const bool wide = text.starts_with(wide_comma);
        const char c = wide ? ',' : text.front();
        text.remove_prefix(wide ? wide_comma.size() : 1);
        const bool between = is_blank(c) || c == '[' || c == ']';
        gap = gap || between;
        if (between) continue;
        constexpr std::string_view continues = ",^kKMG", unfinished = ",^+-";
        const bool separates = gap && !list.empty() && continues.find(c) == std::string_view::npos &&
                               unfinished.find(list.back()) == std::string_view::npos;
        // "1 000" is one number, and no item begins with 00: the blank stays, so that it is refused.
        const bool is_group = c == '0' && !text.empty() && is_digit(text.front());
        if (separates) list += is_group && is_digit(list.back()) ? ' ' : ',';
        gap = false;
        list += c;
    }
    return list;
}

std::string shown_number(std::string text) {
    const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
    std::size_t digits = 0;
    while (sign + digits < text.size() && std::isdigit(static_cast<unsigned char>(text[sign + digits])) != 0)
        ++digits;
    if (digits >= 5)
        for (std::size_t at = digits - 3; at > 0 && at<digits; at = at> 3 ? at - 3 : 0)
            text.insert(sign + at, ",");
    if (sign == 1) text.replace(0, 1, "−");
    return text;
}

}  // namespace poslab
