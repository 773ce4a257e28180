#include "app/cli/sweep_steps.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/base/number_format.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/versus.hpp"
#include "core/params/filling.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace poslab {

namespace {

bool is_number(const Descriptor& descriptor) {
    return descriptor.kind == Kind::integer || descriptor.kind == Kind::real ||
           descriptor.kind == Kind::optional_real;
}

bool is_whole_number(const Descriptor& descriptor) {
    return descriptor.kind == Kind::integer || descriptor.domain.whole;
}

double number_of(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* optional = std::get_if<OptionalReal>(&value)) return optional->value;
    return std::get<double>(value);
}

Value of_kind(const Descriptor& descriptor, double number) {
    if (descriptor.kind == Kind::integer) return static_cast<std::int64_t>(std::llround(number));
    if (is_whole_number(descriptor)) number = std::round(number);
    if (descriptor.kind == Kind::optional_real) return OptionalReal{number, true};
    return number;
}

/// A parsed --over, before its values are computed.
struct SweepArgument {
    const Descriptor* descriptor = nullptr;
    std::size_t parameter = 0;
    std::vector<std::string> texts;  // FROM and TO, or the values
    double count = 0;
    bool range = false, eased = false;
    bool repeats = false;  // equal neighbours are retained
};

[[noreturn]] void refuse(const std::string& over, const std::string& why) {
    throw UsageError(fmt::format("--over {}: {}", over, why));
}

double read_count(const std::string& over, const std::string& text) {
    double count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || !(count >= 2) ||
        count != std::floor(count))
        refuse(over, fmt::format("COUNT must be a whole number of at least 2, not '{}'", text));
    return count;
}

void read_values(const std::string& over, const std::string& text, SweepArgument& argument) {
    const Kind kind = argument.descriptor->kind;
    argument.range = is_number(*argument.descriptor) && text.find(':') != std::string::npos;
    if (argument.range) {
        argument.texts = split_at(text, ':');
        argument.eased = argument.repeats = argument.texts.size() == 4 && argument.texts.back() == "ease";
        if (argument.eased) argument.texts.pop_back();
        if (argument.texts.size() != 3) refuse(over, "a range is FROM:TO:COUNT or FROM:TO:COUNT:ease");
        argument.count = read_count(over, argument.texts.back());
        argument.texts.pop_back();
        return;
    }
    const bool holds_commas =
        kind == Kind::list || kind == Kind::choice_list || kind == Kind::file || kind == Kind::axes;
    argument.texts = split_at(text, holds_commas ? ';' : ',');
    argument.count = static_cast<double>(argument.texts.size());
}

SweepArgument read_over(const View& view, const std::string& over) {
    const auto equals = over.find('=');
    if (equals == std::string::npos) refuse(over, "must be PARAM=FROM:TO:COUNT or PARAM=VALUE,VALUE,…");
    const std::string id = over.substr(0, equals);
    const int index = parameter_index(view, id);
    if (index < 0)
        refuse(over,
               fmt::format("{} has no parameter '{}'{}", view.info().id, id,
                           suggestion_for(id, collect_names(view.parameters(), [](const Descriptor& each) {
                                              return each.id;
                                          }))));
    SweepArgument argument;
    argument.parameter = static_cast<std::size_t>(index);
    argument.descriptor = &view.parameters()[argument.parameter];
    read_values(over, over.substr(equals + 1), argument);
    return argument;
}

/// Returns 3t² − 2t³, which is slow at both ends.
double eased(double t) { return t * t * (3 - 2 * t); }

constexpr double min_part = 1e-6;  // smallest fraction of a logarithmic range whose end has no logarithm

double geometric(const Descriptor& descriptor, double from, double to, double part) {
    const auto positive = [&](double end, double other) {
        if (end > 0) return end;
        return is_whole_number(descriptor) ? 1.0 : other * min_part;
    };
    const double low = positive(from, to), high = positive(to, from);
    return low * std::pow(high / low, part);
}

double geometric_to_maximum(const Domain& domain, double from, double to, double part) {
    const double least = (domain.maximum - domain.minimum) * min_part;
    const double first = std::max(domain.maximum - from, least), last = std::max(domain.maximum - to, least);
    return domain.maximum - first * std::pow(last / first, part);
}

