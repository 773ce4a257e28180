#pragma once

#include "core/files/input_file.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <new>
#include <string>

namespace poslab {

/// True if a FreeType call succeeded. Throws std::bad_alloc if memory ran out, since a picture with missing
/// letters would look complete. Other errors, such as a damaged file, return false: another font is used
/// instead.
inline bool has_worked(FT_Error error) {
    if (FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory) throw std::bad_alloc();
    return error == 0;
}

/// Does the same for opening a font's file. Throws InputError if the system cannot read it.
inline bool has_opened(FT_Error error, const std::string& path) {
    const int kind = FT_ERROR_BASE(error);
    if (kind == FT_Err_Cannot_Open_Resource || kind == FT_Err_Cannot_Open_Stream ||
        kind == FT_Err_Invalid_Stream_Operation)
        refuse_file(path, "cannot read the font"_tr);
    return has_worked(error);
}

}  // namespace poslab
