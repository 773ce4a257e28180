#pragma once

#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// An entry of a zip's directory, unchecked.
struct ZipMember {
    std::string name;
    std::uint32_t flags = 0;
    std::uint32_t method = 0;
    PackedBytes packed;  // offset: of the local header
};

struct ZipDirectory {
    std::vector<ZipMember> members;
    std::uint64_t begin = 0;  // no member extends beyond this offset
};

/// Reads the directory at the end of a zip (PKWARE APPNOTE 6.3: 4.3.12 to 4.3.16, zip64 4.5.3). Its sizes are
/// also valid for members written with a data descriptor. Throws InputError if the file is not a zip, is a
/// multi-part zip, or has a duplicate member.
[[nodiscard]] ZipDirectory read_zip_directory(const OpenFile& file);

struct MemberData {
    PackedBytes packed;  // offset: of the data
    bool deflated = false;
};

/// Returns the location of a member's data. Throws InputError that begins with `location` if the member is
/// encrypted, compressed with a method other than deflate, or not located before the directory.
[[nodiscard]] MemberData locate_member(const OpenFile& file, const ZipDirectory& directory,
                                       const ZipMember& member, const std::string& location);

}  // namespace poslab
