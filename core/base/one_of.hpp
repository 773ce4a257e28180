#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace poslab {

/// A reference to one of the objects of a kind, with value semantics: the scheme selected in a spec.
/// Kind::all() lists them; each exists once, has an `id`, and lives as long as the program.
template <class Kind>
class OneOf {
  public:
    OneOf(const Kind& kind)
        : chosen_(&kind) {}  // NOLINT(google-explicit-constructor): an object is one of them
    OneOf(const char* id)
        : OneOf(std::string_view(id)) {}  // NOLINT(google-explicit-constructor): so is its name
    OneOf(const std::string& id) : OneOf(std::string_view(id)) {}  // NOLINT(google-explicit-constructor)
    /// Throws std::out_of_range if no object has that id.
    OneOf(std::string_view id) : chosen_(find(id)) {  // NOLINT(google-explicit-constructor)
        if (chosen_ == nullptr) throw std::out_of_range("nothing is called " + std::string(id));
    }
    /// Returns the object at that index of the list. Throws std::out_of_range.
    [[nodiscard]] static OneOf at(std::integral auto place) {
        const auto index = static_cast<std::size_t>(place);
        if (index >= Kind::all().size()) throw std::out_of_range("no choice " + std::to_string(index));
        return *Kind::all()[index];
    }
    /// Returns null if no object has that id.
    [[nodiscard]] static const Kind* find(std::string_view id) {
        for (const Kind* kind : Kind::all())
            if (kind->id == id) return kind;
        return nullptr;
    }

    [[nodiscard]] const Kind& operator*() const { return *chosen_; }
    [[nodiscard]] const Kind* operator->() const { return chosen_; }
    /// Returns its index in the list.
    [[nodiscard]] std::size_t index() const {
        std::size_t n = 0;
        while (Kind::all()[n] != chosen_) ++n;
        return n;
    }
    friend bool operator==(OneOf one, OneOf other) { return one.chosen_ == other.chosen_; }

  private:
    const Kind* chosen_;
};

}  // namespace poslab
