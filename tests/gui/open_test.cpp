// Opening files of any kind.

#include "app/cli/export.hpp"
#include "app/cli/picture_state.hpp"
#include "app/paint/picture.hpp"
#include "app/state/open_path.hpp"
#include "app/state/window_words.hpp"
#include "core/base/errors.hpp"
#include "core/documents/versus.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"

#include <fstream>

namespace poslab::test {
namespace {

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

Values any_values(const View& view, std::uint64_t seed) {
    const auto parameters = view.parameters();
    const Values defaults = view.defaults();
    Values values = random_values(parameters, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (parameters[i].kind == Kind::file) values[i] = defaults[i];
    try {
        return view.checked(view.adjusted(values));
    } catch (const Error&) {
        return defaults;
    }
}

/// An empty picture with the embedded state.
std::string picture_of(const View& view, const Values& values, const std::string& versus,
                       OneOf<PictureFormat> format,
                       const std::string& software = std::string("PosLab ") + POSLAB_VERSION) {
    PictureRequest request;
    request.selection.view = &view;
    request.selection.values = values;
    if (!versus.empty()) request.selection.versus = {versus};
    request.path = "it's 图." + std::string(format->id);
    DrawList list;
    list.width = list.height = 100;
    const PictureMetadata metadata{
        {"Title", "图 (1) \\ a"}, {"Software", software}, {"Description", command_line(request)}};
    if (format->files != nullptr)
        return format->files({}, {"p", command_line(request), software}).front().bytes;
    return render_picture(list, ContentDriver::fonts(), format, 96, metadata, std::nullopt);
}

/// All formats except those with numbers only.
std::vector<const PictureFormat*> formats_with_state() {
    std::vector<const PictureFormat*> formats;
    for (const PictureFormat* format : PictureFormat::all())
        if (format->metadata != nullptr) formats.push_back(format);
    return formats;
}

TEST(Open, APictureOfEveryFormatAndViewIsOpenedAsTheStateThatMadeIt) {
    const TemporaryFolder folder;
    for (const View* view : all_views())
        for (const PictureFormat* format : formats_with_state())
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                SCOPED_TRACE(std::string(view->info().id) + "." + std::string(format->id) + " " +
                             std::to_string(seed));
                const Values values = any_values(*view, 2 * seed);
                const std::string versus = versus_words(*view, values, any_values(*view, 2 * seed + 1));
                const std::string path = folder / ("p." + std::string(format->id));
                write_bytes(path, picture_of(*view, values, versus, format->id));
                const auto state = state_of_picture(path);
                ASSERT_TRUE(state);
                EXPECT_EQ(state->view, view);
                EXPECT_EQ(state->values, values) << "all of them, exactly";
                ASSERT_EQ(state->pins.size(), versus.empty() ? 0U : 1U);
                if (versus.empty()) continue;
                EXPECT_EQ(versus_words(*view, values, state->pins[0]), versus);
            }
}

TEST(Open, TheWindowTakesTheStateAndTwoUndosTakeItBack) {
    const TemporaryFolder folder;
    const View& view = find_view("position-matrix");
    ParameterSet named;
    const Values values = view.checked(changed(view, view.defaults(), "map=leaky-rerope,w=77", named));
    write_bytes(folder / "p.png", picture_of(view, values, "map=rerope", "png"));
    ContentDriver window(of_view("memory"));
    window.content.open_files({folder / "p.png"});
    window.settle();
    EXPECT_EQ(&window.content.store().view(), &view);
    EXPECT_EQ(window.content.store().values(), values);
    ASSERT_EQ(window.content.store().pins().size(), 1U);
    EXPECT_EQ(versus_words(view, values, window.content.store().pins()[0].values), "map=rerope");
    window.letter('Z', true);
    window.letter('Z', true);
    EXPECT_EQ(window.content.store().values(), view.opening());
    EXPECT_TRUE(window.content.store().pins().empty());
}

// Earlier versions used the bilinear rule of article 10137 if a command named none.
TEST(Open, APictureOfAnEarlierVersionKeepsItsDefaults) {
    const TemporaryFolder folder;
    const View& view = find_view("memory");
    const auto method = static_cast<std::size_t>(parameter_index(view, "method"));
    const std::string svg = picture_of(view, view.defaults(), "", "svg");
    const std::string named = " --method bilinear-same-t";
    ASSERT_NE(svg.find(named), std::string::npos) << "commands in files name it";
    std::string earlier = svg;
    for (std::size_t at = earlier.find(named); at != std::string::npos; at = earlier.find(named))
        earlier.erase(at, named.size());
    write_bytes(folder / "now.svg", svg);
    write_bytes(folder / "earlier.svg", earlier);
    const auto shown = [&](const std::string& name) {
        return to_string(view.parameters()[method], state_of_picture(folder / name)->values[method]);
    };
    EXPECT_EQ(shown("now.svg"), "bilinear-same-t");
    EXPECT_EQ(shown("earlier.svg"), "bilinear");
}

void expect_refused(const std::string& path, const std::string& why) {
    try {
        static_cast<void>(state_of_picture(path));
        ADD_FAILURE() << "taken: " << path;
    } catch (const InputError& error) {
        const std::string what = error.what();
        EXPECT_TRUE(what.starts_with(path + ": ")) << what;
        EXPECT_NE(what.find(why), std::string::npos) << what;
    }
}

TEST(Open, PicturesFromElsewhereAndOfNewerVersionsSaySo) {
    const TemporaryFolder folder;
    const View& view = find_view("position-matrix");
    for (const PictureFormat* format : formats_with_state()) {
        const std::string path = folder / ("p." + std::string(format->id));
        write_bytes(path, picture_of(view, view.defaults(), "", format->id, "Inkscape 1.0"));
        expect_refused(path, "did not make");
    }
    const std::string svg = picture_of(view, view.defaults(), "", "svg", "PosLab 99.0");
    const std::string path = folder / "newer.svg";
    write_bytes(path, svg);
    EXPECT_TRUE(state_of_picture(path)) << "it has nothing that is unknown here";
    std::string unknown = svg;
    unknown.replace(unknown.find("poslab plot position-matrix"), 27, "poslab plot position-matrix --spin 3");
    write_bytes(path, unknown);
    expect_refused(path, "made by PosLab 99.0");
    unknown.replace(unknown.find("PosLab 99.0"), 11, "PosLab 0.0.1");
    write_bytes(path, unknown);
    expect_refused(path, "no parameter or option '--spin'");
    for (const auto& [words, why] :
         {std::pair{"--figure nope", "--figure nope: position-matrix has no such figure"},
          {"--axes nope/x:0:1", "position-matrix has no figure 'nope'"},
          {"--help", "it draws no picture"},
          {"--length 16 -h", "it draws no picture"}}) {
        unknown = svg;
        unknown.replace(unknown.find("poslab plot position-matrix"), 27,
                        std::string("poslab plot position-matrix ") + words);
        write_bytes(path, unknown);
        expect_refused(path, why);
    }
    unknown = svg;
    unknown.replace(unknown.find("poslab plot position-matrix"), 27, "poslab plot --help");
    write_bytes(path, unknown);
    expect_refused(path, "it draws no picture");
    unknown = svg;
    unknown.replace(unknown.find("poslab plot "), 12, "poslab sweep ");
    write_bytes(path, unknown);
    expect_refused(path, "many states");
    write_bytes(folder / "text.txt", "poslab plot position-matrix");
    EXPECT_FALSE(state_of_picture(folder / "text.txt"));
}

TEST(Open, ADamagedFileOfNumbersIsRefusedForItsDamage) {
    const TemporaryFolder folder;
    ContentDriver window(of_view("memory"));
    for (const auto& [name, bytes, why] :
         {std::tuple{"a.npy", std::string("\x93NUMPY\1\0", 8), "too short for a .npy file"},
          {"a.npz", std::string("PK\3\4"), "truncated zip: no directory at its end"},
          {"a.safetensors", std::string("\2\0\0\0\0\0\0\0{", 9), "truncated within its header of 2 bytes"},
          {"a.flac", std::string("fLaC"), "cannot be read as audio"},
          {"a.csv", std::string("1,2\n3\n\n4,5\n"), ""}}) {
        const std::string path = folder / name;
        write_bytes(path, bytes);
        try {
            static_cast<void>(open_actions_of(OpeningWindow(window.content.store()), path));
            EXPECT_EQ(std::string(why), "") << name;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
            EXPECT_EQ(std::string(error.what()).find("JSON"), std::string::npos) << error.what();
        }
    }
}

TEST(Open, ASessionThatIsTooLargeIsRefusedForItsSize) {
    const TemporaryFolder folder;
    Session session;
    session.values["attention"] = find_view("attention").defaults();
    const std::string path = folder / "session.json";
    write_bytes(path, session_text(session, all_views()) + std::string(max_session_bytes, '\n'));
    ContentDriver window(of_view("memory"));
    try {
        static_cast<void>(open_actions_of(OpeningWindow(window.content.store()), path));
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), path + ": The session is larger than 1 MiB.");
    }
}

