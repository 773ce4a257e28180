#include "core/views/conformance/parameters.hpp"

#include "core/conformance/dump_files.hpp"
#include "core/conformance/layout.hpp"
#include "core/conformance/mistake.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace poslab {
namespace conformance {
namespace {

using G = CheckGroup;

const CheckSubject::Part* part_of(std::string_view role, const CheckSubject& subject) {
    const auto found = std::find_if(subject.parts.begin(), subject.parts.end(),
                                    [&](const auto& part) { return part.role == role; });
    return found == subject.parts.end() ? nullptr : &*found;
}

/// Returns the only subject with a file of this role; null if there are several, as for `positions`.
const CheckSubject* only_subject_with(std::string_view role) {
    const CheckSubject* only = nullptr;
    for (const CheckSubject* subject : CheckSubject::all()) {
        if (part_of(role, *subject) == nullptr) continue;
        if (only != nullptr) return nullptr;
        only = subject;
    }
    return only;
}

Text help_of(std::string_view role) {
    for (const CheckSubject* subject : CheckSubject::all())
        if (const CheckSubject::Part* part = part_of(role, *subject)) return part->help;
    return {};
}

/// Selects the file's subject; its other parts are taken from the same file if it contains them.
nlohmann::json fills_of(std::string_view role, const Value& file) {
    const std::string& path = std::get<FileName>(file).path;
    nlohmann::json filled = nlohmann::json::object();
    const CheckSubject* subject = only_subject_with(role);
    if (path.empty() || subject == nullptr) return filled;
    filled["checked"] = subject->id;
    const std::string whole = path.substr(0, path.find('#'));
    for (const CheckSubject::Part& part : subject->parts) {
        // The positions in a file of test vectors are those of its rotated vectors, not of its keys.
        if (subject->id == "logits" && part.role == "positions") continue;
        if (const std::string other = dump_array_path(part.role, whole); part.role != role && other != whole)
            filled["given-" + std::string(part.role)] = other;
    }
    return filled;
}

/// Returns the parameter for the file of the n-th role.
template <std::size_t n>
ParameterRow file(std::string_view id, Text label) {
    constexpr Role role = roles[n];
    return parameter(role.file,
                     {.id = id,
                      .label = label,
                      .help = help_of(role.role),
                      .control = {.order = -4},
                      .expand_preset = [](const Value& value) { return fills_of(roles[n].role, value); },
                      .accepts = [](const std::string& path,
                                    const Job& job) { return holds_dump_array(roles[n].role, path, job); }},
                     [](const G& group) { return part_of(roles[n].role, *group.checked) != nullptr; });
}

bool is_hippo(const G& group) { return group.checked->id == "hippo"; }
bool has_patches(const G& group) {
    const std::string_view id = group.checked->id;
    return id == "cos-sin" || id == "freqs-cis" || id == "rotation";
}
bool is_of_patches(const G& group) { return has_patches(group) && group.layout_2d != PatchLayout::none; }
bool is_sinusoidal(const G& group) { return group.checked->id == "sinusoidal"; }

}  // namespace

std::vector<std::pair<std::string_view, std::string>> given_files(const CheckGroup& group) {
    std::vector<std::pair<std::string_view, std::string>> files;
    for (const Role& role : roles)
        if (const std::string& path = (group.*role.file).path;
            !path.empty() && part_of(role.role, *group.checked) != nullptr)
            files.emplace_back(role.role, path);
    return files;
}

std::span<const Choice> CheckGroup::mistakes() {
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> list{{"none", "None: as defined"_tr}};
        for (const Mistake& mistake : Mistake::all()) list.push_back({mistake.id, untranslated(mistake.id)});
        return list;
    }();
    return choices;
}

std::span<const Choice> CheckGroup::layouts() {
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> list{{"auto", "Automatic"_tr.as("layout")}};
        static const std::vector<std::string> ids = [] {
            std::vector<std::string> all;
            for (const DeclaredLayout& layout : declared_layouts()) all.push_back(hyphenated(layout.id));
            return all;
        }();
        for (std::size_t n = 0; n < ids.size(); ++n)
            list.push_back({ids[n], untranslated(declared_layouts()[n].id)});
        return list;
    }();
    return choices;
}

ChoiceIndex CheckGroup::mistake_called(std::string_view id) {
    const std::span<const Choice> choices = mistakes();
    const auto found =
        std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.id == id; });
    return {found == choices.end() ? 0 : static_cast<std::int32_t>(found - choices.begin())};
}

}  // namespace conformance

