#pragma once

#include "core/params/aggregate.hpp"
#include "core/params/descriptor.hpp"

#include <tuple>
#include <type_traits>
#include <vector>

namespace poslab {

/// A member of a group together with its descriptor. `used` says whether the present choices make use of it.
template <class Group, class Member>
struct ParameterField {
    Member Group::*member;
    Descriptor descriptor;
    bool (*used)(const Group&) = nullptr;
};

template <class Member>
constexpr Kind kind_of() {
    if constexpr (std::is_same_v<Member, bool>)
        return Kind::toggle;
    else if constexpr (std::is_enum_v<Member> || std::is_same_v<Member, ChoiceIndex>)
        return Kind::choice;
    else if constexpr (std::is_same_v<Member, ChoiceList>)
        return Kind::choice_list;
    else if constexpr (std::is_same_v<Member, std::int64_t>)
        return Kind::integer;
    else if constexpr (std::is_same_v<Member, double>)
        return Kind::real;
    else if constexpr (std::is_same_v<Member, Interval>)
        return Kind::interval;
    else if constexpr (std::is_same_v<Member, OptionalReal>)
        return Kind::optional_real;
    else if constexpr (std::is_same_v<Member, NumberList>)
        return Kind::list;
    else if constexpr (std::is_same_v<Member, FileName>)
        return Kind::file;
    else {
        static_assert(std::is_same_v<Member, Resolution>, "a parameter of a type that Value does not know");
        return Kind::resolution;
    }
}

template <class Group, class Member>
constexpr ParameterField<Group, Member> parameter(Member Group::*member, Descriptor descriptor,
                                                  std::type_identity_t<bool (*)(const Group&)> used = nullptr) {
    descriptor.kind = kind_of<Member>();
    return {member, descriptor, used};
}

/// The descriptors of a group; does not compile while a member lacks one.
template <class Group>
constexpr auto described() {
    constexpr auto fields = Group::fields();
    static_assert(std::tuple_size_v<decltype(fields)> == member_count<Group>,
                  "every member of a parameter group needs exactly one descriptor");
    return fields;
}

/// Calls f(group, field) for every parameter of every group of `params`, in order.
template <class Params, class F>
constexpr void for_each_parameter(Params& params, F&& f) {
    const auto each_of_group = [&](auto& group) {
        using Group = std::remove_cvref_t<decltype(group)>;
        std::apply([&](const auto&... field) { (f(group, field), ...); }, described<Group>());
    };
    std::apply([&](auto&... group) { (each_of_group(group), ...); }, members_of(params));
}

template <class Params>
std::vector<Descriptor> descriptors_of() {
    std::vector<Descriptor> list;
    Params params{};
    for_each_parameter(params, [&](auto&, const auto& field) {
        list.push_back(field.descriptor);
        if (list.back().choices_of != nullptr) list.back().choices = list.back().choices_of();
    });
    return list;
}

template <class Params>
Values values_of(const Params& params) {
    Values values;
    for_each_parameter(params, [&](const auto& group, const auto& field) {
        const auto& member = group.*field.member;
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(member)>>) {
            values.emplace_back(ChoiceIndex{static_cast<std::int32_t>(member)});
        } else {
            values.emplace_back(member);
        }
    });
    return values;
}

/// The inverse of values_of. Throws std::bad_variant_access if a value is of another kind than its descriptor says.
template <class Params>
Params params_from(const Values& values) {
    Params params{};
    std::size_t next = 0;
    for_each_parameter(params, [&](auto& group, const auto& field) {
        auto& member = group.*field.member;
        using Member = std::remove_cvref_t<decltype(member)>;
        const Value& value = values.at(next++);
        if constexpr (std::is_enum_v<Member>) {
            member = static_cast<Member>(std::get<ChoiceIndex>(value).index);
        } else {
            member = std::get<Member>(value);
        }
    });
    return params;
}

/// For each parameter whether the present choices make use of it.
template <class Params>
std::vector<bool> used_in(const Params& params) {
    std::vector<bool> used;
    for_each_parameter(params,
                       [&](const auto& group, const auto& field) { used.push_back(field.used == nullptr || field.used(group)); });
    return used;
}

}  // namespace poslab
