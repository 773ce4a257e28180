#include "core/tokens/text_file.hpp"

#include "core/base/utf8.hpp"
#include "core/files/input_file.hpp"
#include "core/tokens/tokenizer.hpp"

namespace poslab {

std::string read_text(const std::string& path) {
    std::string text = read_beginning(path, max_text_bytes + 1);
    if (text.empty()) refuse_file(path, "is empty"_tr);
    if (text.size() > max_text_bytes)
        refuse_file(path, tr("has more than {} bytes, the limit for a text", max_text_bytes));
    if (const auto wrong = byte_that_is_not_utf8(text))
        refuse_file(path, tr("invalid UTF-8 at byte {}", *wrong));
    return text;
}

}  // namespace poslab
