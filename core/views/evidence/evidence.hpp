#pragma once

// Internals of the view `evidence`: results reported by articles and papers next to computed ones for the
// same settings, and errata (docs/formulas.md §9).

#include "core/params/groups/axes.hpp"
#include "core/params/parameters.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/view_of.hpp"

namespace poslab::evidence {

enum class Article { all, a9577, a9708, a10137, qa, a8397 };
enum class Family { llama_2_7b, llama_2_13b, mistral_7b, llama_2_7b_8k };

struct EvidenceGroup {
    Family family = Family::llama_2_7b;
    double rise = 5;
    Article article = Article::all;

    static constexpr auto families =
        choices<Family>({{Family::llama_2_7b, "llama-2-7b", untranslated("Llama 2 7B")},
                         {Family::llama_2_13b, "llama-2-13b", untranslated("Llama 2 13B")},
                         {Family::mistral_7b, "mistral-7b", untranslated("Mistral 7B")},
                         {Family::llama_2_7b_8k, "llama-2-7b-8k", "Llama 2 7B to 8k"_tr}});
    static constexpr auto articles = choices<Article>({{Article::all, "all", "All"_tr.as("articles")},
                                                       {Article::a9577, "9577", untranslated("9577")},
                                                       {Article::a9708, "9708", untranslated("9708")},
                                                       {Article::a10137, "10137", untranslated("10137")},
                                                       {Article::qa, "qa", untranslated("QA")},
                                                       {Article::a8397, "8397", untranslated("8397")}});

    static auto fields() {
        using G = EvidenceGroup;
        return std::tuple{
            parameter(&G::family, {.id = "published",
                                   .label = "Model family"_tr,
                                   .help = "Base model whose variants' published perplexities are shown."_tr,
                                   .domain = {.choices = families},
                                   .control = {.listed = Listed::prominent}}),
            parameter(&G::rise, {.id = "rise",
                                 .label = "Rise"_tr,
                                 .unit = untranslated("%"),
                                 .help = "Perplexities this many per cent above the lowest count as risen."_tr,
                                 .domain = {.minimum = 1, .maximum = 100},
                                 .control = {.spacing = Spacing::logarithmic, .play = {.first = true}}}),
            parameter(&G::article, {.id = "article",
                                    .label = "Article"_tr,
                                    .help = "Article whose errata and reported results are listed."_tr,
                                    .stage = Stage::style,
                                    .domain = {.choices = articles},
                                    .control = {.listed = Listed::prominent}})};
    }
};

struct Params {
    EvidenceGroup evidence;
    AxesGroup axes;
};

/// A known mistake: its article, and a function that returns the statement and the computed result.
struct Erratum {
    Article article;
    Claim (*claim)();
};
/// All errata of docs/formulas.md §9 in order, and those of each source.
[[nodiscard]] std::vector<Erratum> all_errata();
[[nodiscard]] std::vector<Erratum> errata_of_9577();
[[nodiscard]] std::vector<Erratum> errata_of_qa();
[[nodiscard]] std::vector<Erratum> errata_of_others();
inline constexpr std::size_t max_numbers = 4;  // per erratum

/// A reported result next to the computed one for its setting.
struct Result {
    Article article;
    Message setting, reported, computed;
    // share of the pairs (cell, rotary pair) whose angle is unseen in training; NaN: not applicable
    double share = 0;
    bool agrees = true;   // true if both change in the same direction
    std::string opens{};  // in the form of read_shown_state()
};
[[nodiscard]] const std::vector<Result>& all_results();

/// The computed errata (Data::detail); none if not requested.
using Errata = std::vector<std::pair<Article, Claim>>;

[[nodiscard]] inline bool is_listed(const Params& params, Article article) {
    return params.evidence.article == Article::all || params.evidence.article == article;
}

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

}  // namespace poslab::evidence
