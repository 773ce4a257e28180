// The built-in language models: a page contains those that its exported state uses, outside of the module.

#include "core/base/errors.hpp"
#include "core/decoder/embedded_models.hpp"

#include <emscripten.h>

#include <map>
#include <string>
#include <string_view>

namespace poslab {

extern const std::string_view english_config, chinese_config, recall_config;

namespace {

std::map<std::string, std::string, std::less<>>& model_files() {
    static std::map<std::string, std::string, std::less<>> files;
    return files;
}

std::string_view file_called(std::string_view name) {
    const auto found = model_files().find(name);
    if (found != model_files().end()) return found->second;
    throw UsageError("this page does not contain that language model; the program has it"_tr);
}

}  // namespace

std::string_view embedded_english_config() { return english_config; }
std::string_view embedded_english_weights() { return file_called("english/model.safetensors"); }
std::string_view embedded_english_text() { return file_called("english/held_out.txt"); }
std::string_view embedded_english_training() { return file_called("english/training.json"); }
std::string_view embedded_chinese_config() { return chinese_config; }
std::string_view embedded_chinese_weights() { return file_called("chinese/model.safetensors"); }
std::string_view embedded_chinese_text() { return file_called("chinese/held_out.txt"); }
std::string_view embedded_chinese_training() { return file_called("chinese/training.json"); }
std::string_view embedded_recall_config() { return recall_config; }
std::string_view embedded_recall_weights() { return file_called("recall/model.safetensors"); }
std::string_view embedded_recall_training() { return file_called("recall/training.json"); }
std::string_view embedded_genesis() { return file_called("genesis.txt"); }

/// Returns the memory for a file of a model.
extern "C" EMSCRIPTEN_KEEPALIVE char* page_file(const char* name, int bytes) {
    std::string& file = model_files()[name];
    file.resize(static_cast<std::size_t>(bytes));
    return file.data();
}

}  // namespace poslab
