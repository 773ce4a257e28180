#pragma once

#include <string_view>

namespace poslab {

// The files of assets/models; the build generates the definitions.

std::string_view embedded_english_config();
std::string_view embedded_english_weights();
std::string_view embedded_english_text();
std::string_view embedded_english_training();
std::string_view embedded_genesis();
std::string_view embedded_chinese_config();
std::string_view embedded_chinese_weights();
std::string_view embedded_chinese_text();
std::string_view embedded_chinese_training();
std::string_view embedded_recall_config();
std::string_view embedded_recall_weights();
std::string_view embedded_recall_training();

}  // namespace poslab
