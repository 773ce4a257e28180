// Results reported by articles next to computed ones for the same setting.

#include "core/views/evidence/arrays.hpp"

namespace poslab::evidence {
namespace {

std::string_view called(Article article) {
    return EvidenceGroup::articles.at(static_cast<std::size_t>(article)).id;
}

void draw_results(Drawing& on) {
    Panel& panel = on.figure.main.emplace_back();
    panel.title = on.translate("Reported and computed"_tr);
    panel.quantity = on.translate(
        "accuracy on repeated text at 4096 tokens, trained at 512; Llama-2-13B: losses at 4096, 8192, "
        "16,384; 9577: accuracy at 512 and at 4096"_tr);
    Table& table = panel.become<Table>();
    table.columns = {{on.translate("Article"_tr), 0.7},
                     {on.translate("Setting"_tr), 2.3},
                     {on.translate("Reported"_tr), 2.4},
                     {on.translate("Computed"_tr), 1.8},
                     {on.translate("Agrees"_tr), 0.8}};
    table.more = on.translate("… {} more"_tr);
    if (on.first().data == nullptr) return;
    for (const Result& result : all_results()) {
        if (!is_listed(on.first().params, result.article)) continue;
        table.rows.push_back({{std::string(called(result.article)), TextRole::text2},
                              {on.translate(result.setting)},
                              {on.translate(result.reported), TextRole::text, false, true},
                              {on.translate(result.computed), TextRole::text, false, true},
                              {on.translate(result.agrees ? "yes"_tr : "no"_tr),
                               result.agrees ? TextRole::ok : TextRole::warn, !result.agrees}});
        table.links.push_back({on.translate("Try it"_tr), result.opens});
    }
}

/// "9 of 10 …, not PI".
std::string results_headline(const Showing& on) {
    std::int64_t listed = 0, agreeing = 0;
    std::string others;
    for (const Result& result : all_results()) {
        if (!is_listed(on.first().params, result.article)) continue;
        ++listed;
        agreeing += result.agrees ? 1 : 0;
        if (!result.agrees)
            others += (others.empty() ? "" : on.translate("; "_tr)) + on.translate(result.setting);
    }
    if (listed == 0) return on.translate("No reported results are listed for this article."_tr);
    if (others.empty()) return on.translate("All {} reported results agree with the computation.", listed);
    return on.translate("{} of {} reported results agree with the computation", agreeing, listed) + "  ·  " +
           on.translate("exceptions: {}", others);
}

std::string subtitle_of_results(const Showing& on) {
    return on.translate("new: share of cells × rotary pairs with angles unseen in training"_tr);
}

void read_results(Reading& reading) {
    if (reading.first().data == nullptr) return;
    reading.set_source(false, "reported"_tr);
    reading.row("Listed"_tr, all_results().size());
    reading.row("Agreeing"_tr, readout_value(agreeing_results(), 0, 12));
    reading.readout.notes = reading.translate(
        "Reported: Su Jianlin, spaces.ac.cn/archives/9706, 9708 and 9577: models of 10⁸ parameters "
        "trained at 512 tokens, tested at 4096 on repeated text; losses of Llama-2-13B at 4096, 8192 and"
        " 16,384. Computed with head dimension 128 and base 10,000; for Llama-2-13B the article gives "
        "neither w nor the factor of NTK, taken as 4. A result is better if it exceeds RoPE (or ReRoPE "
        "of the same w) by 2 %. PI uses no new range, but positions between trained ones were not "
        "trained either."_tr);
}

}  // namespace

constexpr FigureRow published_figure{.id = "results",
                                     .title = "Results"_tr,
                                     .arrays = {arrays::result_share},
                                     .draw = {&draw_results},
                                     .read = &read_results,
                                     .one_each = true,
                                     .idle = {"published", "rise"},
                                     .headline = &results_headline,
                                     .subtitle = &subtitle_of_results};

}  // namespace poslab::evidence
