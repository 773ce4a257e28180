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

/// A rejected text and the reason; stored by field name until the text is corrected or abandoned.
struct FieldFault {
    std::string text, message;
};
using FieldFaults = std::map<std::string, FieldFault, std::less<>>;

/// Parses the whole text as a finite number; none if it is not one.
[[nodiscard]] std::optional<double> parse_number(const std::string& typed);

/// The fields of a dialog; they keep rejected texts.
class DialogFields {
  public:
    DialogFields(Ui& ui, Language language, FieldFaults& faults)
        : ui_(ui), language_(language), faults_(faults) {}

    /// The widget text_field(), except that it shows a rejected text instead of the current value.
    FieldResult text_field(std::string_view name, Rect rect, std::string_view shown,
                           std::string_view editable, FieldOptions options);
    /// A field for any real number within these limits.
    void number_field(std::string_view name, Rect rect, std::string_view unit, double minimum, double maximum,
                      double& value);

    /// Rejects the entered text: it stays in the field, with what is allowed in its tooltip.
    void reject(std::string_view name, const FieldResult& result, const std::string& allowed);
    void forget(std::initializer_list<std::string_view> names);
    void forget_all() { faults_.clear(); }

  private:
    Ui& ui_;
    Language language_;
    FieldFaults& faults_;
};

}  // namespace poslab
