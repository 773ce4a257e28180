#include "core/files/byte_source.hpp"
#include "core/files/input_file.hpp"
#include "core/files/npy_header.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

namespace poslab {
namespace {

constexpr std::uint64_t signal_piece_bytes = std::uint64_t{1} << 20U;

class NpySignal : public SignalReader {
  public:
    explicit NpySignal(OpenFile file) : SignalReader(std::move(file)) {
        info_ = read_npy_header(*stored_bytes(file_, 0, file_.bytes()), file_.path());
        const std::string shape = shape_text(info_.shape);
        if (info_.shape.empty() || info_.shape.size() > 2) {
            refuse_file(file_.path(),
                        tr("has the shape {}; a signal is [samples] or [samples, channels]", shape));
        }
        shape_ = {info_.shape.front(), info_.shape.size() == 2 ? info_.shape.back() : 1, 0};
        if (shape_.samples == 0 || shape_.channels == 0) {
            refuse_file(file_.path(), tr("holds no samples: its shape is {}", shape));
        }
    }

    void read(std::int64_t channel, std::int64_t first, std::span<double> out) override {
        const std::uint64_t size = number_bytes(info_.type());
        const auto samples = static_cast<std::uint64_t>(shape_.samples),
                   channels = static_cast<std::uint64_t>(shape_.channels);
        const std::uint64_t apart = info_.fortran_order ? 1 : channels;
        std::uint64_t at = static_cast<std::uint64_t>(channel) * (info_.fortran_order ? samples : 1) +
                           static_cast<std::uint64_t>(first) * apart;  // index within the tensor
        // Numbers that are further apart than one piece are read individually.
        const std::uint64_t most =
            apart * size > signal_piece_bytes ? 1 : (signal_piece_bytes - size) / (apart * size) + 1;
        while (!out.empty()) {
            const std::uint64_t count = std::min<std::uint64_t>(most, out.size());
            bytes_.resize(((count - 1) * apart + 1) * size);
            file_.read(info_.offset + at * size, bytes_);
            convert_numbers(info_.layout, bytes_, apart * size, out.first(count));
            out = out.subspan(count);
            at += count * apart;
        }
    }

  private:
    TensorInfo info_;
    std::vector<unsigned char> bytes_;
};

}  // namespace

std::unique_ptr<SignalReader> open_npy_signal(OpenFile file) {
    return std::make_unique<NpySignal>(std::move(file));
}

}  // namespace poslab
