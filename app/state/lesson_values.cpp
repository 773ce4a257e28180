#include "app/state/lesson_values.hpp"

#include <algorithm>
#include <limits>

namespace poslab {
namespace {

bool is_same(const std::weak_ptr<const Data>& a, const std::shared_ptr<const Data>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

bool LessonValues::State::has(const LessonNumbers& numbers) const {
    return view == numbers.view && figure == numbers.figure &&
           std::equal(variants.begin(), variants.end(), numbers.variants.begin(), numbers.variants.end(),
                      [](const auto& known, const Variant& variant) {
                          return is_same(known.second, variant.data) && known.first == variant.values;
                      });
}

void LessonValues::begin_frame() {
    elements_ = elements_of_frame;
    if (!job_.running()) return;
    const auto outcome = job_.ended();
    if (!outcome) return;
    const std::shared_ptr<Finished> finished = std::exchange(finished_, nullptr);
    if (finished == nullptr) return;
    const std::lock_guard lock(finished->mutex);
    if (!outcome->error.empty()) finished->result = Result{0, outcome->error};  // such as too little memory
    if (!finished->result) return;
    ++evaluations_;
    results_.insert_or_assign(finished->expression, *finished->result);
}

LessonNumbers LessonValues::of(LessonNumbers numbers) {
    numbers.memo = this;
    if (state_.has(numbers)) return numbers;
    state_ = {numbers.view, std::string(numbers.figure), {}};
    for (const Variant& variant : numbers.variants)
        state_.variants.emplace_back(variant.values, variant.data);
    results_.clear();
    long_.clear();
    finished_.reset();
    job_.cancel();
    return numbers;
}

double LessonValues::number(const std::string& expression, const LessonNumbers& numbers) {
    const Result* const result = found(expression, numbers);
    if (result == nullptr) throw LongEvaluation();
    if (result->error) throw LessonError(*result->error);
    return result->number;
}

/// Returns null if the expression has to be evaluated in the background.
const LessonValues::Result* LessonValues::found(const std::string& expression, const LessonNumbers& numbers) {
    if (const auto known = results_.find(expression); known != results_.end()) return &known->second;
    if (elements_ >= elements_of_parsing && !long_.contains(expression)) {
        elements_ -= elements_of_parsing;
        try {
            const Result result = evaluated(expression, numbers, elements_);
            ++evaluations_;
            return &results_.emplace(expression, result).first->second;
        } catch (const LongEvaluation&) {
            long_.insert(expression);
        }
    }
    if (!job_.running()) start(expression, numbers);
    return nullptr;
}

/// Throws LongEvaluation.
LessonValues::Result LessonValues::evaluated(const std::string& expression, const LessonNumbers& numbers,
                                             std::size_t& elements) {
    try {
        return {evaluated_number(expression, numbers, elements)};
    } catch (const LongEvaluation&) {
        throw;
    } catch (const LessonError& error) {
        return {0, error.message()};
    }
}

void LessonValues::start(const std::string& expression, const LessonNumbers& numbers) {
    finished_ = std::make_shared<Finished>();
    finished_->expression = expression;
    job_.start(
        [finished = finished_, view = numbers.view, figure = std::string(numbers.figure), expression,
         variants = std::vector<Variant>(numbers.variants.begin(), numbers.variants.end())](const Job& job) {
            std::size_t any = std::numeric_limits<std::size_t>::max();
            Result result = evaluated(expression, {view, variants, figure, nullptr, &job}, any);
            const std::lock_guard lock(finished->mutex);
            finished->result = std::move(result);
        });
}

}  // namespace poslab
