#include "core/params/json.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/support/languages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

namespace poslab::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

TEST(Views, JsonIsTheDescriptors) {
    const json list = parsed({"views", "--json"});
    ASSERT_EQ(list.size(), all_views().size());
    for (std::size_t v = 0; v < list.size(); ++v) {
        const View& view = *all_views()[v];
        const json& written = list[v];
        EXPECT_EQ(written["id"], view.info().id);
        EXPECT_EQ(parsed({"views", std::string(view.info().id), "--json"}), written);
        ASSERT_EQ(written["parameters"].size(), view.parameters().size());
        json defaults;
        for (std::size_t i = 0; i < view.parameters().size(); ++i) {
            const Descriptor& d = view.parameters()[i];
            const json& p = written["parameters"][i];
            for (const char* key : {"id", "symbol", "default", "unit", "help", "source", "label", "kind"})
                EXPECT_TRUE(p.contains(key)) << d.id << " " << key;
            EXPECT_EQ(p["id"], d.id);
            EXPECT_EQ(p["symbol"], d.symbol);
            EXPECT_EQ(p["help"]["en"], d.help.en);
            EXPECT_EQ(p["help"]["zh"], in(test::chinese(), d.help));
            EXPECT_EQ(p["source"]["en"], d.source.en);
            EXPECT_EQ(p["source"]["zh"], in(test::chinese(), d.source));
            EXPECT_EQ(p.contains("choices"), d.kind == Kind::choice || d.kind == Kind::choice_list) << d.id;
            if (d.kind == Kind::integer || d.kind == Kind::real) {
                EXPECT_EQ(p["range"]["minimum"], d.domain.minimum);
                EXPECT_EQ(p["range"]["maximum"], d.domain.maximum);
            }
            for (std::size_t c = 0; c < d.domain.choices.size(); ++c) {
                const json& choice = p["choices"][c];
                EXPECT_EQ(choice["id"], d.domain.choices[c].id);
                EXPECT_EQ(choice.contains("source"), !d.domain.choices[c].source.empty());
            }
            defaults[std::string(d.id)] = p["default"];
        }
        Values values = view.defaults();
        apply_json(view.parameters(), defaults, values);
        EXPECT_EQ(values, view.defaults());
        EXPECT_EQ(written["figures"].size(), view.info().figures.size());
        EXPECT_EQ(written["arrays"].size(), view.info().arrays.size());
        EXPECT_EQ(written["values"].size(), view.info().values.size());
    }
}

// `views` lists exactly what `compute` returns.
TEST(Views, ArraysAndValuesAreThoseOfCompute) {
    for (const View* view : all_views()) {
        const std::string id(view->info().id);
        const json listed = parsed({"views", id, "--json"});
        json computed = parsed({"compute", id, "-o", "-"});
        std::vector<std::string> names;
        for (const json& array : listed["arrays"]) names.push_back(array["name"]);
        for (const auto& [name, array] : computed["arrays"].items())
            EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
        for (const json& array : listed["arrays"]) {
            const std::string name = array["name"];
            if (array["conditional"]) {
                EXPECT_FALSE(computed["arrays"].contains(name)) << name;
                const Ran refused = poslab({"compute", id, "--array", name, "-o", "-"});
                EXPECT_EQ(refused.code, 2) << name;
                EXPECT_NE(refused.err.find("--array " + name), std::string::npos) << refused.err;
                continue;
            }
            if (array["when_named"]) {
                EXPECT_FALSE(computed["arrays"].contains(name));
                computed["arrays"].update(parsed({"compute", id, "--array", name, "-o", "-"})["arrays"]);
            }
            ASSERT_TRUE(computed["arrays"].contains(name)) << name;
            EXPECT_EQ(computed["arrays"][name]["unit"], array["unit"]) << name;
            std::string axes;
            for (const json& axis : computed["arrays"][name]["axes"])
                axes += (axes.empty() ? "" : ", ") + axis.get<std::string>();
            EXPECT_EQ(axes, array["axes"].get<std::string>()) << name;
            for (const json& figure : listed["figures"]) EXPECT_FALSE(figure["arrays"].empty());
        }
        ASSERT_EQ(computed["values"].size(), listed["values"].size());
        for (const json& value : listed["values"])
            EXPECT_TRUE(computed["values"].contains(value["name"].get<std::string>())) << value;
    }
}

