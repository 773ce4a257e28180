// Figures of any view with any parameters, in any size, theme and language: every number of the draw list is
// finite, frames are within the picture and disjoint, and only Errors with a message are thrown.
#include "app/cli/export.hpp"
#include "core/documents/versus.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/targets/byte_source.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/random_values.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace poslab;

namespace {

/// Cancels a computation that takes longer than this; its figure is then not checked.
class Deadline {
  public:
    explicit Deadline(std::chrono::milliseconds limit)
        : thread_([this, limit](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              if (!ended_.wait_for(lock, stop, limit, [] { return false; }) && !stop.stop_requested())
                  source_.request_stop();
          }) {}
    [[nodiscard]] Job job() const { return Job(source_.get_token()); }

  private:
    std::stop_source source_;
    std::mutex mutex_;
    std::condition_variable_any ended_;
    std::jthread thread_;
};

/// The defaults with some parameters drawn from their domains; lengths in a tenth of the inputs only, since
/// they cost time.
Values drawn_values(const View& view, test::ByteSource& bytes) {
    Values values = view.defaults();
    const Values anywhere = random_values(view.parameters(), bytes.number(4));
    const bool all = bytes.below(16) == 0;
    for (std::size_t n = 0; n < values.size(); ++n) {
        const Descriptor& d = view.parameters()[n];
        if (d.kind == Kind::file || d.expand_preset != nullptr) continue;
        const bool changes = all || bytes.below(4) == 0;
        if (changes && (d.id.find("length") == std::string_view::npos || bytes.below(8) == 0))
            values[n] = anywhere[n];
    }
    return view.adjusted(values);
}

bool apart(const Rect& a, const Rect& b) {
    return a.x >= b.right() || b.x >= a.right() || a.y >= b.bottom() || b.y >= a.bottom();
}

void check_layout(const Layout& made, const PictureRequest& request) {
    test::expect_sound(made.draw);
    if (testing::Test::HasFailure()) test::fail("a draw list that is not sound: " + command_line(request));
    for (std::size_t n = 0; n < made.frames.size(); ++n) {
        const Rect& plot = made.frames[n].plot;
        const bool inside = plot.width > 0 && plot.height > 0 && plot.x >= 0 && plot.y >= 0 &&
                            plot.right() <= made.draw.width + 1e-6 &&
                            plot.bottom() <= made.draw.height + 1e-6;
        if (!inside) test::fail("a frame outside the picture: " + command_line(request));
        for (std::size_t other = 0; other < n; ++other)
            if (const Rect& second = made.frames[other].plot; !apart(plot, second))
                test::fail(fmt::format("frames overlap, {},{} {}x{} and {},{} {}x{}: {}", plot.x, plot.y,
                                       plot.width, plot.height, second.x, second.y, second.width,
                                       second.height, command_line(request)));
    }
}

PictureRequest drawn_request(test::ByteSource& bytes) {
    PictureRequest request;
    const View& view = *all_views()[bytes.below(all_views().size())];
    request.selection.view = &view;
    request.selection.engine.name = "cpu";
    request.figure = view.info().figures[bytes.below(view.info().figures.size())].id;
    request.page.width = static_cast<double>(160 + bytes.below(2400));
    request.page.height = static_cast<double>(120 + bytes.below(1600));
    if (bytes.below(4) == 0) request.page.font_points = 5 + static_cast<double>(bytes.below(20));
    request.theme = bytes.chance() ? Theme::dark : Theme::light;
    request.language = bytes.chance() ? test::chinese() : Language::english;
    request.bare = bytes.below(8) == 0;
    request.titles = bytes.below(4) > 0;
    if (bytes.below(8) == 0) request.caption = "caption 说明";
    request.selection.values = drawn_values(view, bytes);
    if (bytes.below(4) == 0 && !request.page.for_print()) {
        const Values other = drawn_values(view, bytes);
        const std::string versus = versus_words(view, request.selection.values, other);
        if (!versus.empty()) request.selection.versus.push_back(versus);
    }
    return request;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (std::size_t view = 0; view < all_views().size(); ++view)
        for (char figure = 0; figure < 3; ++figure)
            seeds.push_back(std::string{static_cast<char>(view), figure, 0, 0, 4,
                                        static_cast<char>(37 * view), 0, 0, 2, static_cast<char>(91 * view)} +
                            std::string("\1\1\1\1\1\1\1\1") +
                            std::string(60, static_cast<char>(view + static_cast<std::size_t>(figure))));
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words;
    for (int n = 0; n < 256; n += 5) words.emplace_back(4, static_cast<char>(n));
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::ByteSource bytes(data, size);
    const PictureRequest request = drawn_request(bytes);
    const Deadline deadline(std::chrono::milliseconds(1500));
    const TextMetrics& metrics = fixed_width_metrics();
    try {
        test::accepts([&] {
            const FigureData figure = figure_data(request, metrics, 0.25, deadline.job());
            check_layout(composed_figure(request, figure.variants, metrics), request);
        });
    } catch (const Cancelled&) {
        return 0;
    }
    return 0;
}
