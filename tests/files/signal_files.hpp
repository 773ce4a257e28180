// Files of samples that exist for the duration of a test.
#pragma once

#include "core/files/signal_file.hpp"
#include "tests/files/tensor_folder.hpp"

namespace poslab::test {

class SignalFilesTest : public ::testing::Test {
  protected:
    [[nodiscard]] SignalFile open(const std::string& name, const std::string& bytes) const {
        return SignalFile(folder.file(bytes, name));
    }
    static std::vector<double> all(SignalFile& file, std::int64_t channel = 0) {
        std::vector<double> out(static_cast<std::size_t>(file.shape().samples));
        file.read(channel, 0, out);
        return out;
    }
    TensorFolder folder;
};

}  // namespace poslab::test
