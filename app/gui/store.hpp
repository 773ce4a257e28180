#pragma once

#include "core/figure/palette.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

enum class Tool { pan, zoom };

/// What the window knows of one view: its values and those it started from.
struct ViewState {
    const View* view = nullptr;
    Values values;
    Values defaults;
};

/// The plain state of the window. Widgets edit a copy of the values and hand it to set(); the next frame starts from it.
class Store {
  public:
    explicit Store(std::span<const View* const> views);

    [[nodiscard]] std::span<const ViewState> views() const { return views_; }
    [[nodiscard]] const ViewState& current() const { return views_.at(chosen_); }
    [[nodiscard]] const View& view() const { return *current().view; }
    [[nodiscard]] const Values& values() const { return current().values; }

    /// Throws UsageError for an unknown view.
    void choose(std::string_view view_id);

    /// The one way in which values change: they are brought to the nearest ones that fit together.
    /// Values that nothing can be made of are refused: false, and nothing has changed.
    bool set(const Values& values);

    [[nodiscard]] Style style() const { return {theme, language}; }

    Theme theme = Theme::light;
    Language language = Language::english;
    Tool tool = Tool::pan;
    bool reduced_motion = false;

  private:
    std::vector<ViewState> views_;
    std::size_t chosen_ = 0;
};

/// The value with this id, or null.
[[nodiscard]] const Value* value_of(const View& view, const Values& values, std::string_view id);

/// `values` with the ones of `stages` taken from `from`.
[[nodiscard]] Values with_stages(const View& view, Values values, const Values& from, std::initializer_list<Stage> stages);

/// Whether no value of `stage` differs.
[[nodiscard]] bool same_stage(const View& view, const Values& a, const Values& b, Stage stage);

}  // namespace poslab
