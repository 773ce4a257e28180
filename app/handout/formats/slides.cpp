#include "app/handout/handout_format.hpp"
namespace poslab {
const HandoutFormat& slides_handout();
const HandoutFormat& slides_handout() {
    static const HandoutFormat format{.id = "slides", .ending = "pdf", .slides = true, .about = "16:9", .render = [](const HandoutRequest&, const Job&) { return std::string(); }};
    return format;
}
}
