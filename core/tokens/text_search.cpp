#include "core/tokens/text_search.hpp"

#include <utility>

namespace poslab {
namespace {

constexpr std::size_t comparisons_between_looks = std::size_t{1} << 16U;

}  // namespace

TextSearch::TextSearch(std::string text) : text_(std::move(text)), borders_(text_.size()) {
    std::uint32_t border = 0;
    for (std::size_t n = 1; n < text_.size(); ++n) {
        while (border > 0 && text_[border] != text_[n]) border = borders_[border - 1];
        if (text_[border] == text_[n]) ++border;
        borders_[n] = border;
    }
}

std::size_t TextSearch::find(std::string_view in, std::size_t from, const Job& job) const {
    std::size_t matched = 0, steps = 0;
    for (std::size_t at = from; at < in.size(); ++at) {
        if (steps++ % comparisons_between_looks == 0) job.check();
        if (matched == 0) {
            at = in.find(text_.front(), at);
            if (at == std::string_view::npos) break;
        }
        while (matched > 0 && text_[matched] != in[at]) matched = borders_[matched - 1];
        if (text_[matched] == in[at]) ++matched;
        if (matched == text_.size()) return at + 1 - matched;
    }
    return std::string_view::npos;
}

}  // namespace poslab