/// A picture, a result and a session that name this file of tokens.
std::vector<std::string> documents_naming(const std::string& folder, const std::string& tokens) {
    const View& view = find_view("attention");
    Values values = view.defaults();
    values[static_cast<std::size_t>(parameter_index(view, "tokens"))] = FileName{tokens};
    Session session;
    session.view = "attention";
    session.values["attention"] = values;
    write_bytes(folder + "/p.svg", picture_of(view, values, "", "svg"));
    write_bytes(folder + "/q.svg", picture_of(view, view.defaults(), "tokens=" + tokens, "svg"));
    write_bytes(folder + "/r.json",
                nlohmann::json{{"view", "attention"}, {"parameters", {{"tokens", tokens}}}}.dump());
    write_bytes(folder + "/s.json", session_text(session, all_views()));
    return {folder + "/p.svg", folder + "/q.svg", folder + "/r.json", folder + "/s.json"};
}

/// All paths of tokens that the window uses, also in its pins.
std::set<std::string> tokens_in(const Store& store) {
    const auto tokens = static_cast<std::size_t>(parameter_index(store.view(), "tokens"));
    std::set<std::string> paths{std::get<FileName>(store.values()[tokens]).path};
    for (const Pin& pin : store.pins()) paths.insert(std::get<FileName>(pin.values[tokens]).path);
    paths.erase("");
    return paths;
}