/// Returns the n-th of the numbers from 0 to `last` between two ends; n may be fractional.
double between(const Descriptor& descriptor, double from, double to, double n, double last) {
    const Spacing spacing = descriptor.control.spacing;
    const auto [low, high] = std::minmax(from, to);
    double number = from + (to - from) * n / last;
    if (spacing == Spacing::logarithmic && high > 0 && low >= 0)
        number = geometric(descriptor, from, to, n / last);
    if (spacing == Spacing::logarithmic_to_maximum)
        number = geometric_to_maximum(descriptor.domain, from, to, n / last);
    return std::clamp(number, low, high);
}

std::vector<Value> range_values(const SweepArgument& argument) {
    const Descriptor& descriptor = *argument.descriptor;
    const Value from = parse_value(descriptor, argument.texts[0]),
                to = parse_value(descriptor, argument.texts[1]);
    for (const Value* end : {&from, &to})
        if (const auto* optional = std::get_if<OptionalReal>(end); optional != nullptr && !optional->set)
            throw UsageError(fmt::format("--over {}: the ends of a range must be numbers", descriptor.id));
    std::vector<Value> values{from};
    const double last = argument.count - 1;
    for (int step = 1; step < argument.count; ++step) {
        const auto n = static_cast<double>(step);
        const double position = argument.eased ? last * eased(n / last) : n;
        Value value =
            n == last
                ? to
                : of_kind(descriptor, between(descriptor, number_of(from), number_of(to), position, last));
        if (argument.repeats || !(value == values.back())) values.push_back(std::move(value));
    }
    return values;
}

std::vector<Value> listed_values(const SweepArgument& argument) {
    std::vector<Value> values;
    values.reserve(argument.texts.size());
    for (const std::string& text : argument.texts) {
        if (text.empty()) refuse_empty_value(*argument.descriptor);
        values.push_back(parse_value(*argument.descriptor, text));
    }
    return values;
}

/// Returns the value for a caption, with the numbers inside a range rounded.
std::string short_value(const Descriptor& descriptor, const Value& value, Language language) {
    const auto* optional = std::get_if<OptionalReal>(&value);
    if (is_number(descriptor) && (optional == nullptr || optional->set))
        return format_number(number_of(value));
    return value_label(descriptor, value, language);
}

}  // namespace

std::vector<SweepAxis> sweep_axes(const View& view, const std::vector<std::string>& over, bool together) {
    if (over.empty() || over.size() > 2)
        throw UsageError(fmt::format("sweep needs one or two --over, not {}", over.size()));
    std::vector<SweepArgument> arguments;
    arguments.reserve(over.size());
    double steps = 1;
    for (const std::string& text : over) {
        arguments.push_back(read_over(view, text));
        arguments.back().repeats = arguments.back().repeats || together;
        steps = together ? arguments.back().count : steps * arguments.back().count;
    }
    if (together && (over.size() != 2 || arguments.front().count != arguments.back().count))
        throw UsageError("--together needs two --over with the same number of steps");
    if (arguments.front().parameter == arguments.back().parameter && arguments.size() == 2)
        refuse(over.back(), "the first --over names the same parameter");
    if (steps > static_cast<double>(max_sweep_steps))
        throw TooLarge(
            fmt::format("a sweep of {:.15g} steps: at most {} are allowed", steps, max_sweep_steps));
    std::vector<SweepAxis> axes;
    axes.reserve(arguments.size());
    for (const SweepArgument& argument : arguments)
        axes.push_back({argument.parameter, argument.range ? range_values(argument) : listed_values(argument),
                        static_cast<std::int64_t>(argument.count)});
    return axes;
}

std::vector<std::string> stored_over(const View& view, const std::vector<std::string>& over, bool together,
                                     const std::string& document) {
    std::vector<std::string> stored = over;
    const std::vector<SweepAxis> axes = sweep_axes(view, over, together);
    for (std::size_t n = 0; n < axes.size(); ++n) {
        const Descriptor& descriptor = view.parameters()[axes[n].parameter];
        if (descriptor.kind != Kind::file) continue;
        std::vector<std::string> paths;
        for (const Value& value : with_distinct_paths(axes[n].values, document))
            paths.push_back(to_string(descriptor, value));
        stored[n] = fmt::format("{}={}", descriptor.id, fmt::join(paths, ";"));
    }
    return stored;
}

