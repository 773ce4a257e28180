#include "core/params/descriptor.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/base/number_format.hpp"
#include "core/files/home_folder.hpp"
#include "core/params/number_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <optional>

namespace poslab {

namespace {

constexpr std::size_t max_path_bytes = 4096;

std::string choice_ids(const Domain& domain) {
    std::string list;
    for (const Choice& choice : domain.choices) {
        if (!list.empty()) list += ", ";
        list += choice.id;
    }
    return list;
}

[[noreturn]] void refuse(const Descriptor& descriptor, std::string_view text, const Message& requested) {
    throw UsageError(tr("--{} {}: must be {}", descriptor.id, text.empty() ? "''" : text, requested));
}

Message wanted_number(const Descriptor& descriptor) {
    const std::string range = range_text(descriptor);
    return descriptor.kind == Kind::integer || descriptor.domain.whole ? tr("a whole number in {}", range)
                                                                       : tr("a number in {}", range);
}

Message wanted_choices(const Descriptor& descriptor) {
    return tr("none, or some of {} separated by commas", choice_ids(descriptor.domain));
}

bool in_range(const Domain& domain, double number) {
    return (domain.open_minimum ? number > domain.minimum : number >= domain.minimum) &&
           (domain.open_maximum ? number < domain.maximum : number <= domain.maximum);
}

/// True if the number is finite, in range, and an integer if it must be.
bool suits(const Domain& domain, double number) {
    return std::isfinite(number) && in_range(domain, number) &&
           (!domain.whole || number == std::floor(number));
}

Message wanted_optional(const Descriptor& descriptor) {
    return tr("{}, or {}", wanted_number(descriptor), descriptor.domain.unset.id);
}

/// A length of "4k" tokens is 4096, as in the names of models.
double thousand_of(const Descriptor& descriptor) {
    return descriptor.kind == Kind::integer && descriptor.unit.en == "tokens" ? 1024 : 1000;
}

double parse_number(const Descriptor& descriptor, std::string_view text) {
    const auto number = read_number(text, thousand_of(descriptor));
    if (!number || !in_range(descriptor.domain, *number)) refuse(descriptor, text, wanted_number(descriptor));
    return *number;
}

std::int64_t parse_integer(const Descriptor& descriptor, std::string_view text) {
    const double number = parse_number(descriptor, text);
    if (number != std::floor(number)) refuse(descriptor, text, wanted_number(descriptor));
    return static_cast<std::int64_t>(number);
}

bool parse_toggle(const Descriptor& descriptor, std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    refuse(descriptor, text, "true or false"_tr);
}

ChoiceIndex parse_choice(const Descriptor& descriptor, std::string_view text) {
    const std::span<const Choice> choices = descriptor.domain.choices;
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].id == text || (!text.empty() && choices[i].alias == text))
            return {static_cast<std::int32_t>(i)};
    if (descriptor.domain.choice_meant != nullptr)
        if (const std::int32_t meant = descriptor.domain.choice_meant(text); meant >= 0) return {meant};
    const auto ids = collect_names(choices, [](const Choice& choice) { return choice.id; });
    refuse(descriptor, text, tr("one of {}", names_for(text, ids)));
}

std::string_view without_spaces(std::string_view word) {
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    return word;
}

/// Calls take(word) for each word between commas, without surrounding spaces.
template <class Take>
void for_each_word(std::string_view text, Take&& take) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        take(without_spaces(text.substr(begin, end - begin)));
        begin = end + 1;
    }
}

ChoiceList parse_choice_list(const Descriptor& descriptor, std::string_view text) {
    const std::span<const Choice> choices = descriptor.domain.choices;
    ChoiceList list;
    if (text == "none") return list;
    for_each_word(text, [&](std::string_view word) {
        const auto same = [&](const Choice& choice) { return choice.id == word; };
        const auto at = std::find_if(choices.begin(), choices.end(), same);
        if (at == choices.end())
            refuse(descriptor, text, tr("{} (not '{}')", wanted_choices(descriptor), word));
        list.set(static_cast<std::int32_t>(at - choices.begin()), true);
    });
    return list;
}

