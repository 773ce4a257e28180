#include "core/base/errors.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/found_arrays.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/torch_globals.hpp"
#include "core/files/torch_pickle.hpp"
#include "core/files/zip_directory.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace poslab {
namespace {

using Index = PickleValue::Index;
using Kind = PickleValue::Kind;

constexpr std::string_view pickle_suffix = "/data.pkl";
constexpr std::uint64_t max_pickle_bytes = std::uint64_t{1} << 24U;
constexpr std::size_t max_depth = 64;
/// An expanded tensor repeats each number many times.
constexpr std::uint64_t max_repeated_items = std::uint64_t{1} << 24U;

const ZipMember* pickle_of(const ZipDirectory& directory) {
    const auto found =
        std::find_if(directory.members.begin(), directory.members.end(), [](const ZipMember& member) {
            return member.name.ends_with(pickle_suffix) &&
                   member.name.find('/') == member.name.size() - pickle_suffix.size();
        });
    return found == directory.members.end() ? nullptr : &*found;
}

class TorchArchive {
  public:
    TorchArchive(const OpenFile& file, const ZipDirectory& directory, const ZipMember& pickle)
        : file_(file),
          directory_(directory),
          pickle_(pickle),
          folder_(pickle.name.substr(0, pickle.name.size() - pickle_suffix.size() + 1)) {
        for (const ZipMember& member : directory.members) members_.emplace(member.name, &member);
        if (const ZipMember* const order = member_of("byteorder")) {
            const std::string text = text_of(*order, 16);
            if (text != "little" && text != "big") {
                const std::string shown = printable_text(text);
                refuse_file(file.path(), tr("its byte order is '{}', neither little nor big", shown));
            }
            big_endian_ = text == "big";
        }
    }

    [[nodiscard]] std::string pickle_bytes() const { return text_of(pickle_, max_pickle_bytes); }
    [[nodiscard]] bool big_endian() const { return big_endian_; }
    [[nodiscard]] const ZipMember* member_of(const std::string& name) const {
        const auto found = members_.find(folder_ + name);
        return found == members_.end() ? nullptr : found->second;
    }
    [[nodiscard]] MemberData locate(const ZipMember& member, const std::string& location) const {
        return locate_member(file_, directory_, member, location);
    }

  private:
    [[nodiscard]] std::string text_of(const ZipMember& member, std::uint64_t max_bytes) const {
        const std::string location = array_place(file_, member.name);
        const MemberData data = locate(member, location);
        const std::uint64_t size = data.packed.bytes_inflated;
        if (size > max_bytes)
            refuse_file(location, tr("has {} bytes; at most {} are allowed", size, max_bytes));
        const Job job;
        const auto bytes = data.deflated ? inflated_bytes(file_, data.packed, location, job)
                                         : stored_bytes(file_, data.packed.offset, data.packed.bytes);
        std::string text(size, '\0');
        bytes->read(0, {reinterpret_cast<unsigned char*>(text.data()), text.size()});
        return text;
    }

    const OpenFile& file_;
    const ZipDirectory& directory_;
    const ZipMember& pickle_;
    std::string folder_;  // ends with a slash
    std::unordered_map<std::string_view, const ZipMember*> members_;
    bool big_endian_ = false;
};

/// Finds the tensors in dictionaries, lists and tuples, named by their keys and indices, joined by dots.
class TensorSearch {
  public:
    TensorSearch(const OpenFile& file, const TorchArchive& archive, const PickleContents& contents,
                 const Job& job)
        : file_(file), archive_(archive), contents_(contents), job_(job) {}

    FoundArrays search() {
        visit(contents_.root, 0);
        return std::move(found_);
    }

  private:
    /// Counts visits instead of values, because a value may occur several times.
    void visit(Index index, std::size_t depth) {
        if (++visits_ > max_pickle_values)
            refuse_file(file_.path(), tr("its data.pkl holds more than {} values", max_pickle_values));
        const PickleValue& value = contents_[index];
        if (value.kind == Kind::tensor) return add(value);
        const bool dictionary = value.kind == Kind::dictionary;
        if (!dictionary && value.kind != Kind::list && value.kind != Kind::tuple) return;
        if (depth == max_depth) refuse_file(file_.path(), tr("is nested more than {} deep", max_depth));
        const std::size_t step = dictionary ? 2 : 1;
        for (std::size_t n = 0; n + step <= value.items.size(); n += step) {
            const std::size_t size_before = name_.size();
            append_name(dictionary ? &contents_[value.items[n]] : nullptr, n / step);
            visit(value.items[n + step - 1], depth + 1);
            name_.resize(size_before);
        }
    }
    /// Appends a key to the name; a key that is neither a string nor an integer is named by its index.
    void append_name(const PickleValue* key, std::size_t index) {
        const bool text = key != nullptr && key->kind == Kind::text;
        const bool integer = key != nullptr && key->kind == Kind::integer;
        const std::string number = integer ? std::to_string(key->integer) : std::to_string(index);
        const std::string_view part = text ? key->text : std::string_view(number);
        if (name_.size() + part.size() >= max_name_bytes) {
            refuse_file(file_.path(), tr("has a name of more than {} bytes", max_name_bytes));
        }
        if (!name_.empty()) name_ += '.';
        name_ += part;
    }

