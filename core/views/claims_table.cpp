#include "core/views/claims_table.hpp"

namespace poslab {

Panel claims_table(Text title, const std::array<double, 3>& widths, std::span<const Claim> claims,
                   Language language) {
    const Translator translate(language);
    Panel panel;
    Table& table = panel.become<Table>();
    panel.title = in(language, title);
    table.columns = {{translate("Source"_tr), widths[0]},
                     {translate("Claim"_tr), widths[1]},
                     {translate("Computed"_tr), widths[2]}};
    table.more = translate("… {} more"_tr);
    for (const Claim& claim : claims) {
        table.rows.push_back({{std::string(in(language, claim.where)), TextRole::text2},
                              {std::string(in(language, claim.says)), TextRole::text2},
                              {translate(claim.is)}});
        table.links.push_back({translate("Try it"_tr), claim.opens});
    }
    return panel;
}

}  // namespace poslab
