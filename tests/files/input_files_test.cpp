#include "core/files/input_files.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

namespace poslab::test {
namespace {

/// Returns the error for an output; empty if it is allowed.
std::string refusal(const InputFiles& inputs, const std::string& output, Language language) {
    try {
        inputs.refuse(output);
        return "";
    } catch (const OutputError& error) {
        return error.message().in(language);
    }
}

TEST(InputFiles, AFolderIsTheFilesOfItsModel) {
    const TemporaryFolder folder;
    InputFiles inputs;
    const auto is_refused = [&](const char* name) {
        write_file_atomically(folder / name, "x");
        inputs = {};
        inputs.add("--model", folder.path());
        return refusal(inputs, folder / name, Language::english) ==
               "Cannot write '" + (folder / name) + "': --model reads this file.";
    };
    for (const char* name : {"config.json", "tokenizer.json", "tokenizer.model",
                             "model.safetensors.index.json", "model-00001-of-00002.safetensors"})
        EXPECT_TRUE(is_refused(name)) << name;
    for (const char* name : {"answer.json", "a.png"}) EXPECT_FALSE(is_refused(name)) << name;
}

TEST(InputFiles, APartIsNamedBehindTheFirstMarkAfterAFileOrFolder) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "m#odel");
    for (const char* name : {"a.npz", "a#b.npz", "m#odel/config.json"})
        write_file_atomically(folder / name, "x");
    for (const auto& [read, output] : {std::pair{"a.npz#cos", "a.npz"},
                                       {"a.npz#layers#1.cos", "a.npz"},
                                       {"a#b.npz", "a#b.npz"},
                                       {"a#b.npz#cos", "a#b.npz"},
                                       {"m#odel", "m#odel/config.json"},
                                       {"m#odel#full_attention#7", "m#odel/config.json"}}) {
        InputFiles inputs;
        inputs.add("--queries", folder / read);
        EXPECT_EQ(refusal(inputs, folder / output, Language::english),
                  "Cannot write '" + (folder / output) + "': --queries reads this file.")
            << read;
    }
}

TEST(InputFiles, ReadersAreTranslated) {
    const TemporaryFolder folder;
    const std::string file = folder / "a.png";
    write_file_atomically(file, "x");
    InputFiles inputs;
    inputs.add("the window"_tr, file);
    EXPECT_EQ(refusal(inputs, file, Language::english),
              "Cannot write '" + file + "': the window reads this file.");
    EXPECT_EQ(refusal(inputs, file, chinese()), "无法写入“" + file + "”：窗口 要读取该文件。");
}

}  // namespace
}  // namespace poslab::test