void check_choice_list(const Descriptor& descriptor, const ChoiceList& list) {
    std::int32_t least = 0;
    for (const std::int32_t index : list.indices) {
        if (index < least || static_cast<std::size_t>(index) >= descriptor.domain.choices.size())
            refuse(descriptor, fmt::format("#{}", fmt::join(list.indices, ",#")),
                   tr("{}, each once and in this order", wanted_choices(descriptor)));
        least = index + 1;
    }
}

// Beyond every range, and the largest range of exact integers in a double.
constexpr std::int64_t beyond_all = std::int64_t{1} << 53;

bool is_beyond_all(const std::pair<std::int64_t, std::int64_t>& pair) {
    return std::abs(pair.first) == beyond_all || std::abs(pair.second) == beyond_all;
}

/// Larger numbers are read as `beyond_all`.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_pair(std::string_view text, char separator) {
    const auto split = text.find(separator);
    if (split == std::string_view::npos) return std::nullopt;
    static constexpr auto exact = static_cast<double>(beyond_all);
    const auto read = [](std::string_view digits) -> std::optional<std::int64_t> {
        const auto number = read_number(digits);
        if (!number || *number != std::floor(*number)) return std::nullopt;
        return static_cast<std::int64_t>(std::clamp(*number, -exact, exact));
    };
    const auto first = read(text.substr(0, split));
    const auto second = read(text.substr(split + 1));
    if (!first || !second) return std::nullopt;
    return std::pair{*first, *second};
}

OptionalReal parse_optional(const Descriptor& descriptor, std::string_view text) {
    if (text == descriptor.domain.unset.id) return {};
    const auto number = read_number(text);
    if (!number || !suits(descriptor.domain, *number)) refuse(descriptor, text, wanted_optional(descriptor));
    return {*number, true};
}

void check_list(const Descriptor& descriptor, const NumberList& list) {
    if (list.numbers.size() > max_numbers)
        refuse(descriptor, fmt::format("({} numbers)", list.numbers.size()),
               tr("at most {} numbers", max_numbers));
    for (std::size_t i = 0; i < list.numbers.size(); ++i) {
        const double number = list.numbers[i];
        if (!suits(descriptor.domain, number))
            refuse(descriptor, fmt::format("{} (number {} of the list)", number, i + 1),
                   wanted_number(descriptor));
    }
}

NumberList parse_list(const Descriptor& descriptor, std::string_view text) {
    NumberList list;
    if (text.empty() || text == "none") return list;
    for_each_word(text, [&](std::string_view word) {
        const auto number = read_number(word);
        if (!number) refuse(descriptor, text, "numbers separated by commas, or none"_tr);
        list.numbers.push_back(*number);
    });
    check_list(descriptor, list);
    return list;
}

void check_file(const Descriptor& descriptor, const FileName& file) {
    if (file.path.size() > max_path_bytes || file.path.find('\0') != std::string::npos)
        refuse(descriptor, file.path.substr(0, 40) + "…", "the path of a file"_tr);
}

FileName parse_file(const Descriptor& descriptor, std::string_view text) {
    FileName file{text == "none" ? std::string() : in_home_folder(std::string(text))};
    check_file(descriptor, file);
    return file;
}

Interval parse_interval(const Descriptor& descriptor, std::string_view text) {
    if (text == "all") return {};
    const auto pair = parse_pair(text, ':');
    if (!pair) refuse(descriptor, text, "A:B, whole numbers with A < B, or all"_tr);
    if (is_beyond_all(*pair)) refuse(descriptor, text, tr("within {}", range_text(descriptor)));
    const Interval interval{pair->first, pair->second, true};
    check_value(descriptor, interval);
    return interval;
}

[[noreturn]] void refuse_cells(const Descriptor& descriptor, std::string_view text) {
    throw TooLarge(
        tr("--{} {}: at most {} cells are allowed", descriptor.id, text, format_integer(max_matrix_cells)));
}

constexpr Text at_least_one_cell = "WxH with both at least 1"_tr;

