#pragma once

#include "core/base/one_of.hpp"
#include "core/params/aggregate.hpp"
#include "core/params/descriptor.hpp"

#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace poslab {

/// One member of a group with its descriptor, type-erased: `group` points to the group.
struct ParameterRow {
    Descriptor descriptor;
    std::function<Value(const void* group)> value;
    /// Throws std::bad_variant_access if the value is of another kind than the descriptor says.
    std::function<void(void* group, const Value&)> set;
    std::function<bool(const void* group)> used;  // true if the current choices use it; empty: always

    [[nodiscard]] bool is_parameter() const { return value != nullptr; }
};
using ParameterRows = std::vector<ParameterRow>;

/// Returns the objects of a kind as choices, in their order.
template <class Kind>
[[nodiscard]] std::span<const Choice> choices_of() {
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> list;
        for (const Kind* kind : Kind::all()) {
            list.push_back({kind->id, kind->label});
            if constexpr (requires { kind->sketch; }) list.back().sketch = kind->sketch;
            if constexpr (requires { kind->effect; }) list.back().effect = kind->effect;
            if constexpr (requires { kind->source; }) list.back().source = untranslated(kind->source);
        }
        return list;
    }();
    return choices;
}

namespace parameter_detail {

template <class Member>
inline constexpr bool is_one_of = false;
template <class Kind>
inline constexpr bool is_one_of<OneOf<Kind>> = true;

template <class Kind>
[[nodiscard]] constexpr auto choices_of_member(std::type_identity<OneOf<Kind>>) {
    return &choices_of<Kind>;
}

template <class Member>
constexpr Kind kind_of() {
    if constexpr (std::is_same_v<Member, bool>)
        return Kind::toggle;
    else if constexpr (std::is_enum_v<Member> || std::is_same_v<Member, ChoiceIndex> || is_one_of<Member>)
        return Kind::choice;
    else if constexpr (std::is_same_v<Member, ChoiceList>)
        return Kind::choice_list;
    else if constexpr (std::is_same_v<Member, std::int64_t>)
        return Kind::integer;
    else if constexpr (std::is_same_v<Member, double>)
        return Kind::real;
    else if constexpr (std::is_same_v<Member, Interval>)
        return Kind::interval;
    else if constexpr (std::is_same_v<Member, OptionalReal> || std::is_same_v<Member, std::optional<double>>)
        return Kind::optional_real;
    else if constexpr (std::is_same_v<Member, NumberList> || std::is_same_v<Member, std::vector<double>>)
        return Kind::list;
    else if constexpr (std::is_same_v<Member, FileName>)
        return Kind::file;
    else if constexpr (std::is_same_v<Member, AxisSettings>)
        return Kind::axes;
    else {
        static_assert(
            std::is_same_v<Member, Resolution>,
            "a parameter is a bool, a std::int64_t (whole number), a double, an enumeration, or of a "
            "type in core/params/value.hpp");
        return Kind::resolution;
    }
}

template <class Member>
Value value_of(const Member& member) {
    if constexpr (std::is_enum_v<Member>)
        return ChoiceIndex{static_cast<std::int32_t>(member)};
    else if constexpr (is_one_of<Member>)
        return ChoiceIndex{static_cast<std::int32_t>(member.index())};
    else if constexpr (std::is_same_v<Member, std::optional<double>>)
        return OptionalReal{member.value_or(0), member.has_value()};
    else if constexpr (std::is_same_v<Member, std::vector<double>>)
        return NumberList{member};
    else
        return member;
}

template <class Member>
void assign(Member& member, const Value& value) {
    if constexpr (std::is_enum_v<Member>)
        member = static_cast<Member>(std::get<ChoiceIndex>(value).index);
    else if constexpr (is_one_of<Member>)
        member = Member::at(static_cast<std::size_t>(std::get<ChoiceIndex>(value).index));
    else if constexpr (std::is_same_v<Member, std::optional<double>>)
        member = std::get<OptionalReal>(value).set ? std::optional(std::get<OptionalReal>(value).value)
                                                   : std::nullopt;
    else if constexpr (std::is_same_v<Member, std::vector<double>>)
        member = std::get<NumberList>(value).numbers;
    else
        member = std::get<Member>(value);
}

}  // namespace parameter_detail

