#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// Tensor files written by hand from the formats' descriptions, independently of the program's readers and
/// writers.
namespace poslab::test {

inline std::string little(std::uint64_t number, unsigned bytes) {
    std::string text;
    for (unsigned n = 0; n < bytes; ++n) text += static_cast<char>((number >> (8 * n)) & 0xFFU);
    return text;
}

template <class Number>
std::string raw(const std::vector<Number>& numbers) {
    std::string text(numbers.size() * sizeof(Number), '\0');
    if (!numbers.empty()) std::memcpy(text.data(), numbers.data(), text.size());
    return text;
}

inline std::string npy(const std::string& dictionary, const std::string& data, char major = 1) {
    return std::string("\x93NUMPY") + major + '\0' + little(dictionary.size(), major == 1 ? 2 : 4) +
           dictionary + data;
}

inline std::string npy_of(const std::string& type, const std::string& shape, const std::string& data,
                          bool fortran = false) {
    return npy("{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                   ", 'shape': " + shape + ", }\n",
               data);
}

inline std::string safetensors(const std::string& header, const std::string& data) {
    return little(header.size(), 8) + header + data;
}

struct Member {
    std::string name, content;
    bool deflated = false;
    bool descriptor = false;  // sizes and checksum after the data, zeros before
    bool zip64 = false;       // 64-bit sizes and offset in an extra field
    unsigned flags = 0;
    unsigned method = 0;  // replaces the method that `deflated` implies
};

inline std::string deflate_raw(const std::string& content) {
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, content.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// A zip of these members, with the zip64 end records if any member is in zip64.
inline std::string zip(const std::vector<Member>& members, const std::string& comment = "") {
    std::string out, directory;
    bool zip64 = false;
    for (const Member& m : members) {
        const std::string packed = m.deflated ? deflate_raw(m.content) : m.content;
        const unsigned method = m.method != 0 ? m.method : (m.deflated ? 8 : 0);
        const auto checksum =
            crc32(0, reinterpret_cast<const Bytef*>(m.content.data()), static_cast<uInt>(m.content.size()));
        const std::uint64_t at = out.size();
        const std::string start =
            little(m.flags | (m.descriptor ? 8U : 0U), 2) + little(method, 2) + little(0, 4);
        const std::string sums = little(checksum, 4) + little(packed.size(), 4) + little(m.content.size(), 4);
        const std::string full(4, '\xFF');
        out += "PK\3\4" + little(45, 2) + start + (m.descriptor ? std::string(12, '\0') : sums) +
               little(m.name.size(), 2) + little(0, 2) + m.name + packed +
               (m.descriptor ? "PK\7\x8" + sums : "");
        std::string extra = little(0xCAFE, 2) + little(3, 2) + "abc";  // an unknown extra field
        if (m.zip64)
            extra += little(1, 2) + little(24, 2) + little(m.content.size(), 8) + little(packed.size(), 8) +
                     little(at, 8);
        directory += "PK\1\2" + little(45, 2) + little(45, 2) + start +
                     (m.zip64 ? little(checksum, 4) + full + full : sums) + little(m.name.size(), 2) +
                     little(extra.size(), 2) + little(0, 2) + little(0, 8) +
                     (m.zip64 ? full : little(at, 4)) + m.name + extra;
        zip64 = zip64 || m.zip64;
    }
    const std::uint64_t begin = out.size(), count = members.size();
    out += directory;
    if (zip64) {
        const std::uint64_t at = out.size();
        out += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8) +
               little(count, 8) + little(directory.size(), 8) + little(begin, 8);
        out += "PK\6\7" + little(0, 4) + little(at, 8) + little(1, 4);
    }
    const std::string ones(4, '\xFF');
    return out + "PK\5\6" + little(0, 4) + little(zip64 ? 0xFFFF : count, 2) +
           little(zip64 ? 0xFFFF : count, 2) +
           (zip64 ? ones + ones : little(directory.size(), 4) + little(begin, 4)) +
           little(comment.size(), 2) + comment;
}

/// 0, 1, 2 … as float64 bytes.
inline std::string counted(int count) {
    std::vector<double> numbers;
    for (int n = 0; n < count; ++n) numbers.push_back(n);
    return raw(numbers);
}

}  // namespace poslab::test
