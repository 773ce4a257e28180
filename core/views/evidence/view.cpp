#include "core/views/evidence/arrays.hpp"

namespace poslab {
namespace evidence {
namespace {

ViewInfo about() {
    return {
        .id = "evidence",
        .title = "Evidence"_tr,
        .short_title = "Evidence"_tr,
        .section = Section::learn,
        .summary =
            "Published results next to computed ones for the same settings, and errors in the sources."_tr,
        .source = "YaRN, arXiv 2309.00071; 9706, 9708, 9577, 10137, 8397, Su Jianlin, spaces.ac.cn/archives",
        .shares = false};
}

constexpr auto all_figures = all_of(main_figure, published_figure, errata_figure);

constexpr auto all_arrays = all_of(arrays::length, arrays::perplexity, arrays::computed_length,
                                   arrays::unseen_share, arrays::covered_length, arrays::min_at,
                                   arrays::up_at, arrays::result_share, arrays::erratum_number);

constexpr auto all_values =
    all_of(values::models, values::agreeing, values::errata, values::results, values::results_agreeing);

void end(SampleContext& context) { context.data.detail = context.errata_made.found(); }

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{
    .about = &about, .figures = all_figures, .arrays = all_arrays, .values = all_values, .end = &end};

}  // namespace
}  // namespace evidence

const View& evidence_view() {
    static const evidence::View view(evidence::description);
    return view;
}

}  // namespace poslab
