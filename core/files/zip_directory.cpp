#include "core/files/zip_directory.hpp"

#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace poslab {
namespace {

constexpr std::uint64_t end_bytes = 22, locator_bytes = 20, end64_bytes = 56, entry_bytes = 46,
                        local_bytes = 30;
constexpr std::uint64_t max_comment_bytes = 0xFFFF, max_directory_bytes = std::uint64_t{1} << 26U;
constexpr std::string_view end_mark("PK\5\6", 4), locator_mark("PK\6\7", 4), end64_mark("PK\6\6", 4);
constexpr std::string_view entry_mark("PK\1\2", 4), local_mark("PK\3\4", 4);

/// Reads a little-endian number of `bytes` bytes; the caller has checked that they exist.
std::uint64_t number(std::string_view text, std::uint64_t at, unsigned bytes) {
    std::uint64_t number = 0;
    for (unsigned n = 0; n < bytes; ++n) {
        number |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[at + n])) << (8U * n);
    }
    return number;
}

[[noreturn]] void refuse_zip(const OpenFile& file, std::uint64_t at) {
    refuse_file(file.path(), tr("damaged zip: its directory is invalid at byte {}", at));
}

struct DirectoryLocation {
    std::uint64_t begin = 0, bytes = 0, entries = 0;
};

DirectoryLocation checked(const OpenFile& file, const DirectoryLocation& location, std::uint64_t end) {
    if (location.bytes > end || location.begin != end - location.bytes ||
        location.entries > location.bytes / entry_bytes)
        refuse_zip(file, end);
    if (location.bytes > max_directory_bytes) {
        refuse_file(file.path(), tr("has a zip directory of {} bytes; at most {} are allowed", location.bytes,
                                    max_directory_bytes));
    }
    return location;
}

[[noreturn]] void refuse_divided(const OpenFile& file) {
    refuse_file(file.path(), "part of a multi-part zip"_tr);
}

/// `end` is the start of the plain end record, which holds 0xFFFF… for numbers that do not fit.
DirectoryLocation find_directory64(const OpenFile& file, std::uint64_t end) {
    const std::uint64_t locator_at = end - locator_bytes;
    const std::string locator = file.read_text(locator_at, locator_bytes);
    const std::uint64_t at = number(locator, 8, 8);
    if (number(locator, 4, 4) != 0 || number(locator, 16, 4) > 1) refuse_divided(file);
    if (at > locator_at || locator_at - at < end64_bytes) refuse_zip(file, locator_at);
    const std::string record = file.read_text(at, end64_bytes);
    if (!record.starts_with(end64_mark)) refuse_zip(file, at);
    if (number(record, 16, 4) != 0 || number(record, 20, 4) != 0) refuse_divided(file);
    return checked(file, {number(record, 48, 8), number(record, 40, 8), number(record, 32, 8)}, at);
}

DirectoryLocation find_directory(const OpenFile& file) {
    const std::uint64_t searched = std::min(file.bytes(), locator_bytes + end_bytes + max_comment_bytes);
    const std::uint64_t begin = file.bytes() - searched;
    const std::string tail = file.read_text(begin, searched);
    for (std::size_t at = tail.rfind(end_mark); at != std::string::npos;
         at = at == 0 ? at - 1 : tail.rfind(end_mark, at - 1)) {
        if (tail.size() - at < end_bytes || number(tail, at + 20, 2) != tail.size() - at - end_bytes)
            continue;
        const bool zip64 = at >= locator_bytes && tail.compare(at - locator_bytes, 4, locator_mark) == 0;
        if (zip64) return find_directory64(file, begin + at);
        if (number(tail, at + 4, 2) != 0 || number(tail, at + 6, 2) != 0) refuse_divided(file);
        return checked(file, {number(tail, at + 16, 4), number(tail, at + 12, 4), number(tail, at + 10, 2)},
                       begin + at);
    }
    refuse_file(file.path(), "truncated zip: no directory at its end"_tr);
}

