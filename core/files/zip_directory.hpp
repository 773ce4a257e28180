#pragma once

#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// An entry of a zip's directory, as it says.
struct ZipMember {
    std::string name;
    std::uint32_t flags = 0;
    std::uint32_t method = 0;
    PackedBytes packed;  // offset: of the local header
};

struct ZipDirectory {
    std::vector<ZipMember> members;
    std::uint64_t begin = 0;  // no member reaches further
};

/// The directory at the end of a zip (PKWARE APPNOTE 6.3: 4.3.12 to 4.3.16, zip64 4.5.3). Its sizes hold for members that were
/// written with a data descriptor, too. Throws InputError for what is no zip, is divided over several files, or names a
/// member twice.
[[nodiscard]] ZipDirectory read_zip_directory(const OpenFile& file);

struct MemberData {
    PackedBytes packed;  // offset: of the data
    bool deflated = false;
};

/// Where the data of a member begin. Throws InputError, beginning with `place`, for what is encrypted, packed by another method
/// than deflate, or does not lie before the directory.
[[nodiscard]] MemberData locate_member(const OpenFile& file, const ZipDirectory& directory, const ZipMember& member,
                                       const std::string& place);

}  // namespace poslab
