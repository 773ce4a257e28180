#include "core/files/signal_file.hpp"

#include "core/files/input_file.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {
namespace {

std::string ending_of(const std::string& path) {
    const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
    if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return {};
    std::string ending = path.substr(dot);
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return ending;
}

std::unique_ptr<SignalReader> open_reader(const std::string& path, const Job& job) {
    OpenFile file(path);
    const std::string ending = ending_of(path);
    if (ending == ".npy") return open_npy_signal(std::move(file));
    if (ending == ".csv") return open_csv_signal(std::move(file), job);
    for (const std::string_view audio : {".wav", ".flac", ".ogg"}) {
        if (ending == audio) return open_audio_signal(std::move(file));
    }
    refuse_file(path, "not a signal file: must end in .npy, .csv, .wav, .flac or .ogg"_tr);
}

}  // namespace

SignalFile::SignalFile(const std::string& path, const Job& job) : reader_(open_reader(path, job)) {
    reader_->file().check_unchanged();
}
SignalFile::~SignalFile() = default;
SignalFile::SignalFile(SignalFile&& other) noexcept = default;
SignalFile& SignalFile::operator=(SignalFile&& other) noexcept = default;

const std::string& SignalFile::path() const { return reader_->file().path(); }
const FileIdentity& SignalFile::identity() const { return reader_->file().identity(); }
const SignalShape& SignalFile::shape() const { return reader_->shape(); }

void SignalFile::check_channel(std::int64_t channel) const {
    const std::int64_t channels = shape().channels;
    if (channel >= 0 && channel < channels) return;
    if (channels == 1) {
        refuse_file(path(), tr("has no channel {}; it has one, channel 0", channel));
    }
    refuse_file(path(),
                tr("has no channel {}; it has {}, numbered from 0 to {}", channel, channels, channels - 1));
}

void SignalFile::read(std::int64_t channel, std::int64_t first, std::span<double> out) {
    check_channel(channel);
    const auto size = static_cast<std::int64_t>(out.size());
    if (first < 0 || first > shape().samples || size > shape().samples - first) {
        throw std::out_of_range("samples outside the file");
    }
    if (out.empty()) return;
    reader_->file().check_unchanged();
    reader_->read(channel, first, out);
    reader_->file().check_unchanged();
    const auto bad =
        std::find_if(out.begin(), out.end(), [](double sample) { return !std::isfinite(sample); });
    if (bad == out.end()) return;
    const std::int64_t at = first + (bad - out.begin());
    const bool nan = std::isnan(*bad);
    refuse_file(path(), nan ? tr("sample {} of channel {} is not a number (NaN)", at, channel)
                            : tr("sample {} of channel {} is infinite", at, channel));
}

}  // namespace poslab
