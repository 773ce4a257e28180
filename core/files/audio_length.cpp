#include "core/files/input_file.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <string_view>

namespace poslab {
namespace {

constexpr std::uint64_t chunk_header_bytes = 8;
constexpr std::uint64_t first_chunk = 12;  // after "RIFF", the size and "WAVE"
/// The size in a file that was written to a pipe; in RF64 it means that the size is in the chunk ds64.
constexpr std::uint64_t unknown_size = 0xFFFFFFFFU;

std::uint64_t number_of(std::string_view bytes, bool big_endian = false) {
    std::uint64_t number = 0;
    for (std::size_t n = 0; n < bytes.size(); ++n) {
        number = 256 * number + static_cast<unsigned char>(bytes[big_endian ? n : bytes.size() - 1 - n]);
    }
    return number;
}

/// Walks over the chunks up to the samples.
void check_wav(const OpenFile& file, bool big_endian, bool rf64) {
    std::uint64_t large_size = unknown_size;
    for (std::uint64_t at = first_chunk; at + chunk_header_bytes <= file.bytes();) {
        const std::string header = file.read_text(at, chunk_header_bytes);
        const std::string_view name = std::string_view(header).substr(0, 4);
        std::uint64_t size = number_of(std::string_view(header).substr(4), big_endian);
        at += chunk_header_bytes;
        const std::uint64_t left = file.bytes() - at;
        // ds64 holds the sizes of the file and of the samples, 8 bytes each, followed by others.
        if (rf64 && name == "ds64" && left >= 16) large_size = number_of(file.read_text(at + 8, 8));
        if (name == "data") {
            if (size == unknown_size && rf64) size = large_size;
            if (size == unknown_size || size <= left) return;
            refuse_file(file.path(), tr("truncated: its header declares {} bytes of samples, the file has {}",
                                        size, left));
        }
        if (size > left) break;
        at += size + size % 2;
    }
    refuse_file(file.path(), "truncated before its samples"_tr);
}

/// Checks the Ogg pages (RFC 3533) from the end: the last must be complete and marked as the end of the
/// stream.
void check_ogg(const OpenFile& file) {
    constexpr std::uint64_t page_header_bytes = 27, max_page_bytes = page_header_bytes + 255 + 255 * 255;
    constexpr std::size_t flags_at = 5, segments_at = 26;
    constexpr unsigned end_of_stream = 4;
    const std::uint64_t size = std::min(file.bytes(), max_page_bytes);
    const std::string tail = file.read_text(file.bytes() - size, size);
    for (std::size_t at = tail.rfind("OggS"); at != std::string::npos;
         at = at > 0 ? tail.rfind("OggS", at - 1) : std::string::npos) {
        const std::string_view page = std::string_view(tail).substr(at);
        if (page.size() < page_header_bytes || page[4] != '\0') continue;  // 0 is the only version
        const std::uint64_t segments = number_of(page.substr(segments_at, 1));
        std::uint64_t bytes = page_header_bytes + segments;
        for (const char segment : page.substr(page_header_bytes, segments))
            bytes += static_cast<unsigned char>(segment);
        if (bytes == page.size() && (static_cast<unsigned char>(page[flags_at]) & end_of_stream) != 0) return;
    }
    refuse_file(file.path(), "truncated: its last page is incomplete or not marked as the end"_tr);
}

}  // namespace

void check_audio_is_whole(const OpenFile& file) {
    if (file.bytes() == 0) refuse_file(file.path(), "is empty"_tr);
    const std::string start = file.read_text(0, std::min(file.bytes(), first_chunk));
    const std::string_view name = std::string_view(start).substr(0, 4);
    if (name == "fLaC") return;  // its header has the number of samples, and the last one is checked
    if (name == "OggS") return check_ogg(file);
    const bool riff = name == "RIFF" || name == "RIFX" || name == "RF64";
    if (riff && std::string_view(start).substr(4).ends_with("WAVE"))
        return check_wav(file, name == "RIFX", name == "RF64");
    refuse_file(file.path(), "not a WAV, FLAC or Ogg file: wrong magic bytes"_tr);
}

}  // namespace poslab