TEST(Open, FilesOutsideOfADocumentsFolderAreAskedFor) {
    const TemporaryFolder folder;
    const std::string inside = folder / "inside";
    std::filesystem::create_directories(inside + "/below");
    write_bytes(folder / "secret.txt", "1 2 3");
    write_bytes(inside + "/own.txt", "1 2 3");
    write_bytes(inside + "/below/own.txt", "1 2 3");
    std::filesystem::create_symlink(folder / "secret.txt", inside + "/link.txt");
    for (const std::string named : {"own.txt", "below/own.txt", "./own.txt", "below/../own.txt"})
        for (const std::string& document : documents_naming(inside, named)) {
            ContentDriver window(of_view("memory"));
            EXPECT_EQ(open_actions_of(OpeningWindow(window.content.store()), document).size(), 1U)
                << document << named;
            window.content.open_files({document});
            EXPECT_EQ(tokens_in(window.content.store()), std::set<std::string>{inside + "/" + named})
                << document;
        }
    for (const std::string& named :
         {std::string("/etc/passwd"), std::string("../secret.txt"), folder / "secret.txt",
          std::string("link.txt"), std::string("~/secret.txt")})
        for (const std::string& document : documents_naming(inside, named)) {
            ContentDriver window(of_view("memory"));
            window.content.open_files({document});
            EXPECT_NE(window.content.store().view().info().id, "attention") << document << named;
            const auto actions = open_actions_of(OpeningWindow(window.content.store()), document);
            ASSERT_EQ(actions.size(), 2U) << document << named;
            EXPECT_EQ(actions[0].label, "Open without other files");
            EXPECT_TRUE(actions[1].label.starts_with("Open with /")) << actions[1].label;
            Store without(all_views()), with(all_views());
            static_cast<void>(actions[0].open(without));
            static_cast<void>(actions[1].open(with));
            EXPECT_TRUE(tokens_in(without).empty()) << document << named;
            EXPECT_EQ(tokens_in(with).size(), 1U) << document << named;
        }
}

TEST(Open, BrokenPicturesAreNoneOrSaySo) {
    const TemporaryFolder folder;
    const View& view = find_view("position-matrix");
    for (const PictureFormat* format : formats_with_state()) {
        const std::string whole = picture_of(view, view.defaults(), "w=3", format->id);
        for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 300) {
            const std::string cut = whole.substr(0, size);
            static_cast<void>(format->metadata(cut));
            std::string bent = whole;
            bent[size] = static_cast<char>(bent[size] ^ 0x55);
            static_cast<void>(format->metadata(bent));
        }
    }
}

