#include "app/state/palette_topics.hpp"

#include "app/cli/export.hpp"
#include "app/state/visit.hpp"
#include "core/lessons/glossary.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

using Group = PaletteEntry::Group;

// Matches by words of a text score below a name that begins as typed, and above matches by letters of a name.
constexpr int min_by_words = 310, max_by_words = 590;
constexpr std::array<std::string_view, 2> figures_of_claims{"claims", "errata"};

/// Returns a text in all languages, so that each can be searched.
std::string in_all(const Lesson& lesson, const LessonText& text) {
    std::string all;
    for (const Language language : languages()) all += std::string(lesson.in(language, text)) + "\n";
    return all;
}

std::string body_of(const Lesson& lesson, const LessonStep& step) {
    std::string body;
    for (const LessonText* text : translated_texts(step)) body += in_all(lesson, *text);
    return body;
}

void find_by_lesson_text(PaletteEntry& entry, const Lesson& lesson, const LessonText& text, int share) {
    for (const Language language : languages()) entry.find_by(lesson.plain_in(language, text), share);
}

PaletteEntry entry_of_step(const Lesson& lesson, const LessonStep& step, Language language, Group group) {
    PaletteEntry entry{.group = group,
                       .title = lesson.plain_in(language, step.title),
                       .detail = lesson.plain_in(language, lesson.title),
                       .only_searched = true};
    find_by_lesson_text(entry, lesson, step.title, PaletteEntry::fully);
    find_by_lesson_text(entry, lesson, lesson.title, PaletteEntry::hardly);
    entry.find_by(name_of(group), PaletteEntry::hardly);
    return entry;
}

void add_terms(Language language, std::vector<PaletteEntry>& entries, WordIndex& index) {
    for (const GlossaryTerm& term : glossary()) {
        PaletteEntry entry{.group = Group::term,
                           .title = std::string(term.name_in(language)),
                           .detail = std::string(term.meaning_in(language)),
                           .palette_action = OpenTerm{term.name},
                           .only_searched = true,
                           .handicap = 5};  // an action or a view with that name is more likely
        std::string names = term.name, meanings = term.meaning;
        entry.find_by(term.name, PaletteEntry::fully);
        for (const auto& [id, name] : term.names) {
            entry.find_by(name, PaletteEntry::fully);
            names += "\n" + name;
        }
        for (const auto& [id, meaning] : term.meanings) meanings += "\n" + meaning;
        entry.find_by(name_of(Group::term), PaletteEntry::hardly);
        index.add(names, meanings);
        entries.push_back(std::move(entry));
    }
}

void add_explanations(Language language, std::vector<PaletteEntry>& entries, WordIndex& index) {
    for (const View* view : all_views()) {
        const LessonReading* reading = explanation_of(view->info().id);
        if (reading == nullptr) continue;
        const Lesson& lesson = reading->lesson;
        for (const LessonStep& step : lesson.steps) {
            PaletteEntry entry = entry_of_step(lesson, step, language, Group::explanation);
            entry.palette_action = OpenExplanation{
                std::string(view->info().id), step.id, step.show.text, {{entry.detail, entry.title}}};
            entry.handicap = 60;  // the figure, a lesson or a claim is more informative
            index.add(in_all(lesson, step.title), in_all(lesson, lesson.title) + body_of(lesson, step));
            entries.push_back(std::move(entry));
        }
    }
}

}  // namespace

PaletteTopics::PaletteTopics(std::function<void()> wake, EngineChoice engine)
    : engine_(std::move(engine)), job_(std::move(wake)) {}

void PaletteTopics::prepare(const LessonList& lessons) {
    if (lessons != lessons_) {
        lessons_ = lessons;
        topics_.clear();
    }
    if (std::exchange(begun_, true)) return;
    job_.start([engine = engine_, computed = computed_](const Job& job) {
        std::vector<Claim> claims = computed_claims(engine, job);
        const std::lock_guard lock(computed->mutex);
        computed->claims = std::move(claims);
        computed->ended = true;
    });
}

bool PaletteTopics::take_claims() {
    static_cast<void>(job_.ended());
    const std::lock_guard lock(computed_->mutex);
    if (!std::exchange(computed_->ended, false)) return false;
    claims_ = std::move(computed_->claims);
    topics_.clear();
    return true;
}