TEST(Views, TextNamesEverything) {
    const Ran all = poslab({"views"});
    expect_fine(all);
    for (const View* view : all_views()) {
        EXPECT_NE(all.out.find(view->info().id), std::string::npos);
        const Ran ran = poslab({"views", std::string(view->info().id)});
        expect_fine(ran);
        for (const Descriptor& d : view->parameters())
            EXPECT_NE(ran.out.find("--" + std::string(d.id)), std::string::npos) << d.id;
        for (const ArrayInfo& array : view->info().arrays)
            EXPECT_NE(ran.out.find(array.name), std::string::npos) << array.name;
        for (const FigureInfo& figure : view->info().figures)
            EXPECT_NE(ran.out.find(figure.id), std::string::npos) << figure.id;
    }
}

/// A graphics engine is reported with its device, or with the reason why it is unavailable and how to install
/// it.
void expect_told(const json& report, const std::string& name) {
    SCOPED_TRACE(name);
    const auto& engines = report["engines"];
    const auto found = std::find_if(engines.begin(), engines.end(),
                                    [&](const json& engine) { return engine["name"] == name; });
    ASSERT_NE(found, engines.end());
    const bool available = (*found)["available"];
    const std::string line = report[name];
    EXPECT_EQ(line.find((*found)[available ? "device" : "reason"].get<std::string>()), 0U) << line;
    const auto& missing = report["missing"];
    const bool remedied = std::any_of(missing.begin(), missing.end(), [&](const json& message) {
        return message.get<std::string>().starts_with("engine " + name + ": needs ");
    });
    EXPECT_EQ(remedied, !available);
}

TEST(Doctor, SaysWhatThereIs) {
    const json report = parsed({"doctor", "--json"});
    EXPECT_EQ(report["version"], POSLAB_VERSION);
    EXPECT_EQ(report["display"], "") << "the test runs it without one";
    std::vector<std::string> available;
    for (const json& engine : report["engines"]) {
        if (engine["available"] == true) {
            available.push_back(engine["name"]);
            EXPECT_FALSE(engine["device"].get<std::string>().empty()) << engine["name"];
            for (const char* operation :
                 {"position_field", "cosine_profile", "attention", "legs_scan", "rotation_residual"})
                EXPECT_FALSE(engine["supports"][operation].empty()) << operation;
        } else {
            EXPECT_FALSE(engine["reason"].get<std::string>().empty());
        }
    }
    ASSERT_GE(report["engines"].size(), 4U);
    ASSERT_GE(available.size(), 2U);
    EXPECT_EQ(available[0], "reference");
    EXPECT_EQ(available[1], "cpu");
    EXPECT_NE(report["engines"][1]["device"].get<std::string>().find("thread"), std::string::npos);
    for (const char* graphics : {"opengl", "cuda"}) expect_told(report, graphics);
    EXPECT_TRUE(report["fonts"].is_object());
    EXPECT_TRUE(report["missing"].is_array());
    const Ran text = poslab({"doctor"});
    expect_fine(text);
    for (const char* word : {"reference", "cpu", "opengl", "cuda", "Fonts", "Display"})
        EXPECT_NE(text.out.find(word), std::string::npos) << word;
}

// A library may start threads when it is loaded: these limits leave room for it but not for all of the
// threads' stacks.
#if !defined(__SANITIZE_ADDRESS__)  // AddressSanitizer reserves more address space than any limit allows
TEST(Doctor, EndsWhereMemoryIsLimited) {
    for (const char* kilobytes :
         {"384000", "392000", "396000", "402000", "410000", "420000", "600000", "700000"}) {
        const std::string command =
            std::string("ulimit -v ") + kilobytes + "; exec '" POSLAB_BINARY "' doctor";
        const Ran ran = run_program({"sh", "-c", command});
        expect_fine(ran);
        EXPECT_NE(ran.out.find("Fonts"), std::string::npos) << kilobytes;
    }
}
#endif