TEST(Open, ASessionBringsAllViewsAndOneUndoTakesThemBack) {
    const TemporaryFolder folder;
    write_bytes(folder / "talk.json", text_at(33));
    ContentDriver window(of_view("memory"));
    window.content.open_files({folder / "talk.json"});
    window.settle();
    EXPECT_EQ(window.content.store().view().info().id, "position-matrix");
    EXPECT_EQ(window.value("w"), "33");
    window.letter('Z', true);
    EXPECT_NE(window.value("w"), "33");
}

/// Eight rows of numbers as .npy.
std::string npy_of(std::size_t columns) {
    std::string header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (8, " + std::to_string(columns) + "), }";
    header.resize(64 - 10 - 1 + 64, ' ');
    header += '\n';
    std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() & 0xFFU);
    bytes += static_cast<char>(header.size() >> 8U);
    bytes += header;
    const std::vector<double> numbers(8 * columns, 0.5);
    bytes.append(static_cast<const char*>(static_cast<const void*>(numbers.data())), 8 * numbers.size());
    return bytes;
}

/// A square matrix: it may be queries, or a matrix of logits.
std::string square_npy() { return npy_of(8); }

TEST(Open, ShowsAnotherViewNextToPinsInALecture) {
    const TemporaryFolder folder;
    const std::string path = folder / "result.json";
    write_bytes(path, R"({"view": "rope-2d", "parameters": {"theta": 1.25}})");
    WindowOptions options;
    options.lesson = "rope";
    options.presents = true;
    ContentDriver window(options);
    ASSERT_TRUE(window.content.course().is_open());
    const std::string view(window.content.store().view().info().id);
    ASSERT_NE(view, "rope-2d");
    window.letter('P');
    write_bytes(folder / "other.json", R"({"view": ")" + view + R"(", "parameters": {"length": 64}})");
    window.content.open_files({folder / "other.json"});
    ASSERT_TRUE(window.settle());
    ASSERT_GE(window.content.canvas().variants(window.content.store()).size(), 2U) << "a pin is compared";
    window.content.open_files({path});
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.store().view().info().id, "rope-2d");
}

TEST(Open, EnterDoesNotChooseAFileOfTheViewBefore) {
    const TemporaryFolder folder;
    write_bytes(folder / "q.npy", npy_of(4));
    write_bytes(folder / "result.json", R"({"view": "rope-2d", "parameters": {"theta": 1.25}})");
    WindowOptions options = of_view("attention");
    options.file = folder / "q.npy";
    ContentDriver window(options);
    ASSERT_TRUE(window.has("error.file")) << "the keys are missing";
    window.content.open_files({folder / "result.json"});
    window.key(Key::enter);
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.store().view().info().id, "rope-2d");
    EXPECT_FALSE(window.has("file.path")) << "no dialog has opened";
}

/// Writes 18 MB, which take longer to read than the window waits for them.
void write_large_json(const std::string& path) {
    std::string text = R"({"step": [1], "inv_freq": [1)";
    for (int n = 0; n < 1'500'000; ++n) text += ",0.987654321";
    write_bytes(path, text + "]}");
}

TEST(Open, LargeFilesAreReadWhileTheWindowGoesOn) {
    const TemporaryFolder folder;
    const std::string path = folder / "large.json";
    write_large_json(path);
    ContentDriver window(of_view("conformance"));
    window.content.open_files({path});
    window.frame();
    EXPECT_FALSE(window.content.settled());
    window.click("status.opening");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("given-inverse-frequency"), "none") << "stopped";
    EXPECT_EQ(window.content.toast().text, "");
    window.content.open_files({path});
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("given-inverse-frequency"), path);
    EXPECT_TRUE(window.content.toast().good) << window.content.toast().text;
}

TEST(Open, ShowsTheFileThatIsReadInALecture) {
    const TemporaryFolder folder;
    const std::string path = folder / "large.json";
    write_large_json(path);
    WindowOptions options = of_view("conformance");
    options.presents = true;
    ContentDriver window(options);
    ASSERT_TRUE(window.content.presenting());
    window.content.open_files({path});
    window.frame();
    EXPECT_FALSE(window.content.settled());
    const Rect sign = window.rect("lecture.opening"), figure = window.content.regions().canvas;
    EXPECT_GE(sign.x, figure.x);
    EXPECT_LE(sign.right(), figure.right());
    EXPECT_LE(sign.bottom(), figure.bottom());
    window.click("lecture.opening");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("given-inverse-frequency"), "none") << "stopped";
    EXPECT_FALSE(window.has("lecture.opening"));
    window.content.open_files({path});
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("given-inverse-frequency"), path);
}