SweepSteps::SweepSteps(Selection shared, const std::vector<std::string>& over, bool together)
    : shared_(std::move(shared)), axes_(sweep_axes(*shared_.view, over, together)), together_(together) {}

SweepSteps SweepSteps::stored_in(const std::string& document) const {
    SweepSteps stored = *this;
    for (SweepAxis& axis : stored.axes_) axis.values = with_distinct_paths(std::move(axis.values), document);
    return stored;
}

std::int64_t SweepSteps::size() const {
    std::int64_t steps = 1;
    if (together_) return static_cast<std::int64_t>(axes_.front().values.size());
    for (const SweepAxis& axis : axes_) steps *= static_cast<std::int64_t>(axis.values.size());
    return steps;
}

std::int64_t SweepSteps::requested() const {
    std::int64_t steps = 1;
    if (together_) return axes_.front().requested;
    for (const SweepAxis& axis : axes_) steps *= axis.requested;
    return steps;
}

std::int64_t SweepSteps::distinct(const Job& job) const {
    const View& view = *shared_.view;
    const Values unused_values = view.defaults();
    std::set<std::string> states;
    for (std::int64_t step = 0; step < size(); ++step) {
        job.check();
        const Values values = selection(step).values;
        const std::vector<bool> used = view.used(values);
        std::string state;
        for (std::size_t n = 0; n < values.size(); ++n)
            state += to_string(view.parameters()[n], used[n] ? values[n] : unused_values[n]) + "\n";
        states.insert(std::move(state));
    }
    return static_cast<std::int64_t>(states.size());
}

std::vector<Message> SweepSteps::notes(bool frames, const Job& job) const {
    const std::int64_t differing = distinct(job);
    if (differing == requested()) return {};
    if (frames && differing == 1) return {tr("{} frames requested, all are the same", requested())};
    if (frames) return {tr("{} frames requested, {} differ", requested(), differing)};
    if (differing == 1) return {tr("{} steps requested, all are the same", requested())};
    return {tr("{} steps requested, {} differ", requested(), differing)};
}

const Descriptor& SweepSteps::descriptor(std::size_t axis) const {
    return shared_.view->parameters()[axes_[axis].parameter];
}

const Value& SweepSteps::value(std::int64_t step, std::size_t axis) const {
    auto index = static_cast<std::size_t>(step);
    if (together_) return axes_[axis].values[index];
    for (std::size_t faster = axes_.size() - 1; faster > axis; --faster) index /= axes_[faster].values.size();
    return axes_[axis].values[index % axes_[axis].values.size()];
}

Selection SweepSteps::selection(std::int64_t step) const {
    std::vector<std::pair<std::size_t, Value>> assignments;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        assignments.emplace_back(axes_[axis].parameter, value(step, axis));
    Selection selection = shared_;
    set_all_and_fill(selection.view->parameters(), assignments, selection.values);
    return selection;
}

std::string SweepSteps::caption(std::int64_t step, Language language) const {
    std::string text;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const Descriptor& named = descriptor(axis);
        const std::string thresholds = short_value(named, value(step, axis), language);
        const std::string_view name = named.symbol.empty() ? in(language, named.label) : named.symbol;
        if (axis > 0) text += ", ";
        text += named.kind == Kind::choice ? thresholds : fmt::format("{} = {}", name, thresholds);
    }
    return text;
}

void SweepSteps::check(const Job& job) const {
    for (std::int64_t step = 0; step < size(); ++step) {
        job.check();
        try {
            static_cast<void>(variants_of(selection(step), Language::english));
        } catch (const Error& error) {
            throw Error(
                error.exit_code(),
                Message("step {} ({}): {}"_tr, {message_argument(step + 1), caption(step, Language::english),
                                                message_argument(error.message())}));
        }
    }
}

}  // namespace poslab