template <>
const ParameterRows& rows_of<conformance::CheckGroup>() {
    using namespace conformance;
    static const ParameterRows rows = complete<G>(std::tuple{
        parameter(
            &G::checked,
            {.id = "checked",
             .label = "Subject"_tr,
             .help = "Compared with the definition: frequencies, tables, vectors, logits, slopes, buckets"
                     " or matrices."_tr,
             .control = {.order = -6}}),
        parameter(
            &G::mistake,
            {.id = "mistake",
             .label = "Example"_tr,
             .help = "Without a file, checks the output of an implementation with this known mistake."_tr,
             .domain = {.choices_of = CheckGroup::mistakes},
             .control = {.order = -5}},
            [](const G& group) { return given_files(group).empty(); }),
        file<0>("given-inverse-frequency", "Frequencies"_tr),
        file<1>("given-cos", "cos table"_tr),
        file<2>("given-sin", "sin table"_tr),
        file<3>("given-before", "Before"_tr),
        file<4>("given-after", "After"_tr),
        file<5>("given-positions", "Positions"_tr),
        file<6>("given-queries", "Queries"_tr),
        file<7>("given-keys", "Keys"_tr),
        file<8>("given-logits", "Logits"_tr),
        file<9>("given-alibi-slopes", "Slopes"_tr),
        file<10>("given-t5-buckets", "Buckets"_tr),
        file<11>("given-hippo-a", "Matrix A"_tr),
        file<12>("given-hippo-b", "Vector B"_tr),
        parameter(
            &G::layout,
            {.id = "array-layout",
             .label = "Layout"_tr,
             .help =
                 "The dimensions of the vectors, in order. Automatic: positions run along any dimension that fits."_tr,
             .domain = {.choices_of = CheckGroup::layouts},
             .control = {.order = -3}},
            [](const G& group) { return group.checked->id == "rotation"; }),
        file<13>("given-freqs-cis", "Complex table"_tr),
        file<14>("given-t5-bias", "Biases"_tr),
        file<15>("given-t5-weights", "Learned biases"_tr),
        file<16>("given-sinusoidal", "Sinusoids"_tr),
        file<17>("given-frequencies-2d", "2D frequencies"_tr),
        parameter(&G::heads, shared_parameter::heads(),
                  [](const G& group) {
                      return group.checked->id == "alibi-slopes" || group.checked->id == "t5-bias";
                  }),
        parameter(&G::measure, shared_parameter::measure(), is_hippo),
        parameter(&G::discretisation,
                  {.id = "discretisation",
                   .label = "Discretisation"_tr,
                   .help = "Rule that turns A and B into Ā and B̄ of x_(k+1) = Āx_k + B̄u_k."_tr,
                   .source = untranslated("HiPPO, arXiv 2008.07669"),
                   .domain = {.choices = CheckGroup::discretisations},
                   .control = {.order = -3}},
                  is_hippo),
        parameter(
            &G::step_size,
            {.id = "step-size",
             .label = "Step size"_tr,
             .symbol = "Δ",
             .help = "Step of the discretisation; multiplies A and B."_tr,
             .source = untranslated("HiPPO, arXiv 2008.07669"),
             .domain = {.minimum = 0, .maximum = 1000, .open_minimum = true},
             .control = {.spacing = Spacing::logarithmic, .order = -3}},
            [](const G& group) { return is_hippo(group) && group.discretisation != Discretisation::none; }),
        parameter(
            &G::sinusoidal_layout,
            {.id = "sinusoidal-layout",
             .label = "Column order"_tr,
             .help =
                 "Order of sines and cosines in a row: that of any known model, or only the chosen one."_tr,
             .source = untranslated("arXiv 1706.03762"),
             .domain = {.choices = CheckGroup::sinusoid_orders},
             .control = {.order = -3}},
            is_sinusoidal),
        parameter(&G::sinusoidal_denominator,
                  {.id = "sinusoidal-denominator",
                   .label = "Denominator"_tr,
                   .help = "Denominator of the exponents, 2k/d or 2k/(d − 2): that of any known model, or"
                           " only the chosen one."_tr,
                   .source = untranslated("arXiv 1706.03762"),
                   .domain = {.choices = CheckGroup::sinusoid_divisors},
                   .control = {.order = -3}},
                  is_sinusoidal),
        parameter(&G::layout_2d,
                  {.id = "layout-2d",
                   .label = "2D layout"_tr,
                   .help = "Assignment of the pairs to the axes y and x of an image."_tr,
                   .source = untranslated("Qwen2-VL, arXiv 2409.12191; Pixtral, arXiv 2410.07073"),
                   .domain = {.choices = CheckGroup::patch_layouts},
                   .control = {.order = -3}},
                  has_patches),
        parameter(
            &G::grid,
            {.id = "patch-grid",
             .label = "Patches"_tr,
             .help =
                 "Rows and columns of patches; unset: those of the positions, or 14 × 14 in an example."_tr,
             .domain = {.minimum = 1, .maximum = 16'384, .whole = true},
             .control = {.order = -3}},
            is_of_patches),
        parameter(
            &G::coordinates,
            {.id = "coordinates",
             .label = "Coordinates"_tr,
             .help =
                 "The coordinate of patch i of n: i, or (i + ½)/n · 2 − 1; DINOv3 multiplies that by 2π."_tr,
             .source = untranslated("DINOv3, arXiv 2508.10104"),
             .domain = {.choices = CheckGroup::patch_coordinates},
             .control = {.order = -3}},
            is_of_patches),
        parameter(
            &G::mrope_layout,
            {.id = "mrope-layout",
             .label = "Sections"_tr,
             .help = "Order of the pairs of M-RoPE's sections: in blocks, interleaved, or height "
                     "and width alternating."_tr,
             .source = untranslated("Qwen3-VL; ERNIE 4.5"),
             .domain = {.choices = CheckGroup::section_layouts},
             .control = {.listed = Listed::rare, .order = 7}},
            [](const G& group) { return group.checked->is_rotary && !group.mrope_sections.numbers.empty(); }),
        parameter(&G::mrope_sections, shared_parameter::mrope_sections(),
                  [](const G& group) { return group.checked->is_rotary; }),
    });
    return rows;
}

}  // namespace poslab
