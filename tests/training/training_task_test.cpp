#include "core/training/training_task.hpp"
#include "core/base/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace poslab::test {
namespace {

std::string letters_of(const TaskPiece& piece) {
    std::string text;
    for (const std::int32_t token : piece.tokens) text += static_cast<char>(token);
    return text;
}

std::string lower_case_text() {
    std::string text;
    for (std::uint64_t n = 0; n < 3000; ++n) text += static_cast<char>('a' + random_bits(1, 1, n) % 26);
    return text;
}

const TrainingTask& task_called(const std::string& id) {
    for (const TrainingTask* task : TrainingTask::all())
        if (task->id == id) return *task;
    throw std::out_of_range(id);
}

TEST(TrainingTask, EachDrawsPiecesOfTheirLengthTheSameForTheSameIndex) {
    const std::string text = lower_case_text();
    const TaskText source{text, 5, 9};
    for (const TrainingTask* task : TrainingTask::all()) {
        std::set<std::string> seen;
        for (std::uint64_t index = 0; index < 50; ++index) {
            const TaskPiece piece = task->draw(source, index, 99);
            EXPECT_EQ(piece.tokens.size(), 100U) << task->id;
            EXPECT_TRUE(piece.recalled.empty() || piece.recalled.size() == 100U);
            EXPECT_EQ(piece.tokens, task->draw(source, index, 99).tokens);
            seen.insert(letters_of(piece));
        }
        EXPECT_GT(seen.size(), 45U) << task->id;
        EXPECT_NE(task->draw({text, 6, 9}, 0, 99).tokens, task->draw(source, 0, 99).tokens) << "another seed";
        EXPECT_NE(task->draw({text, 5, 10}, 0, 99).tokens, task->draw(source, 0, 99).tokens)
            << "another stream";
    }
}

TEST(TrainingTask, TextIsAPieceOfItFromBeginningToEnd) {
    const std::string text = lower_case_text();
    std::size_t least = text.size(), most = 0;
    for (std::uint64_t index = 0; index < 2000; ++index) {
        const std::size_t place = text.find(letters_of(task_called("text").draw({text, 1, 1}, index, 2950)));
        ASSERT_NE(place, std::string::npos);
        least = std::min(least, place);
        most = std::max(most, place);
    }
    EXPECT_EQ(least, 0U);
    EXPECT_EQ(most, text.size() - 2951);
}

TEST(TrainingTask, RecalledIsWhatStoodThereBefore) {
    const std::string text = lower_case_text();
    int recall_tokens = 0;
    for (std::uint64_t index = 0; index < 300; ++index) {
        const TaskPiece piece = task_called("recall").draw({text, 1, 1}, index, 200);
        const std::string letters = letters_of(piece);
        const std::size_t first = letters.find('#');
        ASSERT_NE(first, std::string::npos);
        std::size_t end = first + 1;
        while (end < letters.size() && std::isupper(static_cast<unsigned char>(letters[end])) != 0) ++end;
        const std::string key = letters.substr(first, end - first);
        EXPECT_GE(key.size(), 5U);
        for (std::size_t n = 0; n < letters.size(); ++n) {
            recall_tokens += piece.recalled[n];
            if (piece.recalled[n] == 0) continue;
            const std::size_t mark = letters.rfind('#', n);
            EXPECT_GT(mark, first);
            EXPECT_EQ(letters[n], key[n - mark]);
        }
    }
    EXPECT_GT(recall_tokens, 2000);
}

}  // namespace
}  // namespace poslab::test
