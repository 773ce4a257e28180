#pragma once

#include "tests/files/tensor_bytes.hpp"

#include <string>
#include <vector>

/// torch.save files written by hand from the opcodes of pickle (Python's pickletools), independently of the
/// program's reader.
namespace poslab::test {

inline std::string pickle_text(const std::string& text) { return "X" + little(text.size(), 4) + text; }
inline std::string pickle_integer(std::int64_t number) {
    return std::string("\x8A\x08") + little(static_cast<std::uint64_t>(number), 8);
}
inline std::string pickle_global(const std::string& module, const std::string& name) {
    return "c" + module + "\n" + name + "\n";
}
inline std::string pickle_tuple(const std::vector<std::int64_t>& numbers) {
    std::string out = "(";
    for (const std::int64_t number : numbers) out += pickle_integer(number);
    return out + "t";
}
inline std::string pickle_dictionary() { return pickle_global("collections", "OrderedDict") + ")R"; }

inline std::string pickle_storage(const std::string& type, std::int64_t items, const std::string& key = "0") {
    return "(" + pickle_text("storage") + pickle_global("torch", type) + pickle_text(key) +
           pickle_text("cpu") + pickle_integer(items) + "tQ";
}
inline std::string pickle_tensor(const std::string& storage, std::int64_t first,
                                 const std::vector<std::int64_t>& sizes,
                                 const std::vector<std::int64_t>& strides, const std::string& bits = "") {
    return pickle_global("torch._utils", "_rebuild_tensor_v2") + "(" + storage + pickle_integer(first) +
           pickle_tuple(sizes) + pickle_tuple(strides) + "\x89" + pickle_dictionary() + bits + "tR";
}

/// A whole file: `pickle` without its frame, and storage 0.
inline std::string torch_file(const std::string& pickle, const std::string& storage = "",
                              bool deflated = false, const std::string& order = "") {
    std::vector<Member> members{{"x/data.pkl", "\x80\x02" + pickle + ".", deflated}};
    if (!order.empty()) members.push_back({"x/byteorder", order});
    members.push_back({"x/data/0", storage, deflated});
    return zip(members);
}

}  // namespace poslab::test
