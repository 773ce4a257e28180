#pragma once

#include "core/base/errors.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/files/tensor_bytes.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace poslab::test {

inline void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// A temporary folder with files of given bytes.
class TensorFolder {
  public:
    std::string file(const std::string& bytes, const std::string& name = "file") const {
        write(folder_ / name, bytes);
        return folder_ / name;
    }
    [[nodiscard]] TensorFile open(const std::string& bytes) const { return TensorFile(file(bytes)); }
    /// Returns the error message for these bytes, without the folder; it must exist in both languages, with a
    /// full stop.
    [[nodiscard]] std::string refusal(const std::string& bytes, const std::string& tensor = "") const {
        return refusal_of([&] { static_cast<void>(all_of(open(bytes), tensor)); });
    }
    template <class Action>
    [[nodiscard]] std::string refusal_of(const Action& action) const {
        try {
            action();
        } catch (const InputError& error) {
            EXPECT_TRUE(error.message().in(test::chinese()).ends_with("。"))
                << error.message().in(test::chinese());
            EXPECT_NE(error.message().in(test::chinese()), error.what());
            const std::string text = error.what();
            EXPECT_TRUE(text.starts_with(folder_.path())) << text;
            return text.substr(folder_.path().size() + 1);
        }
        return "no error";
    }
    /// The whole matrix at the first of the leading indices.
    static std::vector<double> all_of(const TensorFile& file, const std::string& tensor = "") {
        const TensorInfo& info = file.tensor(tensor);
        return file.read_doubles(info, std::vector<std::int64_t>(info.leading().size()), {0, info.rows()});
    }
    [[nodiscard]] std::string operator/(const std::string& name) const { return folder_ / name; }
    [[nodiscard]] std::string path() const { return folder_.path(); }

  private:
    TemporaryFolder folder_;
};

}  // namespace poslab::test
