#pragma once

#include "app/state/background_job.hpp"
#include "app/state/palette_entry.hpp"
#include "app/state/word_search.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/lessons/lessons.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// Texts that Ctrl K searches by the words of a question: lessons and their steps, glossary terms,
/// explanations of figures, and claims, which are computed in the background.
class PaletteTopics {
  public:
    PaletteTopics(std::function<void()> wake, EngineChoice engine);

    /// Sets the lessons; starts to compute the claims on the first call.
    void prepare(const LessonList& lessons);
    /// True once after claims were computed.
    [[nodiscard]] bool take_claims();
    /// True while claims are computed.
    [[nodiscard]] bool computing() const { return job_.running(); }
    /// The number of times that the texts in a language were collected so far.
    [[nodiscard]] std::size_t collected() const { return collected_; }

    /// Returns the topics that match the query, with scores like those of score(), unsorted.
    [[nodiscard]] std::vector<std::pair<int, PaletteEntry>> find(std::string_view typed, Language language);

  private:
    /// A claim of a table in each language, by the language's id.
    using TableRow = std::map<std::string, VisitLines, std::less<>>;
    struct Claim {
        std::string command;
        TableRow lines;
    };
    struct Computed {
        std::mutex mutex;
        std::vector<Claim> claims;
        bool ended = false;
    };
    /// The topics with titles in one language.
    struct Topics {
        std::vector<PaletteEntry> entries;
        WordIndex index;
    };

    static std::vector<Claim> computed_claims(const EngineChoice& engine, const Job& job);
    [[nodiscard]] Topics& topics_in(Language language);
    void add_lessons(Language language, Topics& topics) const;
    void add_claims(Language language, Topics& topics) const;

    EngineChoice engine_;
    LessonList lessons_;
    std::vector<Claim> claims_;
    bool begun_ = false;
    std::map<std::string, Topics, std::less<>> topics_;  // by the language's id
    std::size_t collected_ = 0;
    std::shared_ptr<Computed> computed_ = std::make_shared<Computed>();
    BackgroundJob job_;  // last: it wakes the window
};

}  // namespace poslab
