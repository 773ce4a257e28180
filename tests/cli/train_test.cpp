#include "core/files/atomic_file.hpp"
#include "tests/cli/command_line_run.hpp"

#include <csignal>
#include <filesystem>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

std::string some_text() {
    std::string text;
    while (text.size() < 4000) text += "one and one are two and two and two are four; ";
    return text;
}

/// A quick training on the text in `folder`, with the options `more`.
Arguments training(const TemporaryFolder& folder, const Arguments& more) {
    write_file_atomically(folder / "text", some_text());
    return with_options(
        {"train", "--text", folder / "text", "--width", "16", "--heads", "2", "--head-dim", "8",
         "--intermediate", "24", "--train-length", "16", "--batch", "4", "--layers", "1"},
        more);
}

TEST(Train, WritesAFolderThatTransformersOpens) {
    const TemporaryFolder folder;
    const Ran ran = poslab(training(folder, {"--steps", "40", "-o", folder / "model", "--dtype", "float16"}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "") << "progress is for terminals";
    EXPECT_NE(ran.out.find("held-out"), std::string::npos) << ran.out;
    const nlohmann::json config = nlohmann::json::parse(read_file(folder / "model/config.json"));
    EXPECT_EQ(config["model_type"], "llama");
    EXPECT_EQ(config["torch_dtype"], "float16");
    const nlohmann::json record = nlohmann::json::parse(read_file(folder / "model/training.json"));
    EXPECT_EQ(record["losses"].size(), 40U);
    EXPECT_LT(record["losses"][39].get<double>(), record["losses"][0].get<double>());
    for (const char* file : {"model.safetensors", "tokenizer.json", "tokenizer_config.json"})
        EXPECT_TRUE(fs::exists(fs::path(folder / "model") / file)) << file;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "model"), fs::directory_iterator()), 5);
}

TEST(Train, KeepsForeignFilesOfItsFolders) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "model/checkpoint/more");
    for (const char* name : {"notes.txt", "checkpoint/notes.txt", "checkpoint/more/notes.txt"})
        write_file_atomically(folder / "model" + "/" + name, "precious");
    EXPECT_EQ(poslab(training(folder, {"--steps", "2", "-o", folder / "model"})).code, 0);
    for (const char* name : {"notes.txt", "checkpoint/notes.txt", "checkpoint/more/notes.txt"})
        EXPECT_EQ(read_file(folder / "model" + "/" + name), "precious") << name;
    EXPECT_EQ(files_below(folder / "model/checkpoint").size(), 2U) << "the checkpoint itself is removed";
}

TEST(Train, ReplacesNoModelOfOthersAndNotItsText) {
    const TemporaryFolder folder;
    for (const char* name :
         {"config.json", "tokenizer.json", "model.safetensors", "checkpoint/config.json"}) {
        const std::string file = folder / ("model/" + std::string(name));
        fs::create_directories(fs::path(file).parent_path());
        write_file_atomically(file, R"({"model_type": "llama"})");
        expect_error(poslab(training(folder, {"--steps", "2", "-o", folder / "model"})), 4,
                     "'" + file + "' belongs to no training of PosLab: remove it, or choose another folder");
        EXPECT_EQ(files_below(folder / "model").size(), 1U);
        fs::remove(file);
    }
    write_file_atomically(folder / "model/resume.safetensors", some_text());
    expect_error(poslab(training(folder, {"--text", folder / "model/resume.safetensors", "--steps", "2", "-o",
                                          folder / "model"})),
                 4, ": --text reads this file.");
    fs::remove(folder / "model/resume.safetensors");
    for (int run = 0; run < 2; ++run)
        expect_fine(poslab(training(folder, {"--steps", "2", "-o", folder / "model"})));
}

