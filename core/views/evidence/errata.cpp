// Known mistakes of the sources; each entry has a function that computes the correct result.

#include "core/views/evidence/arrays.hpp"

namespace poslab::evidence {

std::vector<Erratum> all_errata() {
    std::vector<Erratum> all = errata_of_9577();
    for (const auto& list : {errata_of_others(), errata_of_qa()})
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

namespace {

/// Returns the claim's location. Claims of 9577 name only a section, so the article is added.
std::string place_of(Article article, const Claim& claim, Language language) {
    const std::string where(in(language, claim.where));
    return article == Article::a9577 ? "9577, " + where : where;
}

void draw_errata(Drawing& on) {
    std::vector<Claim> claims;
    std::vector<std::string> places;
    if (const Errata* errata = on.first().detail<Errata>())
        for (const auto& [article, claim] : *errata)
            if (is_listed(on.first().params, article)) {
                claims.push_back(claim);
                places.push_back(place_of(article, claim, on.translate.language()));
            }
    Panel& panel =
        on.figure.main.emplace_back(claims_table("Statements of the sources and computed results"_tr,
                                                 {0.62, 2, 3.2}, claims, on.translate.language()));
    Table& table = std::get<Table>(panel.content);
    for (std::size_t row = 0; row < places.size(); ++row) table.rows[row].front().text = places[row];
}

std::string subtitle_of_errata(const Showing& on) {
    const Errata* errata = on.first().detail<Errata>();
    if (errata == nullptr) return {};
    const auto listed = std::count_if(errata->begin(), errata->end(), [&](const auto& one) {
        return is_listed(on.first().params, one.first);
    });
    return on.translate("{} errata; the correct results are computed here", listed);
}

void read_errata(Reading& reading) {
    const Errata* errata = reading.first().detail<Errata>();
    if (errata == nullptr) return;
    reading.set_source(false, "errata"_tr);
    reading.row("Listed"_tr, errata->size());
}

}  // namespace

constexpr FigureRow errata_figure{.id = "errata",
                                  .title = "Errata"_tr,
                                  .arrays = {arrays::erratum_number},
                                  .draw = {&draw_errata},
                                  .read = &read_errata,
                                  .one_each = true,
                                  .idle = {"published", "rise"},
                                  .subtitle = &subtitle_of_errata};

}  // namespace poslab::evidence
