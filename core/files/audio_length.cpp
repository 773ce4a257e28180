#include "core/files/input_file.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
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

/// Refuses numbers in the chunk fmt of which libsndfile reports only an internal error.
void check_format(const OpenFile& file, std::uint64_t at, bool big_endian) {
    const std::string format = file.read_text(at, 8);
    if (number_of(std::string_view(format).substr(2, 2), big_endian) == 0)
        refuse_file(file.path(), "its header declares 0 channels"_tr);
    if (number_of(std::string_view(format).substr(4, 4), big_endian) == 0)
        refuse_file(file.path(), "its header declares a sample rate of 0"_tr);
}

/// Returns the bytes of a frame, one sample of each channel, by the chunk fmt; 0 if its codec has no frames
/// of one size or its numbers contradict each other.
std::uint64_t frame_bytes(const OpenFile& file, std::uint64_t at, bool big_endian) {
    constexpr std::uint64_t pcm = 1, floats = 3, a_law = 6, mu_law = 7, extensible = 0xFFFE;
    const std::string format = file.read_text(at, 16);
    const auto field = [&](std::size_t offset) {
        return number_of(std::string_view(format).substr(offset, 2), big_endian);
    };
    const std::uint64_t codec = field(0), channels = field(2), block = field(12), bits = field(14);
    const bool has_frames =
        codec == pcm || codec == floats || codec == a_law || codec == mu_law || codec == extensible;
    return has_frames && block == channels * ((bits + 7) / 8) ? block : 0;
}

/// The samples of a WAV: their first byte and their size, and the bytes of a frame (0: unknown).
struct Samples {
    std::uint64_t begin = 0, bytes = 0, frame = 0;
};

/// Refuses samples that end within a frame, of which libsndfile drops the rest. A padding byte at the end,
/// which some programs count among the samples, is not one of them.
void check_whole_frames(const OpenFile& file, const Samples& samples) {
    const auto& [begin, bytes, frame] = samples;
    if (frame == 0 || bytes % frame == 0) return;
    if (bytes % frame == 1 && bytes % 2 == 0 && file.read_text(begin + bytes - 1, 1).front() == '\0') return;
    refuse_file(file.path(),
                tr("truncated: its {} bytes of samples are not whole frames of {} bytes", bytes, frame));
}

bool begins_wav(std::string_view bytes) {
    const std::string_view name = bytes.substr(0, 4);
    return (name == "RIFF" || name == "RIFX" || name == "RF64") && bytes.size() >= first_chunk &&
           bytes.substr(8).starts_with("WAVE");
}

/// True if a FLAC file begins there: its name, and a block of 34 bytes that describes the stream.
bool begins_flac(std::string_view bytes) {
    constexpr std::string_view block("fLaC\0\0\0\x22", 8), last_block("fLaC\x80\0\0\x22", 8);
    return bytes.starts_with(block) || bytes.starts_with(last_block);
}

bool begins_audio(std::string_view bytes) {
    const bool aiff = bytes.starts_with("FORM") && bytes.size() >= first_chunk && bytes.substr(8, 3) == "AIF";
    return aiff || begins_wav(bytes) || begins_flac(bytes);
}

[[noreturn]] void refuse_second_file(const OpenFile& file, std::uint64_t at) {
    refuse_file(file.path(), tr("a second audio file begins at byte {}; a file must contain only one", at));
}

/// True if the name and the size there are those of a chunk within the file.
bool begins_chunk(const OpenFile& file, std::uint64_t at, bool big_endian) {
    if (at + chunk_header_bytes > file.bytes()) return false;
    const std::string header = file.read_text(at, chunk_header_bytes);
    const std::uint64_t size = number_of(std::string_view(header).substr(4), big_endian);
    return size <= file.bytes() - at - chunk_header_bytes &&
           std::all_of(header.begin(), header.begin() + 4, [](char c) { return c >= ' ' && c <= '~'; });
}

