// The old picture, labelled with the values it was computed from, remains until the new one is complete.
#include "tests/gui/content_driver.hpp"
#include "tests/views/view_requests.hpp"

namespace poslab::test {
namespace {

/// At every moment the number of named schemes equals the number drawn.
void expect_as_computed(const ContentDriver& window) {
    const auto variants = window.content.canvas().variants(window.content.store());
    const Data* data = variants.front().data.get();
    const Array* recall = data == nullptr ? nullptr : data->find("recall");
    if (recall == nullptr) return;
    const View& view = window.content.store().view();
    const auto* compared = std::get_if<ChoiceList>(value_of(view, variants.front().values, "compare"));
    ASSERT_NE(compared, nullptr);
    EXPECT_EQ(std::ssize(compared->indices), recall->shape.front());
}

TEST(OldData, KeepTheSchemesThatTheyAreOf) {
    WindowOptions options = of_view("extrapolation");
    options.figure = "recall";
    options.values = with(*options.view, {{"needles", "1"}, {"pieces", "1"}, {"compare", "rope,pi"}});
    ContentDriver window(options);
    ASSERT_TRUE(window.settle());
    for (const char* scheme : {"rerope", "yarn", "pi", "rope"}) {
        window.click("compare=" + std::string(scheme));
        expect_as_computed(window);
        while (!window.content.settled()) {
            window.frame();
            expect_as_computed(window);
        }
    }
}

}  // namespace
}  // namespace poslab::test