/// Reads the 64-bit numbers of an entry from extra field 1. It has only those whose plain fields are all
/// ones, in this order.
bool read_zip64_extra(std::string_view extra, PackedBytes& packed) {
    constexpr std::uint64_t full = 0xFFFFFFFFU;
    std::vector<std::uint64_t*> requested;
    for (std::uint64_t* const value : {&packed.bytes_inflated, &packed.bytes, &packed.offset}) {
        if (*value == full) requested.push_back(value);
    }
    while (!requested.empty() && extra.size() >= 4) {
        const std::uint64_t id = number(extra, 0, 2), size = number(extra, 2, 2);
        if (size > extra.size() - 4) return false;
        if (id == 1) {
            if (size < 8 * requested.size()) return false;
            for (std::size_t n = 0; n < requested.size(); ++n) *requested[n] = number(extra, 4 + 8 * n, 8);
            return true;
        }
        extra.remove_prefix(4 + size);
    }
    return requested.empty();
}

/// Removes the entry at the front of `text` and returns it; empty if there is none.
std::optional<ZipMember> take_entry(std::string_view& text) {
    if (text.size() < entry_bytes || !text.starts_with(entry_mark)) return std::nullopt;
    const std::uint64_t name = number(text, 28, 2), extra = number(text, 30, 2),
                        comment = number(text, 32, 2);
    if (text.size() - entry_bytes < name + extra + comment) return std::nullopt;
    ZipMember member;
    member.flags = static_cast<std::uint32_t>(number(text, 8, 2));
    member.method = static_cast<std::uint32_t>(number(text, 10, 2));
    member.packed = {number(text, 42, 4), number(text, 20, 4), number(text, 24, 4),
                     static_cast<std::uint32_t>(number(text, 16, 4))};
    member.name = text.substr(entry_bytes, name);
    if (!read_zip64_extra(text.substr(entry_bytes + name, extra), member.packed)) return std::nullopt;
    text.remove_prefix(entry_bytes + name + extra + comment);
    return member;
}

}  // namespace

ZipDirectory read_zip_directory(const OpenFile& file) {
    const DirectoryLocation location = find_directory(file);
    const std::string bytes = file.read_text(location.begin, location.bytes);
    ZipDirectory directory{{}, location.begin};
    std::set<std::string_view> names;
    std::string_view rest = bytes;
    for (std::uint64_t n = 0; n < location.entries; ++n) {
        const std::uint64_t at = location.begin + bytes.size() - rest.size();
        const std::string_view entry = rest;
        auto member = take_entry(rest);
        if (!member) refuse_zip(file, at);
        if (!names.insert(entry.substr(entry_bytes, member->name.size())).second) {
            const std::string name = printable_text(member->name);
            refuse_file(file.path(), tr("{} occurs twice", name));
        }
        directory.members.push_back(std::move(*member));
    }
    return directory;
}

MemberData locate_member(const OpenFile& file, const ZipDirectory& directory, const ZipMember& member,
                         const std::string& location) {
    constexpr std::uint32_t encrypted = 1, stored = 0, deflated = 8;
    constexpr std::uint64_t max_inflation = 1032;  // maximum ratio of deflate: 258 bytes from two bits
    if ((member.flags & encrypted) != 0) refuse_file(location, "is encrypted"_tr);
    if (member.method != stored && member.method != deflated) {
        refuse_file(location, tr("uses zip method {}; must be stored (0) or deflated (8)", member.method));
    }
    MemberData data{member.packed, member.method == deflated};
    const std::uint64_t at = member.packed.offset;
    if (at > directory.begin || directory.begin - at < local_bytes) refuse_zip(file, at);
    const std::string local = file.read_text(at, local_bytes);
    const std::uint64_t names = number(local, 26, 2) + number(local, 28, 2);
    const std::uint64_t room = directory.begin - at - local_bytes;
    if (!local.starts_with(local_mark) || names > room || data.packed.bytes > room - names)
        refuse_zip(file, at);
    data.packed.offset = at + local_bytes + names;
    const bool possible = data.deflated ? data.packed.bytes_inflated / max_inflation <= data.packed.bytes
                                        : data.packed.bytes_inflated == data.packed.bytes;
    if (!possible) {
        refuse_file(location, tr("cannot have {} bytes from {} bytes in the file", data.packed.bytes_inflated,
                                 data.packed.bytes));
    }
    return data;
}

}  // namespace poslab
