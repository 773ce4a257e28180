// What is lower knows nothing of what is higher: the includes, the targets and the table and picture of
// docs/architecture.md say the same.
#include "tests/house/includes.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace poslab::test {
namespace {

std::string text_of(const std::string& path) {
    const std::string text = read_file(path);
    EXPECT_FALSE(text.empty()) << path << " cannot be read";
    return text;
}

std::vector<Folder> targets() { return folders_of_targets(text_of(POSLAB_FOLDERS)); }
std::string architecture() { return text_of(POSLAB_ROOT "/docs/architecture.md"); }

std::vector<Folder> sorted(std::vector<Folder> folders) {
    for (Folder& folder : folders) std::sort(folder.uses.begin(), folder.uses.end());
    return folders;
}

TEST(Layers, EveryIncludeIsOneThatItsFolderMayHave) {
    const std::vector<Folder> folders = targets();
    ASSERT_GE(folders.size(), 15U);
    for (const std::string& line : wrong_includes(POSLAB_ROOT, folders)) ADD_FAILURE() << line;
}

TEST(Layers, AFolderUsesOnlyWhatStandsAboveIt) {
    std::set<std::string> above;
    for (const Folder& folder : targets()) {
        for (const std::string& name : folder.uses)
            EXPECT_TRUE(above.contains(name)) << folder.path << " uses " << name;
        above.insert(name_of(folder.path));
    }
}

TEST(Layers, EverySourceLiesInAFolder) {
    const std::vector<Folder> folders = targets();
    for (const char* top : {"core", "gpu", "app", "python"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(POSLAB_ROOT) / top)) {
            const std::string file = std::filesystem::relative(entry.path(), POSLAB_ROOT);
            // the program itself; app/wasm is a program of another toolchain (scripts/page-engine)
            if (!entry.is_regular_file() || file == "app/main.cpp" || file == "app/allocation.cpp" ||
                file.starts_with("app/wasm/"))
                continue;
            EXPECT_FALSE(folder_of(file, folders).empty()) << file;
        }
}

TEST(Layers, TheTableOfTheArchitectureIsTheTargets) {
    EXPECT_EQ(sorted(folders_of_table(architecture())).size(), targets().size());
    for (const Folder& folder : sorted(folders_of_table(architecture()))) {
        const std::vector<Folder> folders = sorted(targets());
        const auto same = std::find_if(folders.begin(), folders.end(),
                                       [&](const Folder& f) { return f.path == folder.path; });
        ASSERT_NE(same, folders.end()) << folder.path << " is no target";
        EXPECT_EQ(folder.uses, same->uses) << folder.path;
    }
}

/// The picture leaves out what follows: a use that another use has, too.
TEST(Layers, ThePictureOfTheArchitectureIsTheTargets) {
    std::map<std::string, std::set<std::string>> all;
    std::set<std::string> edges;
    for (const Folder& folder : targets()) {
        std::set<std::string>& reached = all[name_of(folder.path)];
        for (const std::string& name : folder.uses) reached.insert(all[name].begin(), all[name].end());
        for (const std::string& name : folder.uses)
            if (!reached.contains(name)) edges.insert(name_of(folder.path) + " --> " + name);
        reached.insert(folder.uses.begin(), folder.uses.end());
    }
    static const std::regex edge(R"(^    ([a-z]+ --> [a-z]+)$)");
    std::set<std::string> documented;
    std::istringstream input(architecture());
    for (std::string line; std::getline(input, line);)
        if (std::smatch found; std::regex_match(line, found, edge)) documented.insert(found[1]);
    EXPECT_EQ(documented, edges);
}

TEST(Layers, AnUpwardIncludeIsToldByFileAndLine) {
    const TemporaryFolder planted;
    const std::filesystem::path root(planted.path());
    for (const char* folder : {"core/low", "core/high"}) std::filesystem::create_directories(root / folder);
    std::ofstream(root / "core/low/low.hpp") << "#pragma once\n\n#include \"core/high/high.hpp\"\n";
    std::ofstream(root / "core/high/high.cpp")
        << "#include \"core/low/low.hpp\"\n#include \"core/other.hpp\"\n";
    const std::vector<Folder> folders = folders_of_targets("core/low: \ncore/high: low\n");
    EXPECT_EQ(wrong_includes(root, folders),
              (std::vector<std::string>{
                  "core/low/low.hpp:3: includes core/high/high.hpp; core/low may not use core/high",
                  "core/high/high.cpp:2: includes core/other.hpp; core/high may not use what is in no folder",
              }));
}

TEST(Layers, AUseThatNothingMakesIsTold) {
    const TemporaryFolder planted;
    const std::filesystem::path root(planted.path());
    for (const char* folder : {"core/low", "core/high"}) std::filesystem::create_directories(root / folder);
    EXPECT_EQ(wrong_includes(root, folders_of_targets("core/low: \ncore/high: low\n")),
              (std::vector<std::string>{"core/high: may use low and includes nothing of it"}));
}

}  // namespace
}  // namespace poslab::test