    void add(const PickleValue& tensor) {
        job_.check();
        if (found_.arrays.size() + found_.unreadable.size() == max_named_arrays) {
            refuse_file(file_.path(), tr("has more than {} arrays", max_named_arrays));
        }
        try {
            found_.arrays.push_back(array_of(tensor, array_place(file_, name_)));
        } catch (const InputError& error) {
            found_.unreadable.push_back({name_, error.message()});
        }
    }

    FoundArray array_of(const PickleValue& tensor, const std::string& location) const {
        const PickleValue& storage = contents_[tensor.items[0]];
        const TorchGlobal& type =
            torch_globals()[static_cast<std::size_t>(contents_[storage.items[0]].integer)];
        StoredNumbers numbers{
            in_order(*type.layout), integers(tensor.items[2]), integers(tensor.items[3]), 0, 0, {}};
        const std::size_t parts = type.is_complex ? 2 : 1;
        if (numbers.shape.size() + parts - 1 > max_dimensions)
            refuse_file(location, tr("has more than {} dimensions", max_dimensions));
        numbers.first = checked_first(numbers, contents_[tensor.items[1]].integer, storage.integer, location);
        find_bytes(numbers, storage, parts * element_bytes(numbers.layout), location);
        if (type.is_complex) return complex_array(std::move(numbers), name_);
        return {name_, element_name(numbers.layout), numbers.shape, numbers};
    }
    [[nodiscard]] ElementLayout in_order(ElementLayout layout) const {
        std::visit([&](auto& kind) { kind.big_endian = archive_.big_endian(); }, layout);
        return layout;
    }
    [[nodiscard]] std::vector<std::int64_t> integers(Index tuple) const {
        std::vector<std::int64_t> out;
        for (const Index index : contents_[tuple].items) out.push_back(contents_[index].integer);
        return out;
    }

    /// Returns the first item after checking that all lie within a storage of `items`.
    static std::uint64_t checked_first(const StoredNumbers& numbers, std::int64_t first, std::int64_t items,
                                       const std::string& location) {
        // complex numbers have the largest items
        const auto count = checked_items(numbers.shape, 2 * sizeof(double));
        const std::string shape = shape_text(numbers.shape), strides = shape_text(numbers.strides);
        if (!count || first < 0 || items < 0) refuse_file(location, tr("has an impossible shape, {}", shape));
        std::int64_t left = items - 1 - first;
        bool inside = numbers.shape.size() == numbers.strides.size() && (*count == 0 || left >= 0);
        for (std::size_t n = 0; inside && *count > 0 && n < numbers.shape.size(); ++n) {
            const std::int64_t steps = numbers.shape[n] - 1, stride = numbers.strides[n];
            inside = stride >= 0 && (steps == 0 || stride <= left / steps);
            if (inside) left -= steps * stride;
        }
        if (!inside)
            refuse_file(location, tr("its shape {} with strides {} exceeds the {} numbers in the file", shape,
                                     strides, items));
        if (*count > max_repeated_items && *count > static_cast<std::uint64_t>(items)) {
            refuse_file(location, tr("repeats {} numbers to {}; repeated tensors may have at most {} numbers",
                                     items, shape, max_repeated_items));
        }
        return static_cast<std::uint64_t>(first);
    }

    void find_bytes(StoredNumbers& numbers, const PickleValue& storage, std::uint64_t size,
                    const std::string& location) const {
        const std::string name = "data/" + std::string(storage.text.substr(0, max_name_bytes));
        const ZipMember* const member = archive_.member_of(name);
        if (member == nullptr) {
            const std::string shown = printable_text(name);
            refuse_file(location, tr("its numbers are missing: the file has no {}", shown));
        }
        const MemberData data = archive_.locate(*member, location);
        const std::uint64_t there = data.packed.bytes_inflated;
        const auto items = static_cast<std::uint64_t>(storage.integer);
        if (items > there / size) {
            const std::string type = element_name(numbers.layout);
            refuse_file(location, tr("truncated: {} numbers of {} do not fit into the {} bytes in the file",
                                     items, type, there));
        }
        if (data.deflated) {
            numbers.deflated = data.packed;
        } else {
            numbers.offset = data.packed.offset;
        }
    }

    const OpenFile& file_;
    const TorchArchive& archive_;
    const PickleContents& contents_;
    const Job& job_;
    FoundArrays found_;
    std::string name_;
    std::size_t visits_ = 0;
};

}  // namespace

bool is_torch_archive(const ZipDirectory& directory) { return pickle_of(directory) != nullptr; }

FoundArrays torch_arrays(const OpenFile& file, const ZipDirectory& directory, const Job& job) {
    const TorchArchive archive(file, directory, *pickle_of(directory));
    const std::string pickle = archive.pickle_bytes();
    const PickleContents contents = read_torch_pickle(pickle, file.path(), job);
    return TensorSearch(file, archive, contents, job).search();
}

void refuse_pickle(const OpenFile& file, std::string_view start) {
    // the old format's magic number, as a pickle
    constexpr std::string_view before_zip("\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 14);
    if (start.starts_with(before_zip)) {
        refuse_file(
            file.path(),
            "the format of PyTorch before 1.6 is not supported; save it again: torch.save(torch.load(FILE), FILE)"_tr);
    }
    constexpr char protocol = '\x80', newest = 5;
    if (start.size() < 2 || start[0] != protocol || start[1] < 2 || start[1] > newest) return;
    refuse_file(file.path(),
                "a Python pickle may contain code and is not read; use torch.save or numpy.save"_tr);
}

}  // namespace poslab
