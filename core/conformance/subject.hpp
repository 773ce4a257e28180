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

/// What was dumped, by the name of its option ("inverse-frequency"), and what is said of it beside the definition.
struct Dump {
    std::map<std::string, NumberArray, std::less<>> arrays;
    std::optional<std::int64_t> heads;
    std::string layout{};  // of vectors (core/conformance/layout.hpp); empty: not declared

    [[nodiscard]] const NumberArray* find(std::string_view role) const {
        const auto found = arrays.find(role);
        return found == arrays.end() ? nullptr : &found->second;
    }
    /// Throws UsageError naming the option that is missing.
    [[nodiscard]] const NumberArray& at(std::string_view role) const;
};

/// A thing that an implementation computes and that can be checked. Each is one object in a file of core/conformance/subjects and
/// one line of subjects.list; options and help are made of it.
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
    bool is_rotary = true;  // by frequencies, positions and pairs: a config counts

    /// All ways to understand the shapes. Throws InputError where none fits, naming those that were tried.
    std::vector<DumpReading> (*read)(const Dump& dump, const Practice& right) = nullptr;
    /// What a program of that practice would have dumped. Throws UsageError for what has no such thing.
    Dump (*example)(const Practice& practice, const ExampleSize& size) = nullptr;

    /// True for a part of several subjects, which does not say what is checked.
    [[nodiscard]] static bool is_shared(std::string_view role) { return role == "positions" || role == "frequencies-2d"; }
    [[nodiscard]] static std::span<const CheckSubject* const> all();
    /// The one that has all the needed parts of the dump. Throws UsageError where there is none or more than one.
    [[nodiscard]] static const CheckSubject& of(const Dump& dump);
};

}  // namespace poslab
