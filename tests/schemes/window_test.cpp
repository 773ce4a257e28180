// The schemes and formats of this folder in the window.
#include "app/state/export_choice.hpp"
#include "core/attention/bias.hpp"
#include "core/encoding/position_map.hpp"
#include "tests/gui/content_driver.hpp"

namespace poslab::test {
namespace {

const Descriptor& descriptor(const ContentDriver& window, std::string_view id) {
    const View& view = window.content.store().view();
    return view.parameters()[static_cast<std::size_t>(parameter_index(view, id))];
}

TEST(MoreSchemesInTheWindow, AMapIsChosenInItsMenu) {
    ContentDriver window(of_view("position-matrix"));
    window.click("map");
    ASSERT_TRUE(window.has("map=halves"));
    window.click("map=halves");
    EXPECT_EQ(window.value("map"), "halves");
    EXPECT_TRUE(window.has("w")) << "the parameter that it uses";
    EXPECT_FALSE(window.has("k")) << "one that it does not use";
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().status().error.empty());
    EXPECT_EQ(descriptor(window, "map").domain.choices.back().sketch.size(), 3U)
        << "the line next to its name";
}

TEST(MoreSchemesInTheWindow, ABiasBringsItsParameterAndItsStandIn) {
    ContentDriver window(of_view("attention"));
    window.click("bias");
    ASSERT_TRUE(window.has("bias=root"));
    window.click("bias=root");
    EXPECT_EQ(window.value("lambda"), "0.25");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().status().error.empty());
}

TEST(MoreSchemesInTheWindow, TheExportOffersEveryFormat) {
    ExportChoice choice;
    const auto endings = [&] {
        std::vector<std::string> list;
        for (const ExportFormat& format : choice.formats()) list.emplace_back(format.ending);
        return list;
    };
    EXPECT_EQ(endings(), (std::vector<std::string>{"png", "svg", "pdf", "tex", "csv", "outline"}));
    choice.set_content(ExportContent::numbers);
    EXPECT_EQ(endings(), (std::vector<std::string>{"csv", "npy", "npz", "json", "tsv"}));
}

}  // namespace
}  // namespace poslab::test
