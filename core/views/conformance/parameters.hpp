#pragma once

#include "core/conformance/subject.hpp"
#include "core/hippo/measure.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/parameters.hpp"

#include <array>
#include <utility>

namespace poslab::conformance {

/// Discretisation of HiPPO's matrices (core/conformance/config_facts.hpp).
enum class Discretisation { none, bilinear, zoh, forward, backward };

/// Conventions of sinusoidal encodings (core/conformance/sinusoid.hpp).
enum class SinusoidOrder { any, interleaved, halves, halves_cos_first };
enum class SinusoidDivisor { any, d, d_minus_2 };

/// The axes of patches, and of M-RoPE's sections (core/conformance/axes.hpp).
enum class PatchLayout { none, axial, axial_split_ladder, alternating, mixed };
enum class PatchCoordinates { patches, normalised, dinov3 };
enum class SectionLayout { of_config, blocks, interleaved, alternating };

/// The input of the check: files, or the output of a program with a known mistake.
struct CheckGroup {
    OneOf<CheckSubject> checked = "cos-sin";
    ChoiceIndex mistake = mistake_called("frequencies-in-bfloat16");
    FileName inverse_frequency{}, cos{}, sin{}, before{}, after{}, positions{}, queries{}, keys{}, logits{};
    FileName alibi_slopes{}, t5_buckets{}, hippo_a{}, hippo_b{};
    ChoiceIndex layout{};
    FileName freqs_cis{}, t5_bias{}, t5_weights{}, sinusoidal{}, frequencies_2d{};
    std::int64_t heads = ExampleSize{}.heads;
    OneOf<Measure> measure = "legs";
    Discretisation discretisation = Discretisation::none;
    double step_size = MatrixImplementation{}.step;
    SinusoidOrder sinusoidal_layout = SinusoidOrder::any;
    SinusoidDivisor sinusoidal_denominator = SinusoidDivisor::any;
    PatchLayout layout_2d = PatchLayout::none;
    NumberList grid{};
    PatchCoordinates coordinates = PatchCoordinates::patches;
    NumberList mrope_sections{};
    SectionLayout mrope_layout = SectionLayout::of_config;

    static constexpr auto discretisations =
        choices<Discretisation>({{Discretisation::none, "none", "None: A and B"_tr},
                                 {Discretisation::bilinear, "bilinear", "Bilinear"_tr},
                                 {Discretisation::zoh, "zoh", "Zero-order hold"_tr},
                                 {Discretisation::forward, "forward", "Forward Euler"_tr},
                                 {Discretisation::backward, "backward", "Backward Euler"_tr}});

    static constexpr auto sinusoid_orders = choices<SinusoidOrder>(
        {{SinusoidOrder::any, "any", "Any"_tr},
         {SinusoidOrder::interleaved, "interleaved", "Interleaved"_tr},
         {SinusoidOrder::halves, "halves", "Halves, sin first"_tr},
         {SinusoidOrder::halves_cos_first, "halves-cos-first", "Halves, cos first"_tr}});
    static constexpr auto sinusoid_divisors =
        choices<SinusoidDivisor>({{SinusoidDivisor::any, "any", "Any"_tr},
                                  {SinusoidDivisor::d, "d", untranslated("d")},
                                  {SinusoidDivisor::d_minus_2, "d-2", untranslated("d − 2")}});

    static constexpr auto patch_layouts =
        choices<PatchLayout>({{PatchLayout::none, "none", "None: text"_tr},
                              {PatchLayout::axial, "axial", "Axial"_tr},
                              {PatchLayout::axial_split_ladder, "axial-split-ladder", "Split ladder"_tr},
                              {PatchLayout::alternating, "alternating", "Alternating"_tr},
                              {PatchLayout::mixed, "mixed", "Mixed"_tr}});
    static constexpr auto patch_coordinates =
        choices<PatchCoordinates>({{PatchCoordinates::patches, "patches", "Patches"_tr},
                                   {PatchCoordinates::normalised, "normalised", "From −1 to 1"_tr},
                                   {PatchCoordinates::dinov3, "dinov3", untranslated("DINOv3")}});
    static constexpr auto section_layouts =
        choices<SectionLayout>({{SectionLayout::of_config, "auto", "From the config"_tr},
                                {SectionLayout::blocks, "blocks", "Blocks"_tr},
                                {SectionLayout::interleaved, "interleaved", "Interleaved"_tr},
                                {SectionLayout::alternating, "alternating", "Alternating"_tr}});

    static ChoiceIndex mistake_called(std::string_view id);
    /// "none", then the known mistakes in order.
    static std::span<const Choice> mistakes();
    /// "auto", then the layouts that can be declared.
    static std::span<const Choice> layouts();
};

struct Role {
    std::string_view role;  // CheckSubject::Part::role
    FileName CheckGroup::*file;
};
inline constexpr std::array<Role, 18> roles{{{"inverse-frequency", &CheckGroup::inverse_frequency},
                                             {"cos", &CheckGroup::cos},
                                             {"sin", &CheckGroup::sin},
                                             {"before", &CheckGroup::before},
                                             {"after", &CheckGroup::after},
                                             {"positions", &CheckGroup::positions},
                                             {"queries", &CheckGroup::queries},
                                             {"keys", &CheckGroup::keys},
                                             {"logits", &CheckGroup::logits},
                                             {"alibi-slopes", &CheckGroup::alibi_slopes},
                                             {"t5-buckets", &CheckGroup::t5_buckets},
                                             {"hippo-a", &CheckGroup::hippo_a},
                                             {"hippo-b", &CheckGroup::hippo_b},
                                             {"freqs-cis", &CheckGroup::freqs_cis},
                                             {"t5-bias", &CheckGroup::t5_bias},
                                             {"t5-weights", &CheckGroup::t5_weights},
                                             {"sinusoidal", &CheckGroup::sinusoidal},
                                             {"frequencies-2d", &CheckGroup::frequencies_2d}}};

/// Returns the given files of the current subject with their roles.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>> given_files(const CheckGroup& group);

}  // namespace poslab::conformance

namespace poslab {

template <>
const ParameterRows& rows_of<conformance::CheckGroup>();

}  // namespace poslab
