// A view of one array and one figure, which compiles unless a macro introduces a mistake. With -DPLANTED_NAME
// its figure draws an undeclared array, with -DWITHOUT_COMPUTE nothing computes the declared one, with
// -DWITHOUT_READ nothing is read from the figure: none of these compiles.
#include "core/views/described.hpp"

namespace {

using namespace poslab;

struct Params {};
struct SampleContext : SamplingOf<Params, int> {
    using SamplingOf::SamplingOf;
};

namespace arrays {

#ifdef WITHOUT_COMPUTE
constexpr ArrayOf<SampleContext> wave{.name = "wave", .axes = "distance", .unit = "1", .help = "cos Δ"_tr};
#else
constexpr ArrayOf<SampleContext> wave{
    .name = "wave", .axes = "distance", .unit = "1", .help = "cos Δ"_tr, .compute = [](SampleContext&) {
        return std::vector<double>{1.0};
    }};
#endif

}  // namespace arrays

void draw(DrawingOf<Params>& on, Panel& panel) {
#ifdef PLANTED_NAME
    add(panel, Curve(on.first()[arrays::wave], on.first()[arrays::wawe], on.color(0)));
#else
    add(panel, Curve(on.first()[arrays::wave], on.first()[arrays::wave], on.color(0)));
#endif
}
void read(ReadingOf<Params>& to) { to.row("cos Δ", "1"); }

constexpr PartOf<Params> part{.title = "Wave"_tr, .draw = &draw};
constexpr FigureOf<Params, SampleContext> figure{.id = "main",
                                                 .title = "Wave"_tr,
                                                 .arrays = {arrays::wave},
                                                 .draw = {part},
#ifndef WITHOUT_READ
                                                 .read = &read
#endif
};

}  // namespace

int main() { return static_cast<int>(figure.arrays.size()); }