TEST(Help, IsEverywhereAndExitsFine) {
    for (const Arguments& words : {Arguments{"--help"},
                                   {"-h"},
                                   {"plot", "--help"},
                                   {"compute", "--help"},
                                   {"views", "--help"},
                                   {"gallery", "--help"},
                                   {"doctor", "--help"},
                                   {"bench", "--help"},
                                   {"position-matrix", "--help"},
                                   {"plot", "position-matrix", "--help"},
                                   {"compute", "position-matrix", "--w", "-5", "-h"}}) {
        const Ran ran = poslab(words);
        expect_fine(ran);
        EXPECT_GT(ran.out.size(), 100U) << words.front();
    }
    const Ran plot = poslab({"plot", "position-matrix", "--help"});
    for (const char* option : {"--w", "--map", "--output", "--size", "--dpi", "--versus", "--engine"})
        EXPECT_NE(plot.out.find(option), std::string::npos) << option;
    const Ran window = poslab({"position-matrix", "--help"});
    for (const char* part : {"Usage: poslab position-matrix", "The relative position", "Figures: main, ",
                             "--window-size", "--theme", "--lang", "--figure", "--versus", "--train-length"})
        EXPECT_NE(window.out.find(part), std::string::npos) << part;
}

TEST(Help, Version) {
    for (const char* word : {"--version", "-V"}) {
        const Ran ran = poslab({word});
        expect_fine(ran);
        const std::string begin = std::string("poslab ") + POSLAB_VERSION + " (commit ";
        ASSERT_TRUE(ran.out.starts_with(begin)) << ran.out;
        EXPECT_TRUE(std::regex_match(ran.out.substr(begin.size()),
                                     std::regex("(unknown|[0-9a-f]{7,9}, \\d{4}-\\d\\d-\\d\\d)\\)\n")))
            << ran.out;
    }
}

// A picture may be passed on: its command may name a file, but no folders of the machine that made it.
TEST(Plot, TheCommandInThePictureNamesNoFolder) {
    const TemporaryFolder folder;
    for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
        expect_fine(poslab({"plot", "position-matrix", "--length", "64", "--w", "9", "-o", folder / name}));
        const std::string picture = read_file(folder / name);
        EXPECT_EQ(picture.find(folder.path()), std::string::npos) << name;
        if (!std::string_view(name).ends_with(".pdf")) {  // PDF text is compressed or encoded
            EXPECT_NE(picture.find(std::string("poslab plot position-matrix --w 9 --length 64 -o ") + name),
                      std::string::npos)
                << name;
        }
    }
}

TEST(Plot, SourcesOfReportedTablesAreTranslated) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "extrapolation", "--figure", "reported", "--length", "256", "--lang", "zh",
                        "-o", folder / "a.svg"}));
    const std::string svg = read_file(folder / "a.svg");
    EXPECT_NE(svg.find("苏剑林"), std::string::npos);
    EXPECT_EQ(svg.find("July"), std::string::npos);
}

TEST(Plot, OptionsChangeThePicture) {
    const TemporaryFolder folder;
    const auto svg = [&](Arguments more) {
        more.insert(more.begin(), {"plot", "position-matrix", "--length", "64", "-o", folder / "a.svg"});
        expect_fine(poslab(more));
        return read_file(folder / "a.svg");
    };
    const std::string plain = svg({});
    EXPECT_EQ(svg({}), plain) << "the same command makes the same file";
    EXPECT_NE(plain.find("width=\"1200"), std::string::npos);
    EXPECT_NE(svg({"--size", "640x400"}).find("width=\"640"), std::string::npos);
    EXPECT_NE(svg({"--lang", "zh"}).find("位置矩阵"), std::string::npos);
    const std::string versus = svg({"--versus", "map=rope", "--versus", "w=8,k=2"});
    EXPECT_NE(versus.find("k = 2"), std::string::npos);
    for (const Arguments& more :
         {Arguments{"--theme", "dark"}, {"--figure", "matrix"}, {"--figure", "profile"}, {"--w", "8"}})
        EXPECT_NE(svg(more), plain) << more[1];
}

}  // namespace
}  // namespace poslab::test
