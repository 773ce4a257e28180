#include "core/attention/file_vectors.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/encoding/plan.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <type_traits>

namespace poslab {

namespace {

constexpr std::size_t max_label_bytes = std::size_t{64} << 20U;

[[noreturn]] void refuse(const HeadTensor& tensor, const Message& why) { refuse_file(tensor.label(), why); }

/// True for a usual name of a tensor of any kind.
bool is_usual_name(std::string_view name) {
    const auto is_among = [name](std::span<const std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    return is_among(query_names) || is_among(key_names) || is_among(matrix_names);  // any may be "values"
}

const TensorInfo& found(const TensorFile& file, const std::string& name,
                        std::span<const std::string_view> names) {
    if (!name.empty() || file.count() < 2) return file.tensor(name);
    for (const std::string_view usual : names)
        if (has_tensor(file, usual)) return file.tensor(usual);
    const TensorInfo& only = file.tensor({});  // throws if there are several
    // Keys are no queries, even if nothing else can be read.
    return file.tensor(is_usual_name(only.name) ? names.front() : std::string_view(only.name));
}

void check_same(const HeadTensor& queries, const HeadTensor& other, bool heads_may_differ,
                bool columns_may_differ) {
    const bool fit =
        queries.rows() == other.rows() && (columns_may_differ || queries.columns() == other.columns()) &&
        queries.layers() == other.layers() && queries.info().shape.size() == other.info().shape.size() &&
        (heads_may_differ ? other.heads() > 0 && queries.heads() % other.heads() == 0
                          : queries.heads() == other.heads());
    if (fit) return;
    const std::string mine = shape_text(queries.info().shape), theirs = shape_text(other.info().shape);
    refuse(other,
           tr("its shape {} does not fit that of the queries, {} in {}", theirs, mine, queries.label()));
}

void check_index(const HeadTensor& tensor, Text what, std::int64_t index, std::int64_t count) {
    if (index < count) return;
    const Message which = count == 1 ? verbatim("0") : tr("0 to {}", count - 1);
    refuse(tensor, tr("there is no {} {}: it has {}, numbered {}", what, index, count, which));
}

/// Reports numbers that are NaN or infinite as `Real`: their count and the first rows that contain them.
template <class Real>
void note_not_finite(const HeadTensor& tensor, const std::vector<Real>& numbers,
                     std::vector<Message>& notes) {
    std::int64_t count = 0, rows = 0, last = -1;
    std::string list;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        if (std::isfinite(numbers[n])) continue;
        ++count;
        const std::int64_t row = static_cast<std::int64_t>(n) / tensor.columns();
        if (row == last) continue;
        last = row;
        if (++rows <= 4) list += fmt::format("{}{}", rows > 1 ? ", " : "", row);
    }
    if (count == 0) return;
    if (rows > 4) list += ", …";
    const char* const type = std::is_same_v<Real, float> ? "float32" : "float64";
    notes.push_back(rows == 1
                        ? tr_plural("{1} holds {0} number that is NaN or infinite in {2}, in row {3}.",
                                    "{1} holds {0} numbers that are NaN or infinite in {2}, in row {3}.",
                                    count, tensor.label(), type, list)
                        : tr("{} holds {} numbers that are NaN or infinite in {}, in rows {}.",
                             tensor.label(), count, type, list));
}

template <class Real>
std::shared_ptr<const TokenVectors> held(std::vector<Real> numbers, const HeadTensor& tensor,
                                         std::vector<Message>& notes) {
    note_not_finite(tensor, numbers, notes);
    return std::make_shared<const TokenVectors>(std::move(numbers), tensor.columns());
}

}  // namespace

bool has_tensor(const TensorFile& file, std::string_view name) {
    const auto is_it = [name](const auto& tensor) { return tensor.name == name; };
    const auto readable = file.tensors();
    const auto unreadable = file.unreadable();
    return std::any_of(readable.begin(), readable.end(), is_it) ||
           std::any_of(unreadable.begin(), unreadable.end(), is_it);
}

HeadTensor::HeadTensor(std::string_view text, std::span<const std::string_view> names) {
    const TensorName name = split_tensor_name(text);
    file_ = std::make_shared<const TensorFile>(name.path);
    info_ = &found(*file_, name.name, names);
    const std::size_t dimensions = info_->shape.size();
    if (dimensions < 2 || dimensions > 4)
        refuse(*this, tr("its shape is {}; it must have two dimensions, or three with heads, or four with "
                         "layers and heads",
                         shape_text(info_->shape)));
    if (rows() < 1 || columns() < 1 || heads() < 1 || layers() < 1)
        refuse(*this, tr("its shape is {}: it is empty", shape_text(info_->shape)));
    if (rows() > max_tokens)
        refuse(*this, tr("it has {} tokens, at most {} are allowed", rows(), max_tokens));
}

std::string HeadTensor::label() const {
    return info_ == nullptr || info_->name.empty() ? file_->path() : file_->path() + "#" + info_->name;
}

std::int64_t HeadTensor::layers() const { return info_->shape.size() == 4 ? info_->shape[0] : 1; }
std::int64_t HeadTensor::heads() const {
    const auto& shape = info_->shape;
    return shape.size() >= 3 ? shape[shape.size() - 3] : 1;
}
std::int64_t HeadTensor::rows() const { return info_->rows(); }
std::int64_t HeadTensor::columns() const { return info_->columns(); }

std::vector<std::int64_t> HeadTensor::leading(std::int64_t layer, std::int64_t head) const {
    if (info_->shape.size() == 4) return {layer, head};
    return info_->shape.size() == 3 ? std::vector{head} : std::vector<std::int64_t>{};
}

std::vector<float> HeadTensor::floats(std::int64_t layer, std::int64_t head, const IndexRange& rows,
                                      const Job& job) const {
    return file_->read_floats(*info_, leading(layer, head), rows, job);
}

std::vector<double> HeadTensor::doubles(std::int64_t layer, std::int64_t head, const IndexRange& rows,
                                        const Job& job) const {
    return file_->read_doubles(*info_, leading(layer, head), rows, job);
}

VectorFiles::VectorFiles(std::string_view queries, std::string_view keys, std::string_view values)
    : queries_(queries, query_names), keys_(keys, key_names) {
    check_same(queries_, keys_, true, false);
    if (values.empty()) return;
    values_.emplace_back(values, value_names);
    check_same(queries_, values_.front(), true, true);
}

HeadVectors VectorFiles::head(std::int64_t layer, std::int64_t head, std::int64_t tokens, Precision precision,
                              const Job& job, std::vector<Message>& notes) const {
    check_index(queries_, "layer"_tr.as("counted"), layer, layers());
    check_index(queries_, "head"_tr.as("counted"), head, heads());
    const IndexRange rows{0, std::min(tokens, this->tokens())};
    const auto read = [&](const HeadTensor& tensor) {
        const std::int64_t own = head / (heads() / tensor.heads());
        return precision == Precision::float32 ? held(tensor.floats(layer, own, rows, job), tensor, notes)
                                               : held(tensor.doubles(layer, own, rows, job), tensor, notes);
    };
    HeadVectors vectors{read(queries_), read(keys_)};
    if (!values_.empty()) vectors.values = read(values_.front());
    return vectors;
}

void check_both_given(const std::string& queries, const std::string& keys) {
    if (!queries.empty() && keys.empty())
        throw InputError(tr("{}: it holds no keys; give them with --keys", queries));
    if (queries.empty() && !keys.empty())
        throw InputError(tr("{}: these are keys; give the queries with --queries", keys));
}

namespace {

template <class Real>
std::shared_ptr<const TokenVectors> unrotated_vectors(const TokenVectors& vectors,
                                                      const RotaryFrequencies& rotary, Pairing pairing,
                                                      RotaryDims dims) {
    const auto dim = static_cast<std::size_t>(vectors.dim());
    const std::size_t turned = 2 * rotary.inverse_frequency.size();
    const auto begin = static_cast<std::size_t>(
        first_rotary_dimension(dims, vectors.dim(), static_cast<std::int64_t>(turned)));
    std::vector<double> all(static_cast<std::size_t>(vectors.tokens()) * dim);
    vectors.read({0, vectors.tokens()}, all);
    std::vector<Real> numbers(all.size());
    for (std::int64_t t = 0; t < vectors.tokens(); ++t) {
        const auto first = static_cast<std::size_t>(t) * dim;
        std::vector<double> row = rotated(std::span(all).subspan(first, dim), -static_cast<double>(t),
                                          rotary.inverse_frequency, pairing, dims);
        for (std::size_t n = 0; n < dim; ++n) {
            const bool turns = n >= begin && n < begin + turned;
            numbers[first + n] = static_cast<Real>(turns ? row[n] / rotary.attention_factor : row[n]);
        }
    }
    return std::make_shared<const TokenVectors>(std::move(numbers), vectors.dim());
}

}  // namespace

HeadVectors unrotated(const HeadVectors& vectors, const RotaryFrequencies& rotary, Pairing pairing,
                      RotaryDims dims, Precision precision) {
    const auto take_off = [&](const TokenVectors& held) {
        return precision == Precision::float32 ? unrotated_vectors<float>(held, rotary, pairing, dims)
                                               : unrotated_vectors<double>(held, rotary, pairing, dims);
    };
    return {take_off(*vectors.queries), take_off(*vectors.keys), vectors.values};
}

std::vector<double> vector_from_file(std::string_view text, std::int64_t layer, std::int64_t head,
                                     std::int64_t heads, std::int64_t dim) {
    const TensorName name = split_tensor_name(text);
    const TensorFile file(name.path);
    const TensorInfo& info = file.tensor(name.name);
    const std::size_t dimensions = info.shape.size();
    const bool fits = dimensions >= 1 && dimensions <= 3 && info.columns() == dim &&
                      (dimensions < 2 || ((heads == 0 || info.rows() == heads) && head < info.rows())) &&
                      (dimensions < 3 || layer < info.shape[0]);
    const Message rows = heads == 0 ? Message("heads"_tr.as("of a shape")) : verbatim(std::to_string(heads));
    if (!fits) {
        const std::string shape = shape_text(info.shape);
        refuse_file(
            std::string(text),
            heads == 0
                ? tr("its shape is {}; it must be [{}], or [{}, {}] or [layers, {}, {}] with a layer {} and "
                     "a head {}",
                     shape, dim, rows, dim, rows, dim, layer, head)
                : tr("its shape is {}; it must be [{}], or [{}, {}] or [layers, {}, {}] with a layer {}",
                     shape, dim, rows, dim, rows, dim, layer));
    }
    const std::vector<std::int64_t> leading =
        dimensions == 3 ? std::vector{layer} : std::vector<std::int64_t>{};
    const std::int64_t row = dimensions == 1 ? 0 : head;
    return file.read_doubles(info, leading, {row, row + 1});
}

std::int64_t heads_in_vector_file(std::string_view text) {
    const TensorName name = split_tensor_name(text);
    const TensorFile file(name.path);
    const TensorInfo& info = file.tensor(name.name);
    return info.shape.size() < 2 ? 1 : info.rows();
}

namespace {

int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Replaces \n, \r and \t by visible symbols and \xNN by a byte; scripts/dump_qk.py writes tokens like this,
/// one per line.
std::string unescaped(std::string_view line) {
    std::string text;
    for (std::size_t n = 0; n < line.size(); ++n) {
        const char next = line[n] == '\\' && n + 1 < line.size() ? line[n + 1] : '\0';
        const bool byte = next == 'x' && n + 3 < line.size() && hexadecimal(line[n + 2]) >= 0 &&
                          hexadecimal(line[n + 3]) >= 0;
        if (byte) {
            text += static_cast<char>(16 * hexadecimal(line[n + 2]) + hexadecimal(line[n + 3]));
            n += 3;
        } else if (next == 'n' || next == 'r' || next == 't') {
            text += next == 't' ? "→" : "↵";
            ++n;
        } else if (next == '\\') {
            text += next;
            ++n;
        } else {
            text += line[n];
        }
    }
    return text;
}

}  // namespace

std::vector<std::string> token_labels(const std::string& path, std::int64_t most) {
    const std::string file = read_whole_file(path, max_label_bytes);
    const std::string_view text = without_byte_order_mark(file);
    std::vector<std::string> labels;
    if (text.empty()) refuse_file(path, "it is empty; it must name one token per line"_tr);
    for (std::size_t begin = 0; begin < text.size() && static_cast<std::int64_t>(labels.size()) < most;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const auto wrong = byte_that_is_not_utf8(line))
            refuse_file(path, tr("line {}: invalid UTF-8 at its byte {}", labels.size() + 1, *wrong));
        labels.push_back(printable_text(unescaped(line)));
        begin = end + 1;
    }
    return labels;
}

}  // namespace poslab
