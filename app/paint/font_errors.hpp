#pragma once

#include "core/files/input_file.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <new>
#include <string>

namespace poslab {

/// Throws std::bad_alloc where FreeType had no memory: letters would be wanting in a picture that looks whole. What else is wrong
/// with a font, a broken file above all, is no error: another font stands in for it.
inline bool has_worked(FT_Error error) {
    if (FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory) throw std::bad_alloc();
    return error == 0;
}

/// The same of opening a font's file, which throws InputError where the system cannot read it.
inline bool has_opened(FT_Error error, const std::string& path) {
    const int kind = FT_ERROR_BASE(error);
    if (kind == FT_Err_Cannot_Open_Resource || kind == FT_Err_Cannot_Open_Stream || kind == FT_Err_Invalid_Stream_Operation)
        refuse_file(path, "the font cannot be read"_tr);
    return has_worked(error);
}

}  // namespace poslab