TEST(Train, NoCommandReplacesFilesOfTheModelThatItReads) {
    const TemporaryFolder folder;
    const std::string model = folder / "model";
    expect_fine(poslab(training(folder, {"--steps", "2", "-o", model})));
    const std::string tokenizer = read_file(model + "/tokenizer.json");
    for (const std::string& path : {model, model + "/config.json", model + "/model.safetensors"})
        for (const auto& [option, text] :
             {std::pair{"--model", path}, std::pair{"--versus", "model=" + path}})
            expect_error(poslab({"compute", "extrapolation", option, text, "-o", model + "/tokenizer.json"}),
                         4, std::string(option) + " reads this file.");
    EXPECT_EQ(read_file(model + "/tokenizer.json"), tokenizer);
}

TEST(Train, LeavesNoPartOfAModelOnAFullDisk) {
    const TemporaryFolder folder;
    const RunOptions full{.largest_file = 40'000};
    const Arguments words = training(folder, {"--width", "64", "--steps", "2", "-o", folder / "model"});
    expect_error(poslab(words, full), 4);
    EXPECT_FALSE(fs::exists(folder / "model"));
}

TEST(Train, LeavesNoFolderIfItIsRefused) {
    const TemporaryFolder folder;
    const std::string too_long(300, 'x');
    expect_error(poslab(training(folder, {"--steps", "2", "-o", folder / "new/" + too_long})), 4,
                 "the name is too long");
    EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST(Train, TheSameCommandMakesTheSameBytes) {
    const TemporaryFolder folder;
    for (const char* name : {"one", "other"})
        EXPECT_EQ(
            poslab(training(folder, {"--steps", "5", "--task", "recall", "--quiet", "-o", folder / name}))
                .code,
            0);
    for (const char* file : {"model.safetensors", "training.json"})
        EXPECT_EQ(read_file(folder / "one" + "/" + file), read_file(folder / "other" + "/" + file));
}

TEST(Train, QuietSaysNothing) {
    const TemporaryFolder folder;
    const Ran ran =
        poslab(training(folder, {"--steps", "2", "--scheme", "hfwa", "--quiet", "-o", folder / "model"}));
    expect_fine(ran);
    EXPECT_EQ(ran.out, "");
    const Ran loud = poslab(training(folder, {"--steps", "2", "--scheme", "hfwa", "-o", folder / "model"}));
    EXPECT_EQ(loud.code, 0);
    EXPECT_TRUE(loud.err.starts_with("poslab: note: ")) << loud.err;
}

TEST(Train, NotesOptionsThatTheSchemeDoesNotUse) {
    const TemporaryFolder folder;
    const auto notes = [&](const std::string& scheme) {
        return poslab(training(folder, {"--steps", "2", "--scheme", scheme, "--base", "500", "--window", "3",
                                        "-o", folder / scheme}))
            .err;
    };
    EXPECT_NE(notes("none").find("note: without effect on --scheme none: --base, --window\n"),
              std::string::npos);
    EXPECT_NE(notes("rope").find("note: without effect on --scheme rope: --window\n"), std::string::npos);
    EXPECT_EQ(notes("window").find("without effect"), std::string::npos);
}

TEST(Train, AnInterruptKeepsWhatResumeGoesOnFrom) {
    const TemporaryFolder folder;
    const Arguments words = training(folder, {"--steps", "2000", "-o", folder / "model"});
    RunOptions options;
    options.meanwhile = [&](pid_t process) {  // once the first hundred steps are saved
        while (!fs::exists(folder / "model/resume.safetensors") && kill(process, 0) == 0) usleep(500);
        kill(process, SIGINT);
    };
    expect_error(poslab(words, options), 130, "interrupted");
    expect_error(poslab(words), 2, "--resume");
    Arguments resumed = words, other = words;
    resumed.push_back("--resume");
    other.insert(other.end(), {"--resume", "--seed", "2"});
    expect_error(poslab(other), 3, "seed 1, not 2");
    EXPECT_EQ(poslab(resumed).code, 0);
    const Arguments whole = training(folder, {"--steps", "2000", "-o", folder / "whole"});
    EXPECT_EQ(poslab(whole).code, 0);
    for (const char* file : {"model.safetensors", "training.json"})
        EXPECT_EQ(read_file(folder / "model" + "/" + file), read_file(folder / "whole" + "/" + file));
    expect_error(poslab(resumed), 2, "does not exist");
}

/// Interrupts the process once the file exists; before that, calls `first`.
RunOptions interrupted_after(const std::string& file, const std::function<void()>& first) {
    RunOptions options;
    options.meanwhile = [file, first](pid_t process) {
        while (!fs::exists(file) && kill(process, 0) == 0) usleep(500);
        first();
        kill(process, SIGINT);
    };
    return options;
}

TEST(Train, ASecondRunIntoTheFolderOfARunningOneIsRefused) {
    const TemporaryFolder folder;
    const Arguments words = training(folder, {"--steps", "100000", "-o", folder / "model"});
    Arguments other = words;
    other.insert(other.end(), {"--seed", "2"});
    const auto second = [&] { expect_error(poslab(other), 4, "another run writes into this folder"); };
    const RunOptions options = interrupted_after(folder / "model/checkpoint/training.json", second);
    expect_error(poslab(words, options), 130, "interrupted");
    const auto record = nlohmann::json::parse(read_file(folder / "model/checkpoint/training.json"));
    EXPECT_EQ(record["settings"]["seed"], 1);
    expect_error(poslab(words), 2, "--resume");  // the folder is free again
}

TEST(Train, ResumesNothingWithoutAFolder) {
    const TemporaryFolder folder;
    expect_error(poslab({"train", "--resume", "-o", folder / "model"}), 2, "does not exist");
    EXPECT_TRUE(folder.empty());
}

TEST(Train, SaysWhatIsWrong) {
    const TemporaryFolder folder;
    const std::string model = folder / "model";
    expect_error(poslab(training(folder, {})), 2, "-o FOLDER");
    expect_error(poslab(training(folder, {"-o", model, "--layers", "0"})), 2,
                 "--layers 0: must be in [1, 64]");
    expect_error(poslab(training(folder, {"-o", model, "--layers", "two"})), 2, "layers");
    expect_error(poslab(training(folder, {"-o", model, "--head-dim", "7"})), 2, "even");
    expect_error(poslab(training(folder, {"-o", model, "--learning-rate", "nan"})), 2, "--learning-rate");
    expect_error(poslab(training(folder, {"-o", model, "--scheme", "rotary"})), 2, "rope, alibi");
    expect_error(poslab(training(folder, {"-o", model, "--task", "chess"})), 2, "text, recall");
    expect_error(poslab(training(folder, {"-o", model, "--dtype", "int8"})), 2, "float32 or float16");
    expect_error(poslab(training(folder, {"-o", model, "--map", "rerope"})), 2, "--map");
    expect_error(poslab(training(folder, {"-o", model, "--train-length", "5000"})), 3, "has 4");
    expect_error(poslab(training(folder, {"-o", model, "--text", folder / "nothing"})), 3, "nothing");
    expect_error(poslab(training(folder, {"-o", folder / "text"})), 4, "text");
    expect_error(
        poslab(training(folder, {"-o", model, "--steps", "200", "--learning-rate", "900", "--warm-up", "0"})),
        2, "diverges");
    EXPECT_FALSE(fs::exists(model + "/model.safetensors"));
}

TEST(Train, HelpHasEverySetting) {
    const Ran ran = poslab({"train", "--help"});
    expect_fine(ran);
    for (const char* flag : {"--text", "--layers", "--width", "--heads", "--train-length", "--steps",
                             "--batch", "--seed", "--scheme", "--task", "--resume", "--base",
                             "--learning-rate", "--intermediate", "--head-dim", "--log-n"})
        EXPECT_NE(ran.out.find(flag), std::string::npos) << flag;
}

}  // namespace
}  // namespace poslab::test