/// Returns the rows that open a state from all tables of claims, without duplicates.
std::vector<PaletteTopics::Claim> PaletteTopics::computed_claims(const EngineChoice& engine, const Job& job) {
    std::vector<Claim> claims;
    for (const View* view : all_views())
        for (const FigureInfo& info : view->info().figures) {
            if (std::find(figures_of_claims.begin(), figures_of_claims.end(), info.id) ==
                figures_of_claims.end())
                continue;
            const auto variants = figure_variants({view, view->defaults(), {}, engine, {}},
                                                  std::string(info.id), Language::english, job);
            std::vector<Claim> found;
            for (const Language language : languages()) {
                const Figure figure = view->figure(info.id, variants, {Theme::light, language}, {});
                std::size_t index = 0;
                for (const Panel& panel : figure.main) {
                    const Table* table = panel.as<Table>();
                    if (table == nullptr) continue;
                    for (std::size_t row = 0; row < std::min(table->rows.size(), table->links.size());
                         ++row) {
                        const VisitLines lines = lines_of_row(*table, row);
                        if (table->links[row].command.empty() || lines.size() < 2) continue;
                        if (index == found.size()) found.push_back({table->links[row].command, {}});
                        found[index++].lines[std::string(language.id())] = lines;
                    }
                }
            }
            for (Claim& claim : found) {
                const bool known = std::any_of(claims.begin(), claims.end(), [&](const Claim& other) {
                    return other.command == claim.command &&
                           other.lines.begin()->second[1] == claim.lines.begin()->second[1];
                });
                if (!known) claims.push_back(std::move(claim));
            }
        }
    return claims;
}

void PaletteTopics::add_lessons(Language language, Topics& topics) const {
    for (const auto& reading : lessons_) {
        if (!reading->problems.empty()) continue;
        const Lesson& lesson = reading->lesson;
        PaletteEntry whole{.group = Group::lesson,
                           .title = lesson.plain_in(language, lesson.title),
                           .detail = lesson.plain_in(language, lesson.summary),
                           .palette_action = OpenLesson{lesson.id, {}},
                           .only_searched = true};
        find_by_lesson_text(whole, lesson, lesson.title, PaletteEntry::fully);
        whole.find_by(lesson.id, PaletteEntry::mostly);
        whole.find_by(name_of(Group::lesson), PaletteEntry::hardly);
        topics.index.add(in_all(lesson, lesson.title), in_all(lesson, lesson.summary));
        topics.entries.push_back(std::move(whole));
        for (const LessonStep& step : lesson.steps) {
            PaletteEntry entry = entry_of_step(lesson, step, language, Group::lesson);
            entry.palette_action = OpenLesson{lesson.id, step.id};
            entry.handicap = 10;
            topics.index.add(in_all(lesson, step.title), body_of(lesson, step));
            topics.entries.push_back(std::move(entry));
        }
    }
}

void PaletteTopics::add_claims(Language language, Topics& topics) const {
    for (const Claim& claim : claims_) {
        const auto found = claim.lines.find(language.id());
        if (found == claim.lines.end() || found->second.size() < 2) continue;
        const auto& lines = found->second;
        PaletteEntry entry{.group = Group::claim,
                           .title = lines[1].second,
                           .detail = lines[0].second,
                           .palette_action = OpenClaim{claim.command, lines},
                           .only_searched = true};
        std::string says, rest;
        for (const auto& [id, texts] : claim.lines)
            for (std::size_t n = 0; n < texts.size(); ++n) (n == 1 ? says : rest) += texts[n].second + "\n";
        entry.find_by(lines[1].second, PaletteEntry::fully);
        entry.find_by(lines[0].second, PaletteEntry::mostly);
        entry.find_by(name_of(Group::claim), PaletteEntry::hardly);
        topics.index.add(says, rest);
        topics.entries.push_back(std::move(entry));
    }
}

PaletteTopics::Topics& PaletteTopics::topics_in(Language language) {
    const auto [found, is_new] = topics_.try_emplace(std::string(language.id()));
    Topics& topics = found->second;
    if (!is_new) return topics;
    ++collected_;
    add_claims(language, topics);
    add_lessons(language, topics);
    add_terms(language, topics.entries, topics.index);
    add_explanations(language, topics.entries, topics.index);
    return topics;
}

std::vector<std::pair<int, PaletteEntry>> PaletteTopics::find(std::string_view typed, Language language) {
    const Topics& topics = topics_in(language);
    const std::vector<double> covered = topics.index.find(query_words(typed));
    const std::u32string query = folded(typed);
    std::vector<std::pair<int, PaletteEntry>> found;
    for (std::size_t n = 0; n < topics.entries.size(); ++n) {
        const PaletteEntry& entry = topics.entries[n];
        int fits = score(entry, query);
        if (covered[n] > 0)
            fits =
                std::max(fits, static_cast<int>(min_by_words + (max_by_words - min_by_words) * covered[n]) -
                                   entry.handicap);
        if (fits > 0) found.emplace_back(fits, entry);
    }
    return found;
}

}  // namespace poslab
