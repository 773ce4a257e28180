#pragma once

// The arrays and values of the view `evidence`.

#include "core/views/evidence/evidence.hpp"
#include "core/views/evidence/published.hpp"

namespace poslab::evidence {

struct SampleContext : SamplingOf<Params> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const PublishedFamily& family() const {
        return published_perplexities().families.at(static_cast<std::size_t>(params.evidence.family));
    }
    /// Returns f of each model.
    template <class Function>
    [[nodiscard]] std::vector<double> each_model(const Function& f) const {
        std::vector<double> numbers;
        for (const PublishedModel& model : family().models) numbers.push_back(f(model));
        return numbers;
    }
    [[nodiscard]] std::int64_t models() const { return std::ssize(family().models); }

    /// Returns lengths from the first to the last published one, and those where uncovered angles begin.
    const std::vector<double>& computed_lengths();
    const Errata& errata();

    Memo<std::vector<double>> computed_lengths_made{};
    Memo<Errata> errata_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

[[nodiscard]] std::vector<double> perplexities(SampleContext& context);
[[nodiscard]] std::vector<double> unseen_shares(SampleContext& context);
[[nodiscard]] std::vector<double> erratum_numbers(SampleContext& context);
[[nodiscard]] double agreeing_results();

namespace arrays {

inline constexpr ArrayRow length{"length", "length", "tokens",
                                 "context lengths of the published perplexities"_tr,
                                 [](SampleContext& a) { return a.family().lengths; }};
inline constexpr ArrayRow perplexity{"perplexity", "model, length", "",
                                     "published perplexity of each model; null if not published"_tr,
                                     [](SampleContext& a) { return matrix_of(a.models(), perplexities(a)); }};
inline constexpr ArrayRow computed_length{"computed_length", "computed length", "tokens",
                                          "context lengths of the array below"_tr,
                                          [](SampleContext& a) { return a.computed_lengths(); }};
inline constexpr ArrayRow unseen_share{
    "unseen_share", "model, computed length", "",
    "share of the angles in use that no stage of a model's training covered, mean over its pairs"_tr,
    [](SampleContext& a) { return matrix_of(a.models(), unseen_shares(a)); }};
inline constexpr ArrayRow covered_length{
    "covered_length", "model", "tokens", "longest context with all angles covered in training"_tr,
    [](SampleContext& a) { return a.each_model([](const auto& m) { return m.covered_length(); }); }};
inline constexpr ArrayRow min_at{
    "least_at", "model", "tokens", "length with the lowest published perplexity"_tr, [](SampleContext& a) {
        return a.each_model(
            [&](const auto& m) { return turn_of(a.family(), m, a.params.evidence.rise).min_at; });
    }};
inline constexpr ArrayRow up_at{
    "up_at", "model", "tokens",
    "first length beyond it with a perplexity `rise` per cent higher; NaN if none"_tr, [](SampleContext& a) {
        return a.each_model(
            [&](const auto& m) { return turn_of(a.family(), m, a.params.evidence.rise).up_at; });
    }};
inline constexpr ArrayRow result_share{
    "result_share", "result", "",
    "share of cells × pairs with angles unseen in training, for each reported result"_tr, [](SampleContext&) {
        std::vector<double> shares;
        for (const Result& result : all_results()) shares.push_back(result.share);
        return shares;
    }};
inline constexpr ArrayRow erratum_number{
    "erratum_number", "erratum, number", "", "numbers computed for each erratum; null beyond its last"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(a.errata()), erratum_numbers(a)); }};

}  // namespace arrays

namespace values {

inline constexpr ValueRow models{"models", "models whose perplexities are shown"_tr,
                                 by<&SampleContext::models>};
inline constexpr ValueRow agreeing{
    "agreeing", "models whose perplexity rises where uncovered angles begin"_tr, [](SampleContext& a) {
        const auto& models = a.family().models;
        return static_cast<std::int64_t>(std::count_if(models.begin(), models.end(), [&](const auto& m) {
            return agrees(a.family(), m, a.params.evidence.rise);
        }));
    }};
inline constexpr ValueRow errata{"errata", "listed errata"_tr,
                                 [](SampleContext&) { return std::ssize(all_errata()); }};
inline constexpr ValueRow results{"results", "listed reported results"_tr,
                                  [](SampleContext&) { return std::ssize(all_results()); }};
inline constexpr ValueRow results_agreeing{"results_agreeing",
                                           "reported results that agree with the computation"_tr,
                                           [](SampleContext&) { return agreeing_results(); }};

}  // namespace values

extern const FigureRow main_figure, published_figure, errata_figure;

[[nodiscard]] inline const PublishedFamily& family_of(const Variant& variant) {
    return published_perplexities().families.at(static_cast<std::size_t>(variant.params.evidence.family));
}

}  // namespace poslab::evidence
