#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/signal_reader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sndfile.h>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

namespace poslab {
namespace {

/// libsndfile, loaded when the first audio file is opened: with the codecs that it needs it is eight
/// libraries, which most commands do not use.
struct SoundLibrary {
    decltype(&sf_open_virtual) open_virtual;
    decltype(&sf_close) close;
    decltype(&sf_strerror) error_text;
    decltype(&sf_seek) seek;
    decltype(&sf_readf_double) read_frames;

    /// Throws Unavailable.
    static const SoundLibrary& loaded() {
        static const SoundLibrary library(opened());
        return library;
    }

  private:
    static constexpr const char* name = "libsndfile.so.1";

    explicit SoundLibrary(void* handle)
        : open_virtual(found<decltype(open_virtual)>(handle, "sf_open_virtual")),
          close(found<decltype(close)>(handle, "sf_close")),
          error_text(found<decltype(error_text)>(handle, "sf_strerror")),
          seek(found<decltype(seek)>(handle, "sf_seek")),
          read_frames(found<decltype(read_frames)>(handle, "sf_readf_double")) {}

    static void* opened() {
        void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr)
            throw Unavailable(
                tr("audio files require {}, which is not installed (Debian: libsndfile1)", name));
        return handle;
    }
    template <class Function>
    static Function found(void* handle, const char* symbol) {
        void* const function = dlsym(handle, symbol);
        if (function == nullptr)
            throw Unavailable(tr("{} has no {}, which audio files require", name, symbol));
        return reinterpret_cast<Function>(function);
    }
};

constexpr std::size_t buffer_numbers = std::size_t{1} << 17U;

/// The file as libsndfile reads it, with a moving position. libsndfile never receives a path, so it reads the
/// file that was opened.
struct FileCursor {
    const OpenFile& file;
    std::uint64_t at = 0;
    std::exception_ptr failure{};  // exceptions must not pass through a C library

    static FileCursor& of(void* data) { return *static_cast<FileCursor*>(data); }
    static sf_count_t length(void* data) { return static_cast<sf_count_t>(of(data).file.bytes()); }
    static sf_count_t tell(void* data) { return static_cast<sf_count_t>(of(data).at); }
    static sf_count_t seek(sf_count_t offset, int whence, void* data) {
        FileCursor& cursor = of(data);
        const auto bytes = static_cast<sf_count_t>(cursor.file.bytes()),
                   at = static_cast<sf_count_t>(cursor.at);
        const sf_count_t from = whence == SEEK_CUR ? at : (whence == SEEK_END ? bytes : 0);
        if (offset < -from || offset > bytes - from) return -1;
        cursor.at = static_cast<std::uint64_t>(from + offset);
        return from + offset;
    }
    static sf_count_t read(void* out, sf_count_t count, void* data) {
        FileCursor& cursor = of(data);
        const std::uint64_t size =
            count > 0 ? std::min(static_cast<std::uint64_t>(count), cursor.file.bytes() - cursor.at) : 0;
        try {
            cursor.file.read(cursor.at, {static_cast<unsigned char*>(out), size});
        } catch (...) {
            cursor.failure = std::current_exception();
            return 0;
        }
        cursor.at += size;
        return static_cast<sf_count_t>(size);
    }
    static sf_count_t write(const void* /*bytes*/, sf_count_t /*count*/, void* /*data*/) { return 0; }
};

class AudioSignal : public SignalReader {
  public:
    explicit AudioSignal(OpenFile file) : SignalReader(std::move(file)) {
        check_audio_is_whole(file_);
        SF_VIRTUAL_IO access{FileCursor::length, FileCursor::seek, FileCursor::read, FileCursor::write,
                             FileCursor::tell};
        SF_INFO info{};
        sound_.reset(library_.open_virtual(&access, SFM_READ, &info, &cursor_));
        rethrow();
        if (!sound_) refuse_damaged();
        if (info.frames <= 0) refuse_file(file_.path(), "holds no readable samples"_tr);
        if (info.frames == SF_COUNT_MAX) {
            refuse_file(file_.path(), "does not declare its number of samples"_tr);
        }
        if (info.channels <= 0) refuse_damaged();
        shape_ = {info.frames, info.channels, static_cast<double>(std::max(info.samplerate, 0))};
        check_last_sample();
    }

    void read(std::int64_t channel, std::int64_t first, std::span<double> out) override {
        if (!std::exchange(is_searched_, true)) check_flac_is_single(file_);  // not when a window opens it
        move_to(first);
        const auto channels = static_cast<std::size_t>(shape_.channels);
        const std::size_t most = std::max<std::size_t>(1, buffer_numbers / channels);
        while (!out.empty()) {
            const std::size_t count = std::min(most, out.size());
            read_all(count);
            for (std::size_t n = 0; n < count; ++n)
                out[n] = numbers_[n * channels + static_cast<std::size_t>(channel)];
            out = out.subspan(count);
        }
    }

  private:
    struct Closer {
        void operator()(SNDFILE* sound) const { SoundLibrary::loaded().close(sound); }
    };

    void rethrow() {
        if (cursor_.failure) std::rethrow_exception(std::exchange(cursor_.failure, nullptr));
    }
    [[noreturn]] void refuse_damaged() const {
        const char* const why = library_.error_text(sound_.get());
        refuse_file(file_.path(), tr("cannot be read as audio: {}", why));
    }
    [[noreturn]] void refuse_short(std::int64_t at) const {
        check_flac_is_single(file_);  // the sample may be one of the second file
        refuse_file(file_.path(),
                    tr("truncated or damaged: its header declares {} samples, sample {} cannot be read",
                       shape_.samples, at));
    }

    /// Detects a truncated file immediately, not after an hour of samples.
    void check_last_sample() {
        move_to(shape_.samples - 1);
        read_all(1);
        move_to(0);
    }

    void move_to(std::int64_t sample) {
        if (sample == next_) return;
        const bool moved = library_.seek(sound_.get(), sample, SEEK_SET) == sample;
        next_ = moved ? sample : -1;
        rethrow();
        if (!moved) refuse_short(sample);
    }

    /// Reads samples next_, next_ + 1, ... of all channels into numbers_.
    void read_all(std::size_t count) {
        numbers_.resize(count * static_cast<std::size_t>(shape_.channels));
        const auto requested = static_cast<sf_count_t>(count);
        const sf_count_t got = library_.read_frames(sound_.get(), numbers_.data(), requested);
        const std::int64_t first = std::exchange(next_, got == requested ? next_ + got : -1);
        rethrow();
        if (got != requested) refuse_short(first + std::max<sf_count_t>(got, 0));
    }

    const SoundLibrary& library_ = SoundLibrary::loaded();
    FileCursor cursor_{file_};
    std::unique_ptr<SNDFILE, Closer> sound_;  // declared after cursor_, which closing may access
    std::int64_t next_ = 0;                   // next sample of libsndfile; -1: unknown
    bool is_searched_ = false;
    std::vector<double> numbers_;
};

}  // namespace

std::unique_ptr<SignalReader> open_audio_signal(OpenFile file) {
    return std::make_unique<AudioSignal>(std::move(file));
}

}  // namespace poslab
