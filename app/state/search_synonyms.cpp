#include "app/state/search_synonyms.hpp"

#include "core/base/language.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

constexpr std::array actions{
    ActionSynonyms{
        Action::present,
        "full screen; fullscreen; slide show; presentation; projector; lecture room; beamer; present"_tr},
    ActionSynonyms{Action::go_home, "reset; reset view; reset zoom; fit; zoom out; automatic limits"_tr},
    ActionSynonyms{Action::step_again, "reset the step; restart the step"_tr},
    ActionSynonyms{Action::lock_axes, "lock; freeze axes; fixed axes; hold limits; same scale"_tr},
    ActionSynonyms{Action::other_theme, "dark; light; dark mode; night mode; colours; colors; appearance"_tr},
    ActionSynonyms{Action::other_language, "language; Chinese; English; translate"_tr},
    ActionSynonyms{
        Action::open_export,
        "export; save; save as; save picture; print; PDF; PNG; SVG; image; download; handout; slides; paper; animation"_tr},
    ActionSynonyms{Action::record, "video; film; movie; animation; animate; record; GIF; MP4"_tr},
    ActionSynonyms{Action::show_lessons,
                   "lessons; course; tutorial; handout; slides; print a lesson; exercises; teach; learn"_tr},
    ActionSynonyms{Action::save_preset, "save; save settings; save state; bookmark; preset"_tr},
    ActionSynonyms{Action::save_all_preset, "save all; save settings; preset"_tr},
    ActionSynonyms{Action::copy_command, "command line; terminal; reproduce; copy"_tr},
    ActionSynonyms{Action::copy_figure, "clipboard; copy picture; screenshot; snapshot; copy"_tr},
    ActionSynonyms{Action::copy_values, "copy numbers; clipboard; copy"_tr},
    ActionSynonyms{Action::copy_formula, "LaTeX; equation; TeX; copy"_tr},
    ActionSynonyms{Action::play, "animate; animation; run; start; stop"_tr},
    ActionSynonyms{Action::explain, "help; explain; explanation; what is this"_tr},
    ActionSynonyms{Action::show_keys, "shortcuts; keyboard; hotkeys; help"_tr},
    ActionSynonyms{Action::show_glossary, "terms; definitions; dictionary; vocabulary"_tr},
    ActionSynonyms{Action::pin, "compare; keep; side by side; pin"_tr},
    ActionSynonyms{Action::show_difference, "subtract; minus; deviation"_tr},
    ActionSynonyms{Action::undo, "back; revert; take back"_tr},
    ActionSynonyms{Action::redo, "again; repeat the change"_tr},
    ActionSynonyms{Action::larger, "bigger text; larger text; font size; zoom in the window"_tr},
    ActionSynonyms{Action::smaller, "smaller text; font size; zoom out the window"_tr},
    ActionSynonyms{Action::usual_size, "reset size; normal size; 100 %"_tr},
    ActionSynonyms{Action::less_motion, "animations off; reduced motion; accessibility"_tr},
    ActionSynonyms{Action::measure, "ruler; delta; difference of two points"_tr},
    ActionSynonyms{Action::open_file, "load; import; open; read a file"_tr},
    ActionSynonyms{Action::train, "learn; train a model; fine-tune"_tr},
    ActionSynonyms{Action::zoom_tool, "magnify; enlarge; zoom in"_tr},
    ActionSynonyms{Action::pan_tool, "move; drag"_tr},
    ActionSynonyms{Action::make_step, "write a lesson; author; own lesson"_tr},
    ActionSynonyms{Action::quit, "exit; close the program"_tr},
};

constexpr std::array topics{
    "alias; aliasing; ambiguous; ambiguity; repeat; repetition; periodic; period; same rotation; same angle; wrap around; indistinguishable; pass 2π"_tr,
    "extrapolation; extrapolate; context extension; extend the context; long context; longer context; longer text; length generalisation; length generalization; beyond the trained length; beyond training"_tr,
    "base; theta; rope_theta; larger base; raise the base"_tr,
    "forget; fade; decay; remember; how long"_tr,
    "relative position; difference of positions; distance"_tr,
    "implementation; port; bug; mistake; check my code; verify"_tr,
    "image; picture; vision; patch; two coordinates"_tr,
    "interleaved; half-split; pairing; rotate_half; GPT-J; GPT-NeoX"_tr,
    "attention factor; temperature; mscale; softmax scale"_tr,
    "out of distribution; never seen; unseen; new to training; untrained"_tr,
    "order matters; commute; commutative; commutator"_tr,
    "step rule; discretisation; discretization; bilinear; Euler; Tustin"_tr,
    "local attention; sliding window; window"_tr,
    "number format; precision; bf16; float16; rounding"_tr,
    "perplexity; loss; nats"_tr,
};

constexpr Text asking =
    "a; an; and; are; as; at; be; by; can; do; does; for; from; get; gets; has; have; how; i; in; is; it; "
    "its; me; my; of; on; "
    "one; or; please; should; show; so; tell; than; that; the; their; there; these; this; to; up; us; used; "
    "want; was; we; what; "
    "when; where; which; who; why; will; with; would; you"_tr;

}  // namespace

std::span<const ActionSynonyms> action_synonyms() { return actions; }

std::span<const Text> topic_synonyms() { return topics; }

Text words_of_questions() { return asking; }

std::vector<std::string> phrases_of(Text text) {
    constexpr std::string_view between = "; ";
    std::vector<std::string> phrases;
    for (const Language language : languages()) {
        std::string_view rest = in(language, text);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(between), rest.size());
            std::string phrase(rest.substr(0, end));
            if (std::find(phrases.begin(), phrases.end(), phrase) == phrases.end())
                phrases.push_back(std::move(phrase));
            rest.remove_prefix(std::min(end + between.size(), rest.size()));
        }
    }
    return phrases;
}

}  // namespace poslab
