#pragma once

#include "app/gui/widgets/text_field.hpp"
#include "app/gui/widgets/ui.hpp"
#include "core/base/language.hpp"

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// Texts that could not be taken, by the names of their fields. They stay there until they are corrected or given up.
struct FieldFault {
    std::string text, sentence;
};
using FieldFaults = std::map<std::string, FieldFault, std::less<>>;

/// The finite number that all of the text is; none otherwise.
[[nodiscard]] std::optional<double> typed_number_in(const std::string& typed);

/// Fields of a dialog that keep what they cannot take.
class DialogFields {
  public:
    DialogFields(Ui& ui, Language language, FieldFaults& faults) : ui_(ui), language_(language), faults_(faults) {}

    /// text_field(), with what was refused in the place of what holds.
    FieldTouch entry(std::string_view name, Rect rect, std::string_view shown, std::string_view editable, FieldOptions options);
    /// A number within these limits.
    void count(std::string_view name, Rect rect, std::string_view unit, double least, double most, double& value);

    /// What was entered stays in the field; while it is typed in, beside it stands what is allowed.
    void refuse(std::string_view name, const FieldTouch& touch, const std::string& allowed);
    void forget(std::initializer_list<std::string_view> names);
    void forget_all() { faults_.clear(); }

  private:
    Ui& ui_;
    Language language_;
    FieldFaults& faults_;
};

}  // namespace poslab