TEST(Open, ReadsSeveralLargeFilesInTurn) {
    const TemporaryFolder folder;
    std::vector<std::string> paths;
    for (const char* name : {"queries", "keys"}) {
        paths.push_back(folder / (std::string(name) + ".json"));
        std::string text = "{\"" + std::string(name) + "\": [[1, 2]";
        for (int n = 0; n < 500'000; ++n) text += ",[0.5,0.987654321]";
        write_bytes(paths.back(), text + "]}");
    }
    ContentDriver window(of_view("conformance"));
    window.content.open_files(paths);
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("given-queries"), paths[0]);
    EXPECT_EQ(window.value("given-keys"), paths[1]);
}

TEST(Open, QueriesBringTheKeysBesideThem) {
    const TemporaryFolder folder;
    for (const char* name : {"q.npy", "k.npy", "layer3_queries.npy", "layer3_keys.npy"})
        write_bytes(folder / name, npy_of(4));
    ContentDriver window(of_view("attention"));
    const auto file = [&](const char* id) { return window.value(id); };
    window.content.open_files({folder / "q.npy"});
    window.settle();
    EXPECT_EQ(window.content.store().view().info().id, "attention");
    EXPECT_EQ(file("queries"), folder / "q.npy");
    EXPECT_EQ(file("keys"), folder / "k.npy");
    EXPECT_TRUE(window.content.toast().good) << window.content.toast().text;
    window.content.open_files({folder / "layer3_queries.npy"});
    window.settle();
    EXPECT_EQ(file("keys"), folder / "layer3_keys.npy");
    window.content.open_files({folder / "k.npy"});
    window.settle();
    EXPECT_EQ(file("queries"), folder / "layer3_queries.npy") << "a file of keys is not taken for queries";
    EXPECT_EQ(file("keys"), folder / "k.npy");
}

TEST(Open, QueriesAloneAskForTheirKeys) {
    const TemporaryFolder folder;
    write_bytes(folder / "q.npy", npy_of(4));
    write_bytes(folder / "other.npy", npy_of(4));
    for (const Language language : test::complete_languages()) {
        WindowOptions options = of_view("attention");
        options.language = language;
        options.file = folder / "q.npy";
        ContentDriver window(options);
        ASSERT_TRUE(window.has("error"));
        EXPECT_TRUE(window.content.toast().text.empty())
            << "nothing has been opened yet: " << window.content.toast().text;
        const Store& store = window.content.store();
        const auto keys = static_cast<std::size_t>(parameter_index(store.view(), "keys"));
        const std::string control(in(language, store.view().parameters()[keys].label));
        std::string all;
        for (const PaintedText& text : window.texts) all += text.text + " ";
        EXPECT_EQ(all.find("--keys"), std::string::npos) << all;
        const bool own_letters = language.id() == "qps";  // flags included
        EXPECT_TRUE(own_letters || all.find("“" + control + "”") != std::string::npos) << all;
        EXPECT_EQ(window.content.canvas().variants(store).front().data, nullptr)
            << "no picture of something else";
        if (options.language == Language::english)
            window.click("error.file");
        else
            window.key(Key::enter);  // the button in accent colour
        window.settle();
        window.letter('A', true);
        window.type(folder / "other.npy");
        window.key(Key::enter);
        window.settle();
        EXPECT_EQ(window.value("keys"), folder / "other.npy");
        EXPECT_FALSE(window.has("error"));
        EXPECT_TRUE(window.content.canvas().up_to_date());
        EXPECT_NE(window.content.toast().text.find("other.npy"), std::string::npos)
            << window.content.toast().text;
    }
}

TEST(Open, AFlagIsSaidAsTheControlThatItIs) {
    const View& view = find_view("attention");
    const Language english;
    const WindowWords words =
        in_window_words(view, verbatim("a--b.npy: give --keys or --engine; --w is 3"), english);
    EXPECT_EQ(words.text, "a--b.npy: give “Keys” or --engine; “Sliding window” is 3");
    ASSERT_TRUE(words.file);
    EXPECT_EQ(view.parameters()[*words.file].id, "keys");
    EXPECT_FALSE(in_window_words(view, verbatim("--w is 3"), english).file);
}

