#include "app/gui/widgets/parameter_tip.hpp"

namespace poslab {

void parameter_tip(Ui& ui, const Descriptor& descriptor, Rect label, const Value& value,
                   const StandardValues& standard, Language language) {
    const std::string name = std::string(descriptor.id) + ".label";
    ui.mark(name, label);
    if (!ui.over(label)) return;
    const ParameterHelp help = parameter_help(descriptor, value, standard, language);
    ui.tooltip(ImGui::GetID(name.c_str()), label, help.help, std::vector{help.facts, help.source});
}

}  // namespace poslab
