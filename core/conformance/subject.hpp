#pragma once

#include "core/base/text.hpp"
#include "core/conformance/example.hpp"
#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The dumped arrays, by the names of their options ("inverse-frequency"), and facts about them other than
/// the definition.
struct Dump {
    std::map<std::string, NumberArray, std::less<>> arrays;
    std::optional<std::int64_t> heads;
    std::string layout{};  // of vectors (core/conformance/layout.hpp); empty: not declared

    [[nodiscard]] const NumberArray* find(std::string_view role) const {
        const auto found = arrays.find(role);
        return found == arrays.end() ? nullptr : &found->second;
    }
    /// Throws UsageError naming the missing option.
    [[nodiscard]] const NumberArray& at(std::string_view role) const;
};

/// A result of an implementation that can be checked. Each is an object in a file of
/// core/conformance/subjects and a line of subjects.list, from which options and help are generated.
struct CheckSubject {
    /// An array of a dump.
    struct Part {
        std::string_view role;  // its option
        Text help;
        bool needed = true;
    };

    std::string_view id;  // lower-case words with hyphens
    Text label;           // "inverse frequencies"
    std::vector<Part> parts;
    bool is_rotary = true;  // has frequencies, positions and pairs: the definition applies
    /// The options of `check` that describe this subject, besides its parts; if it is not rotary, also the
    /// parameters of the definition that apply.
    std::vector<std::string_view> options{};

    /// Returns all readings of the shapes. Throws InputError if none fits, naming those that were tried.
    std::vector<DumpReading> (*read)(const Dump& dump, const Implementation& right) = nullptr;
    /// Returns what a program with that practice would have dumped. Throws UsageError if the practice lacks
    /// such a result.
    Dump (*example)(const Implementation& implementation, const ExampleSize& size) = nullptr;
    /// Returns the approximate time of computing the numbers of one practice, in seconds; null: short.
    double (*seconds)(const Dump& dump, const Implementation& implementation) = nullptr;

    /// True for a part of several subjects, which does not identify the subject.
    [[nodiscard]] static bool is_shared(std::string_view role) {
        return role == "positions" || role == "frequencies-2d";
    }
    [[nodiscard]] static std::span<const CheckSubject* const> all();
    /// Returns the subject whose required parts the dump has. Throws UsageError if there is none or more than
    /// one.
    [[nodiscard]] static const CheckSubject& of(const Dump& dump);

    /// Throws UsageError, with the arrays to which it applies, if the option or shared part does not describe
    /// this subject.
    void check_option(std::string_view option) const;
    /// Throws UsageError in the same form if the parameter of the definition does not apply to this subject.
    void check_parameter(std::string_view parameter) const;
    [[nodiscard]] bool has_option(std::string_view option) const;
    [[nodiscard]] bool has_parameter(std::string_view parameter) const {
        return is_rotary || has_option(parameter);
    }
};

}  // namespace poslab
