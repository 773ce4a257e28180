#include "core/documents/parameter_file.hpp"

#include "core/base/errors.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace poslab::test {
namespace {

class ParameterFile : public testing::Test {
  protected:
    std::string write(const std::string& bytes) {
        const std::string path = folder_ / "file.json";
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    std::string refusal(const std::string& bytes) {
        const std::string path = write(bytes);
        try {
            static_cast<void>(read_parameter_file(path, all_views()));
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).find(path), 0U) << error.what();
            return error.what();
        }
        ADD_FAILURE() << "was taken: " << bytes.substr(0, 80);
        return {};
    }
    TemporaryFolder folder_;
};

TEST_F(ParameterFile, GivesViewAndValues) {
    const OpenedParameters opened = read_parameter_file(
        write(
            R"({"view": "position-matrix", "version": "9", "parameters": {"w": 77, "map": "rerope", "rows": "3:9"}, "arrays": {)"),
        all_views());
    ASSERT_NE(opened.view, nullptr);
    EXPECT_EQ(opened.view->info().id, "position-matrix");
    const auto json = to_json(opened.view->parameters(), opened.values);
    EXPECT_EQ(json["w"], 77);
    EXPECT_EQ(json["map"], "rerope");
    EXPECT_EQ(json["rows"], "3:9");
    EXPECT_EQ(json["length"], 4096) << "what is not named is at its default";
}

TEST_F(ParameterFile, MayBeginWithAByteOrderMark) {
    const std::string path = write(
        "\xEF\xBB\xBF"
        R"({"view": "position-matrix", "parameters": {"w": 77}})");
    const OpenedParameters opened = read_parameter_file(path, all_views());
    EXPECT_EQ(to_json(opened.view->parameters(), opened.values)["w"], 77);
}

TEST_F(ParameterFile, DoesNotReadTheArrays) {
    std::string bytes = R"({"view": "position-matrix", "parameters": {"w": 5}, "arrays": [)";
    bytes.append(5'000'000, ' ');
    EXPECT_EQ(to_json(all_views().front()->parameters(),
                      read_parameter_file(write(bytes), all_views()).values)["w"],
              5);
}

TEST_F(ParameterFile, RefusesWhatItCannotUse) {
    EXPECT_NE(refusal("").find("not a PosLab file"), std::string::npos);
    EXPECT_NE(refusal(std::string("\x89PNG\r\n\0\0", 8)).find("not a PosLab file"), std::string::npos);
    EXPECT_NE(refusal("[1, 2]").find("not a PosLab file"), std::string::npos);
    EXPECT_NE(refusal(R"({"view": "position-matrix", "param)").find("is not JSON"), std::string::npos);
    EXPECT_NE(refusal(R"({"hidden_size": 4096})").find("lacks \"view\""), std::string::npos);
    EXPECT_NE(refusal(R"({"view": "nowhere", "parameters": {}})").find("no view 'nowhere'"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"view": "position-matrix", "parameters": {"w": "x"}})").find("w"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"view": "position-matrix", "parameters": {"w": -4}})").find("w"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"view": "position-matrix", "parameters": {"resolution": "99999x99999"}})")
                  .find("at most 16,777,216 cells"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"view": 7, "parameters": {}})").find("lacks \"view\""), std::string::npos);
    static_cast<void>(refusal("{" + std::string(300'000, '[')));
    static_cast<void>(refusal(R"({"a":)" + std::string(300'000, '[')));
}

TEST_F(ParameterFile, DropsNoValue) {
    EXPECT_NE(refusal(R"({"view": "position-matrix", "parameters": {"w": {"a": 1}, "length": 64}})")
                  .find("w: a value of type object cannot be read"),
              std::string::npos);
    EXPECT_NE(
        refusal(R"({"view": "position-matrix", "parameters": {"w": 4, "w": 5}})").find("w occurs twice"),
        std::string::npos);
    EXPECT_NE(refusal(R"({"view": "memory", "view": "position-matrix", "parameters": {}})")
                  .find("view occurs twice"),
              std::string::npos);
}

TEST_F(ParameterFile, SaysInOneLineWhatIsWrongInTexts) {
    for (const char* text : {R"({"view": "a\nb", "parameters": {}})",
                             R"({"view": "memory", "parameters": {"signal": "cos\ne"}})",
                             R"({"view": "memory", "parameters": {"or\nder": 5}})",
                             R"({"view": "memory", "parameters": {"order": "\n5"}})",
                             R"({"view": "memory", "parameters": {"axes": "x:\tlog"}})"}) {
        const std::string message = refusal(text);
        EXPECT_EQ(message.find_first_of("\n\t"), std::string::npos) << message;
        EXPECT_NE(message.find('\\'), std::string::npos) << message;
    }
}

TEST_F(ParameterFile, RefusesFoldersAndWhatIsNotThere) {
    EXPECT_THROW(static_cast<void>(read_parameter_file(folder_.path(), all_views())), InputError);
    EXPECT_THROW(static_cast<void>(read_parameter_file(folder_ / "none", all_views())), InputError);
    EXPECT_THROW(static_cast<void>(read_parameter_file("/dev/zero", all_views())), InputError);
}

}  // namespace
}  // namespace poslab::test
