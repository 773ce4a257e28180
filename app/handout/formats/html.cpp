#include "app/handout/handout_format.hpp"
namespace poslab {
const HandoutFormat& html_handout();
const HandoutFormat& html_handout() {
    static const HandoutFormat format{.id = "html", .ending = "html", .about = "a page for browsers", .render = [](const HandoutRequest&, const Job&) { return std::string(); }};
    return format;
}
}