/// Refuses another audio file behind the samples of a WAV, the chunks that follow them, zeros or an ID3v1
/// tag: libsndfile reads only the first, or says that "RIFF" is missing.
void check_behind_samples(const OpenFile& file, std::uint64_t end, bool big_endian) {
    constexpr std::uint64_t max_padding = 4096;
    constexpr std::size_t tag_bytes = 128;
    constexpr int max_chunks = 1000;
    for (int chunk = 0; chunk < max_chunks && end < file.bytes(); ++chunk) {
        const std::uint64_t next = end + end % 2;
        for (std::uint64_t at = end; at <= next; ++at) {  // the padding byte may be missing
            const std::string bytes =
                file.read_text(at, std::min(file.bytes() - at, max_padding + tag_bytes));
            std::size_t begin = std::min(bytes.find_first_not_of('\0'), bytes.size());
            if (bytes.compare(begin, 3, "TAG") == 0) begin = std::min(begin + tag_bytes, bytes.size());
            if (begins_audio(std::string_view(bytes).substr(begin))) refuse_second_file(file, at + begin);
        }
        const bool is_padded = begins_chunk(file, next, big_endian) || !begins_chunk(file, end, big_endian);
        const std::uint64_t begin = is_padded ? next : end;
        if (begin + chunk_header_bytes > file.bytes()) return;
        const std::string header = file.read_text(begin, chunk_header_bytes);
        const std::uint64_t size = number_of(std::string_view(header).substr(4), big_endian);
        end = begin + chunk_header_bytes + size;
        if (header.front() == '\0') return;
    }
}

void check_samples(const OpenFile& file, const Samples& samples, bool big_endian) {
    const std::uint64_t left = file.bytes() - samples.begin;
    if (samples.bytes > left)
        refuse_file(file.path(), tr("truncated: its header declares {} bytes of samples, the file has {}",
                                    samples.bytes, left));
    check_behind_samples(file, samples.begin + samples.bytes, big_endian);
    check_whole_frames(file, samples);
}

/// Walks over the chunks up to the samples.
void check_wav(const OpenFile& file, bool big_endian, bool rf64) {
    std::uint64_t large_size = unknown_size, frame = 0;
    for (std::uint64_t at = first_chunk; at + chunk_header_bytes <= file.bytes();) {
        const std::string header = file.read_text(at, chunk_header_bytes);
        const std::string_view name = std::string_view(header).substr(0, 4);
        std::uint64_t size = number_of(std::string_view(header).substr(4), big_endian);
        at += chunk_header_bytes;
        const std::uint64_t left = file.bytes() - at;
        // ds64 holds the sizes of the file and of the samples, 8 bytes each, followed by others.
        if (rf64 && name == "ds64" && left >= 16) large_size = number_of(file.read_text(at + 8, 8));
        if (name == "fmt " && size >= 8 && left >= 8) check_format(file, at, big_endian);
        if (name == "fmt " && size >= 16 && left >= 16) frame = frame_bytes(file, at, big_endian);
        if (name == "data") {
            if (size == unknown_size && rf64) size = large_size;
            if (size == unknown_size) return check_whole_frames(file, {at, left, frame});
            return check_samples(file, {at, size, frame}, big_endian);
        }
        if (size > left) break;
        at += size + size % 2;
    }
    refuse_file(file.path(), "truncated before its samples"_tr);
}

constexpr std::uint64_t page_header_bytes = 27, max_page_bytes = page_header_bytes + 255 + 255 * 255;

/// Returns the size of the Ogg page (RFC 3533) at the start of `bytes`; 0 if there is no page.
std::uint64_t page_size(std::string_view bytes) {
    constexpr std::size_t segments_at = 26;
    // 0 is the only version.
    if (bytes.size() < page_header_bytes || !bytes.starts_with("OggS") || bytes[4] != '\0') return 0;
    const std::uint64_t segments = number_of(bytes.substr(segments_at, 1));
    std::uint64_t size = page_header_bytes + segments;
    for (const char segment : bytes.substr(page_header_bytes, segments))
        size += static_cast<unsigned char>(segment);
    return size;
}

unsigned page_flags(std::string_view page) { return static_cast<unsigned char>(page[5]); }

/// True if the checksum of a page is right; libogg ignores other pages.
bool has_checksum(std::string_view page) {
    constexpr std::size_t checksum_at = 22, checksum_end = 26;
    constexpr std::uint32_t polynomial = 0x04C11DB7U, highest = 0x80000000U;
    std::uint32_t checksum = 0;
    for (std::size_t n = 0; n < page.size(); ++n) {
        const bool own = n >= checksum_at && n < checksum_end;
        checksum ^= own ? 0U : std::uint32_t{static_cast<unsigned char>(page[n])} << 24U;
        for (int bit = 0; bit < 8; ++bit)
            checksum = (checksum << 1U) ^ ((checksum & highest) != 0 ? polynomial : 0U);
    }
    return checksum == number_of(page.substr(checksum_at, checksum_end - checksum_at));
}

