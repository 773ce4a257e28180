#include "app/state/folder_listing.hpp"
#include "app/state/folder_reading.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace poslab {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names(const FolderListing& listing, std::string_view typed = {}) {
    std::vector<std::string> out;
    for (const std::size_t index : matching(listing.entries, typed))
        out.push_back(listing.entries[index].name);
    return out;
}

using Names = std::vector<std::string>;

TEST(FolderListing, FoldersFirstThenFilesWithTheEndings) {
    const test::TemporaryFolder folder;
    for (const char* name : {"b.svg", "A.svg", "c.png", "d.SVG", ".e.svg"})
        std::ofstream(folder / name) << "x";
    for (const char* name : {"zoo", "Ant", ".git", "x.svg"}) fs::create_directory(folder / name);
    fs::create_symlink("zoo", folder / "link");
    fs::create_symlink("nowhere", folder / "dangling.svg");
    const FolderListing listing = read_folder(folder.path(), Names{"svg"});
    EXPECT_EQ(listing.error, "");
    EXPECT_FALSE(listing.cut);
    EXPECT_EQ(names(listing), (Names{"Ant", "link", "x.svg", "zoo", "A.svg", "b.svg", "dangling.svg"}));
    EXPECT_EQ(names(listing, "."), (Names{".git", "x.svg", ".e.svg", "A.svg", "b.svg", "dangling.svg"}));
    EXPECT_EQ(names(listing, "A"), (Names{"Ant", "A.svg", "dangling.svg"}));
    EXPECT_EQ(names(listing, "none"), Names{});
    EXPECT_EQ(names(read_folder(folder.path(), {})).size(), 9U);
}

TEST(FolderListing, SaysWhatIsWrong) {
    const test::TemporaryFolder folder;
    const FolderListing missing = read_folder(folder / "missing", {});
    EXPECT_TRUE(missing.missing);
    EXPECT_FALSE(missing.error.empty());
    std::ofstream(folder / "file") << "x";
    EXPECT_TRUE(read_folder(folder / "file", {}).missing);
    if (geteuid() == 0) return;  // root may read everything
    fs::create_directory(folder / "closed");
    fs::permissions(folder / "closed", fs::perms::none);
    const FolderListing closed = read_folder(folder / "closed", {});
    EXPECT_FALSE(closed.missing);
    EXPECT_FALSE(closed.error.empty());
    fs::permissions(folder / "closed", fs::perms::owner_all);
}

TEST(FolderListing, AHugeFolderIsCutAndSaysSo) {
    const test::TemporaryFolder folder;
    for (int i = 0; i < 500; ++i) std::ofstream(folder / (std::to_string(i) + ".svg")) << "x";
    const FolderListing cut = read_folder(folder.path(), Names{"svg"}, 100);
    EXPECT_TRUE(cut.cut);
    EXPECT_EQ(cut.entries.size(), 100U);
    const FolderListing whole = read_folder(folder.path(), Names{"svg"}, 500);
    EXPECT_FALSE(whole.cut);
    EXPECT_EQ(whole.entries.size(), 500U);
    EXPECT_TRUE(read_folder(folder.path(), Names{"pdf"}, 10).cut) << "reading ends even without matches";
}

TEST(FolderListing, ReadingStopsWhenItIsCancelled) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.svg") << "x";
    std::stop_source stop;
    const Job job(stop.get_token());
    EXPECT_EQ(read_folder(folder.path(), {}, max_entries, job).entries.size(), 1U);
    stop.request_stop();
    EXPECT_THROW(static_cast<void>(read_folder(folder.path(), {}, max_entries, job)), Cancelled);
}

TEST(FolderReading, GivesTheListingOnceOrSaysWhatIsWrong) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.svg", "b.png"}) std::ofstream(folder / name) << "x";
    FolderReading reading([] {});
    EXPECT_FALSE(reading.listing());
    reading.start(folder.path(), {"svg"});
    const auto listing = reading.listing(test::patience);
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->path, folder.path());
    EXPECT_EQ(names(*listing), Names{"a.svg"});
    EXPECT_FALSE(reading.busy());
    EXPECT_FALSE(reading.listing());

    FolderReading failing([] {},
                          [](const std::string&, std::span<const std::string>, const Job&) -> FolderListing {
                              throw std::runtime_error("broken");
                          });
    failing.start("/somewhere/", {});
    const auto broken = failing.listing(test::patience);
    ASSERT_TRUE(broken);
    EXPECT_EQ(broken->path, "/somewhere/");
    EXPECT_EQ(broken->error, "broken");
}

TEST(FolderListing, CompletesAsFarAsNamesAgree) {
    const std::vector<FolderEntry> entries{{"talk", true},      {"talks", true},     {"figure-1.svg", false},
                                           {"结果.svg", false}, {"结论.svg", false}, {".hidden", false}};
    EXPECT_EQ(completed(entries, "t"), "talk");
    EXPECT_EQ(completed(entries, "talks"), "talks/");
    EXPECT_EQ(completed(entries, "fig"), "figure-1.svg");
    EXPECT_EQ(completed(entries, "结"), "结") << "whole characters";
    EXPECT_EQ(completed(entries, ".h"), ".hidden");
    EXPECT_EQ(completed(entries, "x"), "x");
    EXPECT_EQ(completed({}, ""), "");
}

TEST(FolderListing, SplitsPaths) {
    EXPECT_EQ(split_path("/a/b.svg").folder, "/a/");
    EXPECT_EQ(split_path("/a/b.svg").name, "b.svg");
    EXPECT_EQ(split_path("b").folder, "");
    EXPECT_EQ(split_path("/").name, "");
}

}  // namespace
}  // namespace poslab