Resolution parse_resolution(const Descriptor& descriptor, std::string_view text) {
    if (text == "auto") return {};
    const auto pair = parse_pair(text, 'x');
    if (!pair) refuse(descriptor, text, "WxH, columns times rows, or auto"_tr);
    if (pair->first < 1 || pair->second < 1) refuse(descriptor, text, at_least_one_cell);
    if (is_beyond_all(*pair)) refuse_cells(descriptor, text);
    const Resolution resolution{pair->first, pair->second, true};
    check_value(descriptor, resolution);
    return resolution;
}

constexpr Text wanted_axes =
    "FIGURE/AXIS:SCALE:A:B separated by commas, such as x:0:100,y:log (A < B, not almost equal, above 0 for "
    "log), or auto"_tr;

AxisSettings parse_axes(const Descriptor& descriptor, std::string_view text) {
    ReadAxisSettings read = read_axis_settings(text);
    if (!read.good) refuse(descriptor, text.substr(0, 200), wanted_axes);
    return std::move(read.settings);
}

void check_interval(const Descriptor& descriptor, const Interval& interval) {
    if (!interval.set) return;
    if (interval.begin >= interval.end)
        refuse(descriptor, to_string(descriptor, interval), "A:B with A < B (B itself is not included)"_tr);
    if (!in_range(descriptor.domain, static_cast<double>(interval.begin)) ||
        !in_range(descriptor.domain, static_cast<double>(interval.end)))
        refuse(descriptor, to_string(descriptor, interval), tr("within {}", range_text(descriptor)));
}

void check_resolution(const Descriptor& descriptor, const Resolution& resolution) {
    if (!resolution.set) return;
    if (resolution.width < 1 || resolution.height < 1)
        refuse(descriptor, to_string(descriptor, resolution), at_least_one_cell);
    const double cells = static_cast<double>(resolution.width) * static_cast<double>(resolution.height);
    if (cells > static_cast<double>(max_matrix_cells))
        refuse_cells(descriptor, to_string(descriptor, resolution));
}

}  // namespace

std::string range_text(const Descriptor& descriptor) {
    switch (descriptor.kind) {
        case Kind::toggle:
            return "true, false";
        case Kind::choice:
            return choice_ids(descriptor.domain);
        case Kind::choice_list:
            return fmt::format("none, or some of {} separated by commas", choice_ids(descriptor.domain));
        case Kind::resolution:
            return fmt::format("auto, or WxH with at most {} cells", max_matrix_cells);
        case Kind::file:
            return "a file";
        case Kind::axes:
            return "auto, or AXIS:SCALE:A:B separated by commas";
        default:
            break;
    }
    const Domain& domain = descriptor.domain;
    return fmt::format("{}{:.10g}, {:.10g}{}", domain.open_minimum ? '(' : '[', domain.minimum,
                       domain.maximum, domain.open_maximum ? ')' : ']');
}

Text source_of(const Descriptor& descriptor, const Value& value) {
    const auto* choice = std::get_if<ChoiceIndex>(&value);
    if (choice == nullptr) return descriptor.source;
    const auto index = static_cast<std::size_t>(choice->index);
    const bool own =
        index < descriptor.domain.choices.size() && !descriptor.domain.choices[index].source.empty();
    return own ? descriptor.domain.choices[index].source : descriptor.source;
}

