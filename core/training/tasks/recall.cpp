#include "core/base/random.hpp"
#include "core/training/training_task.hpp"

#include <algorithm>

namespace poslab {

namespace {

/// The random numbers of one piece, in order.
class PieceRandom {
  public:
    PieceRandom(const TaskText& source, std::uint64_t index)
        : seed_(random_bits(source.seed, source.stream, index)), stream_(source.stream) {}
    /// Returns a number from least to most, both included.
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(random_bits(seed_, stream_, next_++) %
                                                 static_cast<std::uint64_t>(most - least + 1));
    }

  private:
    std::uint64_t seed_, stream_, next_ = 0;
};

std::string drawn_key(PieceRandom& random, std::int64_t letters) {
    std::string key = "#";
    for (; letters > 0; --letters) key += static_cast<char>('A' + random.from(0, 25));
    return key;
}

/// The key's length and the distances between its occurrences.
struct Spacing {
    std::int64_t letters = 0, before = 0, max_gap = 0;
    bool counts_as_recall = false;  // repeated letters count as recalled
};

/// Half of the pieces are exercises: keys of any length, mostly short, repeated with almost no text between
/// them, from which a model learns to look back. The other half is evaluated: a short key within the text, at
/// distances from almost 0 to almost the whole piece.
Spacing drawn_spacing(PieceRandom& random, std::int64_t length) {
    constexpr std::int64_t min_key = 4, max_key = 8;
    if (random.from(0, 1) == 0)
        return {random.from(min_key, random.from(min_key, std::max(length / 2 - 8, max_key))), 0, 4, false};
    const std::int64_t letters = random.from(min_key, max_key);
    return {letters, random.from(0, length / 4), std::max<std::int64_t>(length - 2 * letters - 2, 1), true};
}

TaskPiece recall_piece(const TaskText& source, std::uint64_t index, std::int64_t length) {
    PieceRandom random(source, index);
    const Spacing spacing = drawn_spacing(random, length);
    const std::string key = drawn_key(random, spacing.letters);
    const std::string_view text = source.text.substr(drawn_offset(source, index, length));
    const auto whole = static_cast<std::size_t>(length) + 1;
    TaskPiece piece;
    std::size_t read = 0;
    const auto put = [&](char byte, bool recalled) {
        if (piece.tokens.size() == whole) return;
        piece.tokens.push_back(static_cast<unsigned char>(byte));
        piece.recalled.push_back(recalled ? 1 : 0);
    };
    const auto put_text = [&](std::int64_t bytes) {
        for (; bytes > 0 && piece.tokens.size() < whole; --bytes) put(text[read++], false);
    };
    put_text(spacing.before);
    for (bool again = false; piece.tokens.size() < whole; again = true) {
        for (std::size_t n = 0; n < key.size(); ++n) put(key[n], again && n > 0 && spacing.counts_as_recall);
        put_text(random.from(1, random.from(1, spacing.max_gap)));  // favours short distances
    }
    return piece;
}

}  // namespace

/// A key of random letters occurs several times in a piece of the text; from the second time on, its letters
/// can be predicted only by looking back.
const TrainingTask& recall_task() {
    static const TrainingTask task{
        .id = "recall",
        .label = "Recall"_tr,
        .help = "text with a repeated key: '#' and random letters",
        .draw = recall_piece,
    };
    return task;
}

}  // namespace poslab
