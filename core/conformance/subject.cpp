#include "core/conformance/subject.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace poslab {

namespace {

/// Throws UsageError with the arrays of the subjects to which the option applies.
[[noreturn]] void refuse_option(std::string_view option,
                                bool (CheckSubject::*applies)(std::string_view) const) {
    std::vector<std::string> arrays;
    for (const CheckSubject* subject : CheckSubject::all())
        if ((subject->*applies)(option)) arrays.push_back(fmt::format("--{}", subject->parts.front().role));
    throw UsageError(tr("--{}: applies only to {}", option, fmt::format("{}", fmt::join(arrays, ", "))));
}

}  // namespace

const NumberArray& Dump::at(std::string_view role) const {
    const NumberArray* found = find(role);
    if (found == nullptr) throw UsageError(tr("--{}: required here", role));
    return *found;
}

const CheckSubject& CheckSubject::of(const Dump& dump) {
    std::vector<const CheckSubject*> fitting;
    for (const CheckSubject* subject : all()) {
        const auto there = [&](const Part& part) { return dump.find(part.role) != nullptr; };
        const bool some = std::any_of(subject->parts.begin(), subject->parts.end(),
                                      [&](const Part& part) { return !is_shared(part.role) && there(part); });
        if (some) fitting.push_back(subject);
    }
    if (fitting.empty()) throw UsageError("nothing to check"_tr);
    if (fitting.size() > 1)
        throw UsageError(tr("{} and {} cannot be checked together", fitting[0]->label, fitting[1]->label));
    for (const Part& part : fitting.front()->parts)
        if (part.needed) static_cast<void>(dump.at(part.role));
    return *fitting.front();
}

bool CheckSubject::has_option(std::string_view option) const {
    return std::find(options.begin(), options.end(), option) != options.end() ||
           std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.role == option; });
}

void CheckSubject::check_option(std::string_view option) const {
    if (!has_option(option)) refuse_option(option, &CheckSubject::has_option);
}

void CheckSubject::check_parameter(std::string_view parameter) const {
    if (!has_parameter(parameter)) refuse_option(parameter, &CheckSubject::has_parameter);
}

}  // namespace poslab
