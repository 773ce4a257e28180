#include "core/tokens/split.hpp"

namespace poslab {
namespace {

constexpr std::size_t divisions_between_looks = std::size_t{1} << 16U;

struct Part {
    TextRange range;
    bool separates = false;
};

/// Divides a piece of `size` bytes into parts; parts may be empty and still separate their neighbours.
void parts_of(std::size_t size, const std::vector<TextRange>& matches, bool invert, std::vector<Part>& parts,
              const Job& job) {
    parts.clear();
    std::size_t at = 0, looks = 0;
    for (const TextRange& match : matches) {
        if (looks++ % divisions_between_looks == 0) job.check();
        if (match.begin > at) parts.push_back({{at, match.begin}, invert});
        parts.push_back({match, !invert});
        at = match.end;
    }
    if (at < size) parts.push_back({{at, size}, invert});
}

/// True if a part forms one piece with the previous part.
bool belongs_to(const Part& before, const Part& part, Separator separator) {
    switch (separator) {
        case Separator::with_previous:
            return part.separates && !before.separates;
        case Separator::with_next:
            return !part.separates && before.separates;
        case Separator::contiguous:
            return part.separates == before.separates;
        case Separator::isolated:
        case Separator::removed:
            break;
    }
    return false;
}

void append_pieces(const std::vector<Part>& parts, std::size_t offset, Separator separator,
                   std::vector<TextRange>& out, const Job& job) {
    for (std::size_t n = 0; n < parts.size(); ++n) {
        if (n % divisions_between_looks == 0) job.check();
        const Part& part = parts[n];
        if (part.separates && separator == Separator::removed) continue;
        const TextRange range{offset + part.range.begin, offset + part.range.end};
        if (n > 0 && belongs_to(parts[n - 1], part, separator)) {
            out.back().end = range.end;
        } else {
            out.push_back(range);
        }
    }
}

}  // namespace

void split(Pieces& pieces, const Pattern& pattern, Separator separator, bool invert, const Job& job) {
    PatternSearch search(pattern);
    std::vector<TextRange> matches, out;
    std::vector<Part> parts;
    for (const TextRange& piece : pieces.ranges) {
        search.find_all(pieces.at(piece), matches, job);
        parts_of(piece.end - piece.begin, matches, invert, parts, job);
        append_pieces(parts, piece.begin, separator, out, job);
    }
    std::erase_if(out, [](const TextRange& range) { return range.begin == range.end; });
    pieces.ranges = std::move(out);
}

}  // namespace poslab