std::string to_string(const Descriptor& descriptor, const Value& value) {
    struct Writer {
        const Descriptor& descriptor;
        std::string operator()(bool toggle) const { return toggle ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
        std::string operator()(double number) const { return fmt::format("{}", number); }
        std::string operator()(ChoiceIndex choice) const {
            return std::string(descriptor.domain.choices[static_cast<std::size_t>(choice.index)].id);
        }
        std::string operator()(const ChoiceList& list) const {
            std::string text;
            for (const std::int32_t index : list.indices)
                text += (text.empty() ? "" : ",") + (*this)(ChoiceIndex{index});
            return text.empty() ? "none" : text;
        }
        std::string operator()(Interval interval) const {
            return interval.set ? fmt::format("{}:{}", interval.begin, interval.end) : "all";
        }
        std::string operator()(Resolution resolution) const {
            return resolution.set ? fmt::format("{}x{}", resolution.width, resolution.height) : "auto";
        }
        std::string operator()(OptionalReal number) const {
            return number.set ? fmt::format("{}", number.value) : std::string(descriptor.domain.unset.id);
        }
        std::string operator()(const NumberList& list) const {
            return list.numbers.empty() ? "none" : fmt::format("{}", fmt::join(list.numbers, ","));
        }
        std::string operator()(const FileName& file) const {
            if (file.path == "none") return "./none";
            return file.path.empty() ? "none" : file.path;
        }
        std::string operator()(const AxisSettings& axes) const { return poslab::to_string(axes); }
    };
    return std::visit(Writer{descriptor}, value);
}

Value parse_value(const Descriptor& descriptor, std::string_view text) {
    switch (descriptor.kind) {
        case Kind::toggle:
            return parse_toggle(descriptor, text);
        case Kind::integer:
            return parse_integer(descriptor, text);
        case Kind::real:
            return parse_number(descriptor, text);
        case Kind::choice:
            return parse_choice(descriptor, text);
        case Kind::interval:
            return parse_interval(descriptor, text);
        case Kind::resolution:
            return parse_resolution(descriptor, text);
        case Kind::optional_real:
            return parse_optional(descriptor, text);
        case Kind::list:
            return parse_list(descriptor, text);
        case Kind::file:
            return parse_file(descriptor, text);
        case Kind::choice_list:
            return parse_choice_list(descriptor, text);
        case Kind::axes:
            return parse_axes(descriptor, text);
    }
    refuse(descriptor, text, "of a known type"_tr);
}

void check_value(const Descriptor& descriptor, const Value& value) {
    struct Checker {
        const Descriptor& descriptor;
        void number(double n) const {
            if (!std::isfinite(n) || !in_range(descriptor.domain, n))
                refuse(descriptor, fmt::format("{}", n), wanted_number(descriptor));
        }
        [[noreturn]] void wrong_kind() const { refuse(descriptor, "value", "of the parameter's type"_tr); }
        void operator()(bool) const {
            if (descriptor.kind != Kind::toggle) wrong_kind();
        }
        void operator()(std::int64_t n) const {
            if (descriptor.kind != Kind::integer) wrong_kind();
            number(static_cast<double>(n));
        }
        void operator()(double n) const {
            if (descriptor.kind != Kind::real) wrong_kind();
            number(n);
        }
        void operator()(ChoiceIndex choice) const {
            if (descriptor.kind != Kind::choice) wrong_kind();
            if (choice.index < 0 ||
                static_cast<std::size_t>(choice.index) >= descriptor.domain.choices.size())
                refuse(descriptor, fmt::format("#{}", choice.index),
                       tr("one of {}", choice_ids(descriptor.domain)));
        }
        void operator()(const ChoiceList& list) const {
            if (descriptor.kind != Kind::choice_list) wrong_kind();
            check_choice_list(descriptor, list);
        }
        void operator()(Interval interval) const {
            if (descriptor.kind != Kind::interval) wrong_kind();
            check_interval(descriptor, interval);
        }
        void operator()(Resolution resolution) const {
            if (descriptor.kind != Kind::resolution) wrong_kind();
            check_resolution(descriptor, resolution);
        }
        void operator()(OptionalReal optional) const {
            if (descriptor.kind != Kind::optional_real) wrong_kind();
            if (optional.set && !suits(descriptor.domain, optional.value))
                refuse(descriptor, fmt::format("{}", optional.value), wanted_optional(descriptor));
        }
        void operator()(const NumberList& list) const {
            if (descriptor.kind != Kind::list) wrong_kind();
            check_list(descriptor, list);
        }
        void operator()(const FileName& file) const {
            if (descriptor.kind != Kind::file) wrong_kind();
            check_file(descriptor, file);
        }
        void operator()(const AxisSettings& axes) const {
            if (descriptor.kind != Kind::axes) wrong_kind();
            if (!are_possible(axes)) refuse(descriptor, poslab::to_string(axes).substr(0, 200), wanted_axes);
        }
    };
    std::visit(Checker{descriptor}, value);
}

}  // namespace poslab