TEST(Open, AFileThatCanBeSeveralThingsIsAskedAbout) {
    const TemporaryFolder folder;
    write_bytes(folder / "square.npy", square_npy());
    ContentDriver window(of_view("frequencies"));
    const std::vector<OpenAction> actions =
        open_actions_of(OpeningWindow(window.content.store()), folder / "square.npy");
    ASSERT_GT(actions.size(), 1U);
    window.content.open_files({folder / "square.npy"});
    window.settle();
    ASSERT_TRUE(window.has("open.as.0"));
    EXPECT_EQ(window.content.store().view().info().id, "frequencies") << "nothing is opened yet";
    window.click("open.as.1");
    window.settle();
    EXPECT_FALSE(window.has("open.as.0"));
    EXPECT_NE(window.content.toast().text.find("square.npy"), std::string::npos);
}

TEST(Open, WhatIsNothingIsRefusedInOneSentence) {
    const TemporaryFolder folder;
    write_bytes(folder / "notes.txt", "nothing of this");
    ContentDriver window(of_view("memory"));
    const Values before = window.content.store().values();
    for (const char* name : {"notes.txt", "gone.png", "."}) {
        window.content.open_files({folder / name});
        window.settle();
        EXPECT_FALSE(window.content.toast().text.empty()) << name;
        EXPECT_FALSE(window.content.toast().good) << name;
        EXPECT_EQ(window.content.store().values(), before) << name;
    }
}

TEST(Open, ATokenizerIsOpenedAsItsModel) {
    const TemporaryFolder folder;
    const std::string tokenizer = folder / "tokenizer.json";
    write_bytes(tokenizer,
                R"({"added_tokens": [], "pre_tokenizer": null, "model": {"vocab": {"Q": 0, "a": 1}}})");
    ContentDriver window(of_view("memory"));
    try {
        static_cast<void>(open_actions_of(OpeningWindow(window.content.store()), tokenizer));
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.message().english(),
                  tokenizer +
                      ": is a tokenizer without its model: --model needs config.json and weights "
                      "next to it");
    }
    write_bytes(folder / "config.json", "{}");
    write_bytes(folder / "model.safetensors", "");
    const auto actions = open_actions_of(OpeningWindow(window.content.store()), tokenizer);
    ASSERT_EQ(actions.size(), 1U);
    EXPECT_TRUE(actions[0].label.starts_with("Folder · ")) << actions[0].label;
}

TEST(Open, RecentFilesComeBackWithTheSession) {
    const TemporaryFolder folder, state;
    const View& view = find_view("memory-decay");
    write_bytes(folder / "a.svg", picture_of(view, any_values(view, 5), "", "svg"));
    write_bytes(folder / "b.svg", picture_of(view, any_values(view, 6), "", "svg"));
    {
        SessionFile file({state.path(), "", ""});
        ContentDriver window(of_view("memory"), ContentDriver::usual_size, SessionKeeper(file));
        EXPECT_FALSE(window.has("rail.recent"));
        window.content.open_files(
            {folder / "a.svg", folder / "b.svg", folder / "a.svg", folder / "gone.svg"});
        window.settle();
        EXPECT_EQ(window.content.store().recent,
                  (std::vector<std::string>{folder / "a.svg", folder / "b.svg"}));
    }
    SessionFile file({state.path(), "", ""});
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    window.click("rail.recent");
    window.settle();
    window.click("open.as.1");
    window.settle();
    EXPECT_EQ(window.content.store().values(), any_values(view, 6));
    EXPECT_EQ(window.content.store().recent.front(), folder / "b.svg");
    window.letter('O', true, true);
    window.settle();
    window.key(Key::enter);
    window.settle();
    EXPECT_EQ(window.content.store().recent.front(), folder / "b.svg") << "the newest is the first";
}

TEST(Open, AFileOnTheCommandLineIsOpenedFirst) {
    const TemporaryFolder folder;
    const View& view = find_view("memory-decay");
    write_bytes(folder / "p.svg", picture_of(view, any_values(view, 5), "order=7", "svg"));
    WindowOptions options;
    options.file = folder / "p.svg";
    ContentDriver window(options);
    EXPECT_EQ(&window.content.store().view(), &view);
    EXPECT_EQ(window.content.store().values(), any_values(view, 5));
    EXPECT_EQ(window.content.store().pins().size(), 1U);
}

}  // namespace
}  // namespace poslab::test