template <class Group, class Member>
ParameterRow parameter(Member Group::*member, Descriptor descriptor,
                       std::type_identity_t<bool (*)(const Group&)> used = nullptr) {
    using namespace parameter_detail;
    descriptor.kind = kind_of<Member>();
    if constexpr (is_one_of<Member>)
        descriptor.domain.choices_of = choices_of_member(std::type_identity<Member>{});
    ParameterRow row{
        descriptor,
        [member](const void* group) { return value_of(static_cast<const Group*>(group)->*member); },
        [member](void* group, const Value& value) { assign(static_cast<Group*>(group)->*member, value); },
        {}};
    if (used != nullptr)
        row.used = [used](const void* group) { return used(*static_cast<const Group*>(group)); };
    return row;
}

/// A member of a spec that is not a parameter of the group: the view sets it from another one.
template <class Group, class Member>
ParameterRow set_elsewhere(Member Group::* /*member*/) {
    return {};
}

/// Returns the rows of a group's `fields()` (a tuple), without those set elsewhere. Does not compile if a
/// member is missing.
template <class Group, class Fields>
ParameterRows complete(const Fields& fields) {
    static_assert(std::tuple_size_v<Fields> == member_count<Group>,
                  "every member of a parameter group needs exactly one descriptor");
    ParameterRows rows;
    std::apply([&](const auto&... row) { (rows.push_back(row), ...); }, fields);
    std::erase_if(rows, [](const ParameterRow& row) { return !row.is_parameter(); });
    for (ParameterRow& row : rows)
        if (Domain& domain = row.descriptor.domain; domain.choices_of != nullptr)
            domain.choices = domain.choices_of();
    return rows;
}

/// Returns the rows of a base class as rows of a group derived from it.
template <class Group, class Base>
ParameterRows inherited(ParameterRows rows) {
    for (ParameterRow& row : rows) {
        row.value = [value = row.value](const void* group) {
            return value(static_cast<const Base*>(static_cast<const Group*>(group)));
        };
        row.set = [set = row.set](void* group, const Value& value) {
            set(static_cast<Base*>(static_cast<Group*>(group)), value);
        };
        if (row.used)
            row.used = [used = row.used](const void* group) {
                return used(static_cast<const Base*>(static_cast<const Group*>(group)));
            };
    }
    return rows;
}

/// Returns the parameters of a group. Groups that are specs of lower folders, or that are long, have a
/// specialisation in core/params/groups.
template <class Group>
const ParameterRows& rows_of() {
    static const ParameterRows rows = complete<Group>(Group::fields());
    return rows;
}

/// A group in its view's Params, and its parameters.
struct GroupRows {
    const void* group = nullptr;
    const ParameterRows* rows = nullptr;

    [[nodiscard]] void* writable() const {
        return const_cast<void*>(group);
    }  // NOLINT: of a Params that its caller may write
};

/// Returns the groups of `params`, in order.
template <class Params>
std::vector<GroupRows> groups_of(const Params& params) {
    return std::apply(
        [](const auto&... group) {
            return std::vector<GroupRows>{{&group, &rows_of<std::remove_cvref_t<decltype(group)>>()}...};
        },
        members_of(params));
}

[[nodiscard]] std::vector<Descriptor> descriptors_of(const std::vector<GroupRows>& groups);
[[nodiscard]] Values values_of(const std::vector<GroupRows>& groups);
void assign(const std::vector<GroupRows>& groups, const Values& values);
[[nodiscard]] std::vector<bool> used_in(const std::vector<GroupRows>& groups);

template <class Params>
std::vector<Descriptor> descriptors_of() {
    return descriptors_of(groups_of(Params{}));
}

template <class Params>
Values values_of(const Params& params) {
    return values_of(groups_of(params));
}

/// Sets Params from the result of values_of(). Throws std::bad_variant_access if a value has another kind
/// than its descriptor.
template <class Params>
Params params_from(const Values& values) {
    Params params{};
    assign(groups_of(params), values);
    return params;
}

/// Returns for each parameter whether the current choices use it.
template <class Params>
std::vector<bool> used_in(const Params& params) {
    return used_in(groups_of(params));
}

}  // namespace poslab
