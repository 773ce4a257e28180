#include "core/views/claims_table.hpp"

namespace poslab {

Panel claims_table(Text title, const std::array<double, 3>& widths, std::span<const Claim> claims, Language language) {
    const bool zh = language == Language::chinese;
    Panel panel;
    panel.kind = Panel::Kind::table;
    panel.title = in(language, title);
    panel.table.columns = {
        {zh ? "出处" : "Where", widths[0]}, {zh ? "文章所述" : "Claim", widths[1]}, {zh ? "所算" : "Computed", widths[2]}};
    if (zh) panel.table.more = "… 另有 {} 条";
    for (const Claim& claim : claims)
        panel.table.rows.push_back({{std::string(in(language, claim.where)), TextRole::text2},
                                    {std::string(in(language, claim.says)), TextRole::text2},
                                    {zh ? claim.is.zh : claim.is.en}});
    return panel;
}

}  // namespace poslab
