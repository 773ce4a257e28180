#include "core/conformance/layout.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poslab {

std::span<const DeclaredLayout> declared_layouts() {
    constexpr AxisKind t = AxisKind::tokens, h = AxisKind::heads, b = AxisKind::batch;
    static const std::vector<DeclaredLayout> all{{"tokens,dim", {t}},
                                                 {"tokens,heads,dim", {t, h}},
                                                 {"heads,tokens,dim", {h, t}},
                                                 {"batch,tokens,dim", {b, t}},
                                                 {"tokens,batch,dim", {t, b}},
                                                 {"batch,tokens,heads,dim", {b, t, h}},
                                                 {"batch,heads,tokens,dim", {b, h, t}},
                                                 {"tokens,batch,heads,dim", {t, b, h}},
                                                 {"tokens,heads,batch,dim", {t, h, b}},
                                                 {"heads,tokens,batch,dim", {h, t, b}},
                                                 {"heads,batch,tokens,dim", {h, b, t}}};
    return all;
}

std::string hyphenated(std::string_view id) {
    std::string text(id);
    std::replace(text.begin(), text.end(), ',', '-');
    return text;
}

const DeclaredLayout& declared_layout(std::string_view id) {
    std::string plain(id);
    std::erase(plain, ' ');
    std::string ids;
    for (const DeclaredLayout& layout : declared_layouts()) {
        if (layout.id == plain) return layout;
        ids += (ids.empty() ? "" : "; ") + std::string(layout.id);
    }
    throw UsageError(tr("--layout {}: must be one of {}", id, ids));
}

std::string_view axis_name(AxisKind kind) {
    constexpr std::array<std::string_view, 3> names{"tokens", "heads", "batch"};
    return names.at(static_cast<std::size_t>(kind));
}

}  // namespace poslab
