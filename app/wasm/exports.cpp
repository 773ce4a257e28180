// The C interface of the engine for the page's script (docs/page-protocol.md).

#include "app/page/page_engine.hpp"

#include <emscripten.h>

#include <map>
#include <string>
#include <utility>

// Width of a text at a size of 100 px, as the browser draws it. Text is UTF-8, not terminated.
EM_JS(double, measured_width, (const char* text, int bytes, int font),
      { return Module.measureText(new TextDecoder().decode(HEAPU8.subarray(text, text + bytes)), font); });

namespace poslab {
namespace {

/// The browser's text widths. A layout measures the same texts again and again, so they are cached.
class BrowserMetrics final : public TextMetrics {
  public:
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override {
        constexpr double measured_at = 100;
        constexpr std::size_t max_cached = 20'000;
        auto& cache = cache_[static_cast<int>(font)];
        auto found = cache.find(text);
        if (found == cache.end()) {
            if (cache.size() >= max_cached) cache.clear();
            const double width =
                measured_width(text.data(), static_cast<int>(text.size()), static_cast<int>(font));
            found = cache.emplace(std::string(text), width / measured_at).first;
        }
        return found->second * size;
    }

  private:
    mutable std::map<int, std::map<std::string, double, std::less<>>> cache_;
};

struct Page {
    BrowserMetrics metrics;
    PageEngine engine{metrics};
    std::string request;
    PageAnswer answer;
};

Page& page() {
    static Page one;
    return one;
}

}  // namespace
}  // namespace poslab

extern "C" {

EMSCRIPTEN_KEEPALIVE char* page_request(int bytes) {
    poslab::page().request.resize(static_cast<std::size_t>(bytes));
    return poslab::page().request.data();
}
EMSCRIPTEN_KEEPALIVE int page_answer() {
    poslab::Page& page = poslab::page();
    page.answer = page.engine.answer(page.request);
    return 0;
}
EMSCRIPTEN_KEEPALIVE const char* page_json() { return poslab::page().answer.json.data(); }
EMSCRIPTEN_KEEPALIVE int page_json_size() { return static_cast<int>(poslab::page().answer.json.size()); }
EMSCRIPTEN_KEEPALIVE const float* page_points() { return poslab::page().answer.points.data(); }
EMSCRIPTEN_KEEPALIVE int page_point_count() {
    return static_cast<int>(poslab::page().answer.points.size() / 2);
}
EMSCRIPTEN_KEEPALIVE const unsigned char* page_pixels() { return poslab::page().answer.pixels.data(); }
EMSCRIPTEN_KEEPALIVE int page_pixel_bytes() { return static_cast<int>(poslab::page().answer.pixels.size()); }

}  // extern "C"
