#include "core/base/random.hpp"
#include "core/training/training_task.hpp"

namespace poslab {

std::size_t drawn_offset(const TaskText& source, std::uint64_t index, std::int64_t length) {
    const std::size_t places = source.text.size() - static_cast<std::size_t>(length);
    return random_bits(source.seed, source.stream, index) % places;
}

/// Pieces from random positions in the text.
const TrainingTask& text_task() {
    static const TrainingTask task{
        .id = "text",
        .label = "Text"_tr,
        .help = "sequences from the text",
        .draw =
            [](const TaskText& source, std::uint64_t index, std::int64_t length) {
                const std::size_t first = drawn_offset(source, index, length);
                TaskPiece piece;
                for (const char byte : source.text.substr(first, static_cast<std::size_t>(length) + 1))
                    piece.tokens.push_back(static_cast<unsigned char>(byte));
                return piece;
            },
    };
    return task;
}

}  // namespace poslab
