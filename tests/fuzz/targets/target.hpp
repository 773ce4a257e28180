#pragma once

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/support/languages.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A target's file defines a property that holds for any bytes, and the seeds from which a search begins.
/// driver.cpp runs it; with the preset `fuzz`, libFuzzer does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);  // NOLINT: libFuzzer's name

namespace poslab::test {

/// Complete inputs.
std::vector<std::string> fuzz_seeds();
/// Pieces that are likely in inputs.
std::vector<std::string> fuzz_words();

inline std::string_view input_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

[[noreturn]] inline void fail(const std::string& why) {
    std::fprintf(stderr, "property broken: %s\n", why.c_str());
    std::abort();
}

inline void require(bool holds, const char* what) {
    if (!holds) fail(what);
}

/// Requires one line of text of readable length, in both languages.
inline void check_sentence(const Error& error) {
    const std::string_view text = error.what();
    if (text.empty() || text.size() > 4000 || text.find('\n') != std::string_view::npos)
        fail("no sentence: " + std::string(text));
    if (error.message().in(chinese()).empty()) fail("nothing in Chinese: " + std::string(text));
}

/// Runs `read`; false if it refuses with an Error, which must have a readable message. Any other exception
/// ends the program.
template <class Read>
bool accepts(const Read& read) {
    try {
        read();
        return true;
    } catch (const Error& error) {
        check_sentence(error);
        return false;
    } catch (const std::exception& error) {
        fail(std::string("not an Error: ") + error.what());
    }
}

/// One file in memory, reused for all inputs of a target.
inline const MemoryFile& input_file() {
    static const MemoryFile file;
    return file;
}

/// Writes the input and returns its path.
inline std::string written(std::string_view bytes) {
    input_file().write(std::string(bytes));
    return input_file().path();
}

/// A name for the input with an extension, for readers that depend on the extension.
class TemporaryName {
  public:
    TemporaryName(std::string_view ending, const std::string& target) {
        folder_ = (std::filesystem::temp_directory_path() / "poslab-fuzz-XXXXXX").string();
        require(mkdtemp(folder_.data()) != nullptr, "no folder for the input");
        path_ = folder_ + "/input." + std::string(ending);
        std::filesystem::create_symlink(target, path_);
    }
    ~TemporaryName() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }

  private:
    std::string folder_, path_;
};

}  // namespace poslab::test