/// Returns the third packet, the setup header, of the first Vorbis stream; empty for another codec. The
/// pages before it must be complete, otherwise no value is returned.
std::optional<std::string> vorbis_setup(const OpenFile& file) {
    constexpr unsigned beginning_of_stream = 2;
    constexpr std::size_t stream_at = 14, setup_packet = 2;
    constexpr std::size_t max_pages = 4096;  // other streams may begin first
    std::optional<std::uint64_t> stream;
    std::string setup;
    std::size_t pages = 0;
    for (std::uint64_t at = 0, packet = 0; packet <= setup_packet;) {
        if (++pages > max_pages) return std::nullopt;
        const std::string bytes = file.read_text(at, std::min(file.bytes() - at, max_page_bytes));
        const std::uint64_t size = page_size(bytes);
        const std::string_view page = std::string_view(bytes).substr(0, size);
        if (size == 0 || size > bytes.size() || !has_checksum(page)) return std::nullopt;
        at += size;
        std::string_view sizes = page.substr(page_header_bytes, number_of(page.substr(26, 1)));
        std::string_view body = page.substr(page_header_bytes + sizes.size());
        const std::uint64_t of = number_of(page.substr(stream_at, 4));
        if (!stream && (page_flags(page) & beginning_of_stream) == 0) return setup;
        if (!stream && body.starts_with("\x01vorbis")) stream = of;
        if (stream != of) continue;
        for (; !sizes.empty() && packet <= setup_packet; sizes.remove_prefix(1)) {
            const auto part = static_cast<unsigned char>(sizes.front());
            if (packet == setup_packet) setup += body.substr(0, part);
            body.remove_prefix(part);
            if (part < 255) ++packet;
        }
    }
    return setup;
}

/// Reads Vorbis's numbers, the lowest bit first.
class BitReader {
  public:
    explicit BitReader(std::string_view bytes) : bytes_(bytes) {}
    /// Bits beyond the end are 0.
    std::uint64_t number(unsigned bits) {
        std::uint64_t number = 0;
        for (unsigned n = 0; n < bits; ++n, ++at_) {
            if (at_ / 8 >= bytes_.size()) continue;
            const unsigned byte = static_cast<unsigned char>(bytes_[at_ / 8]);
            number |= std::uint64_t{(byte >> (at_ % 8)) & 1U} << n;
        }
        return number;
    }
    void skip(std::uint64_t bits) { at_ += bits; }
    [[nodiscard]] bool is_beyond_end() const { return at_ > 8 * bytes_.size(); }

  private:
    std::string_view bytes_;
    std::uint64_t at_ = 0;  // in bits
};

/// Skips the lengths of a codebook's codes (Vorbis I, 3.2.1). Returns false if they are invalid.
bool skip_code_lengths(BitReader& bits, std::uint64_t entries) {
    constexpr unsigned length_bits = 5, max_length = 32;
    if (bits.number(1) == 0) {
        const bool sparse = bits.number(1) != 0;
        for (std::uint64_t n = 0; n < entries; ++n)
            if (!sparse || bits.number(1) != 0) bits.skip(length_bits);
        return true;
    }
    for (std::uint64_t n = 0, length = bits.number(length_bits) + 1; n < entries; ++length) {
        if (length > max_length) return false;
        n += bits.number(static_cast<unsigned>(std::bit_width(entries - n)));
        if (n > entries) return false;
    }
    return true;
}

/// Returns the largest number whose power `dims` is at most `entries`.
std::uint64_t lattice_values(std::uint64_t entries, std::uint64_t dims) {
    const auto fits = [&](std::uint64_t number) {
        std::uint64_t power = 1;
        for (std::uint64_t n = 0; n < dims && power <= entries; ++n) power *= number;
        return power <= entries;
    };
    std::uint64_t values = 0;
    while (values < entries && fits(values + 1)) ++values;
    return values;
}

/// libvorbis allocates several bytes for each number. Files by libvorbis and FFmpeg have 10^4 to 10^5.
constexpr std::uint64_t max_codebook_numbers = std::uint64_t{1} << 22U;

/// True if the codebooks of a setup header are valid and have at most `max_codebook_numbers`.
bool has_small_codebooks(std::string_view setup) {
    constexpr std::string_view name = "\x05vorbis";
    constexpr std::uint64_t mark = 0x564342;
    if (!setup.starts_with(name)) return false;
    BitReader bits(setup.substr(name.size()));
    std::uint64_t numbers = 0;
    for (std::uint64_t books = bits.number(8) + 1; books > 0; --books) {
        if (bits.number(24) != mark) return false;
        const std::uint64_t dims = bits.number(16), entries = bits.number(24);
        numbers += dims * entries;
        if (dims == 0 || numbers > max_codebook_numbers || !skip_code_lengths(bits, entries)) return false;
        const std::uint64_t lookup = bits.number(4);
        if (lookup > 2) return false;
        if (lookup != 0) {
            bits.skip(64);  // the minimum and the step
            const std::uint64_t value_bits = bits.number(4) + 1;
            bits.skip(1 + value_bits * (lookup == 1 ? lattice_values(entries, dims) : entries * dims));
        }
        if (bits.is_beyond_end()) return false;
    }
    return true;
}

/// Refuses a Vorbis stream for whose codebooks libvorbis would allocate gigabytes.
void check_codebooks(const OpenFile& file) {
    const std::optional<std::string> setup = vorbis_setup(file);
    if (setup && (setup->empty() || has_small_codebooks(*setup))) return;
    refuse_file(file.path(),
                tr("damaged: its headers are invalid, or its codebooks have more than {} numbers",
                   max_codebook_numbers));
}

/// Refuses a stream that begins after pages of another one: libsndfile reads only the first.
void refuse_chained_ogg(const OpenFile& file) {
    constexpr unsigned beginning_of_stream = 2;
    constexpr std::uint64_t max_header_bytes = page_header_bytes + 255;
    bool has_data = false;
    for (std::uint64_t at = 0; at < file.bytes();) {
        const std::string header = file.read_text(at, std::min(file.bytes() - at, max_header_bytes));
        const std::uint64_t size = page_size(header);
        if (size == 0) return;
        const bool begins = (page_flags(header) & beginning_of_stream) != 0;
        if (begins && has_data)
            refuse_file(file.path(),
                        tr("a second Ogg stream begins at byte {}; a file must have one stream", at));
        has_data = has_data || !begins;
        at += size;
    }
}

/// Checks the Ogg pages (RFC 3533) from the end: the last must be complete and marked as the end of the
/// stream.
void check_ogg(const OpenFile& file) {
    constexpr unsigned end_of_stream = 4;
    const std::uint64_t size = std::min(file.bytes(), max_page_bytes);
    const std::string tail = file.read_text(file.bytes() - size, size);
    for (std::size_t at = tail.rfind("OggS"); at != std::string::npos;
         at = at > 0 ? tail.rfind("OggS", at - 1) : std::string::npos) {
        const std::string_view page = std::string_view(tail).substr(at);
        if (page_size(page) == page.size() && (page_flags(page) & end_of_stream) != 0) {
            refuse_chained_ogg(file);
            return check_codebooks(file);
        }
    }
    refuse_file(file.path(), "truncated: its last page is incomplete or not marked as the end"_tr);
}

}  // namespace

void check_audio_is_whole(const OpenFile& file) {
    if (file.bytes() == 0) refuse_file(file.path(), "is empty"_tr);
    const std::string start = file.read_text(0, std::min(file.bytes(), first_chunk));
    const std::string_view name = std::string_view(start).substr(0, 4);
    if (name == "fLaC") return;  // its last sample is read later
    if (name == "OggS") return check_ogg(file);
    if (begins_wav(start)) return check_wav(file, name == "RIFX", name == "RF64");
    refuse_file(file.path(), "not a WAV, FLAC or Ogg file: wrong magic bytes"_tr);
}

void check_flac_is_single(const OpenFile& file) {
    if (file.bytes() < 4 || file.read_text(0, 4) != "fLaC") return;
    constexpr std::uint64_t block_header_bytes = 4, header_bytes = 8, part = std::uint64_t{1} << 20U;
    std::uint64_t at = 4;
    for (bool last = false; !last;) {
        if (at + block_header_bytes > file.bytes()) return;
        const std::string header = file.read_text(at, block_header_bytes);
        last = (static_cast<unsigned char>(header.front()) & 0x80U) != 0;
        at += block_header_bytes + number_of(std::string_view(header).substr(1), true);
    }
    for (; at < file.bytes(); at += part) {
        const std::string bytes = file.read_text(at, std::min(file.bytes() - at, part + header_bytes));
        for (std::size_t n = bytes.find("fLaC"); n != std::string::npos; n = bytes.find("fLaC", n + 1))
            if (begins_flac(std::string_view(bytes).substr(n))) refuse_second_file(file, at + n);
    }
}

}  // namespace poslab
