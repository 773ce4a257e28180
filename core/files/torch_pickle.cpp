#include "core/files/torch_pickle.hpp"

#include "core/files/input_file.hpp"
#include "core/files/torch_globals.hpp"

#include <algorithm>
#include <utility>

namespace poslab {
namespace {

using Index = PickleValue::Index;
using Kind = PickleValue::Kind;
using Indices = std::vector<Index>;

constexpr Index unset = ~Index{0};
/// The maximum length of a tuple of sizes. A value may be used often, so what is inspected each time must be
/// short.
constexpr std::size_t max_looked_at = 64;

/// Reads bytes in order.
class PickleBytes {
  public:
    PickleBytes(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

    [[noreturn]] void fail() const {
        refuse_file(path_, tr("its data.pkl is invalid at byte {}", command_at_));
    }
    unsigned char command() {
        command_at_ = at_;
        return static_cast<unsigned char>(take(1)[0]);
    }
    std::string_view take(std::uint64_t size) {
        if (size > bytes_.size() - at_) fail();
        const std::string_view taken = bytes_.substr(at_, size);
        at_ += size;
        return taken;
    }
    /// Reads a little-endian number.
    std::uint64_t number(unsigned size) {
        const std::string_view taken = take(size);
        std::uint64_t number = 0;
        for (unsigned n = size; n-- > 0;) number = number << 8U | static_cast<unsigned char>(taken[n]);
        return number;
    }
    std::string_view line() {
        const std::string_view taken = bytes_.substr(at_, bytes_.find('\n', at_) - at_);
        at_ += taken.size();
        static_cast<void>(take(1));
        return taken;
    }

  private:
    std::string_view bytes_;
    const std::string& path_;
    std::size_t at_ = 0, command_at_ = 0;
};

/// The stack machine of pickles: one-byte commands push values, pop them and combine them.
class PickleMachine {
  public:
    PickleMachine(std::string_view bytes, const std::string& path) : bytes_(bytes, path), path_(path) {}

    PickleContents run(const Job& job) {
        constexpr unsigned char stop = '.';
        std::size_t commands = 0;
        for (unsigned char command = bytes_.command(); command != stop; command = bytes_.command()) {
            constexpr std::size_t often = 1U << 12U;
            if (++commands % often == 0) job.check();
            const bool known = put_simple(command) || put_number(command) || put_bytes(command) ||
                               join(command) || remember(command) || name_or_call(command);
            if (!known) bytes_.fail();
        }
        contents_.root = pop();
        return std::move(contents_);
    }

  private:
    void push(PickleValue value) {
        if (contents_.values.size() == max_pickle_values) {
            refuse_file(path_, tr("its data.pkl holds more than {} values", max_pickle_values));
        }
        contents_.values.push_back(std::move(value));
        stack_.push_back(static_cast<Index>(contents_.values.size() - 1));
    }
    Index pop() {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) bytes_.fail();
        const Index index = stack_.back();
        stack_.pop_back();
        return index;
    }
    [[nodiscard]] Index top() const {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) bytes_.fail();
        return stack_.back();
    }
    Indices pop_to_mark() {
        if (marks_.empty()) bytes_.fail();
        const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        Indices items(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        marks_.pop_back();
        return items;
    }
    Indices pop_several(std::size_t count) {
        Indices items(count);
        while (count-- > 0) items[count] = pop();
        return items;
    }
    [[nodiscard]] const PickleValue& value(Index index) const { return contents_[index]; }
    const PickleValue& expect(Index index, Kind kind) const {
        if (value(index).kind != kind) bytes_.fail();
        return value(index);
    }

    bool put_simple(unsigned char command) {
        switch (command) {
            case 0x80:  // protocol
                if (const std::uint64_t protocol = bytes_.number(1); protocol < 2 || protocol > 5)
                    bytes_.fail();
                return true;
            case 0x95:  // a frame: its size is redundant
                static_cast<void>(bytes_.number(8));
                return true;
            case 'N':
                push({});
                return true;
            case 0x88:
            case 0x89:
                push({Kind::truth, command == 0x88 ? 1 : 0, {}, {}});
                return true;
            case '}':
                push({Kind::dictionary, 0, {}, {}});
                return true;
            case ']':
                push({Kind::list, 0, {}, {}});
                return true;
            default:
                return false;
        }
    }

    bool put_number(unsigned char command) {
        switch (command) {
            case 'J':
                put_integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes_.number(4))));
                return true;
            case 'K':
                put_integer(static_cast<std::int64_t>(bytes_.number(1)));
                return true;
            case 'M':
                put_integer(static_cast<std::int64_t>(bytes_.number(2)));
                return true;
            case 0x8A:
                put_long(bytes_.take(bytes_.number(1)));
                return true;
            case 0x8B:
                put_long(bytes_.take(bytes_.number(4)));
                return true;
            case 'G':  // a float
                static_cast<void>(bytes_.take(8));
                push({});
                return true;
            default:
                return false;
        }
    }
    void put_integer(std::int64_t integer) { push({Kind::integer, integer, {}, {}}); }
    /// Pushes a little-endian integer in two's complement; no size or index exceeds int64.
    void put_long(std::string_view digits) {
        if (digits.size() > sizeof(std::int64_t)) return push({});
        std::uint64_t bits = !digits.empty() && (static_cast<unsigned char>(digits.back()) & 0x80U) != 0
                                 ? ~std::uint64_t{0}
                                 : 0;
        for (std::size_t n = digits.size(); n-- > 0;)
            bits = bits << 8U | static_cast<unsigned char>(digits[n]);
        put_integer(static_cast<std::int64_t>(bits));
    }

    bool put_bytes(unsigned char command) {
        switch (command) {
            case 'X':  // strings
                push({Kind::text, 0, bytes_.take(bytes_.number(4)), {}});
                return true;
            case 0x8C:
                push({Kind::text, 0, bytes_.take(bytes_.number(1)), {}});
                return true;
            case 0x8D:
                push({Kind::text, 0, bytes_.take(bytes_.number(8)), {}});
                return true;
            case 'B':  // bytes
                static_cast<void>(bytes_.take(bytes_.number(4)));
                push({});
                return true;
            case 'C':
                static_cast<void>(bytes_.take(bytes_.number(1)));
                push({});
                return true;
            case 0x8E:
                static_cast<void>(bytes_.take(bytes_.number(8)));
                push({});
                return true;
            default:
                return false;
        }
    }

    bool join(unsigned char command) {
        switch (command) {
            case '(':
                marks_.push_back(stack_.size());
                return true;
            case ')':
                push({Kind::tuple, 0, {}, {}});
                return true;
            case 't':
                push({Kind::tuple, 0, {}, pop_to_mark()});
                return true;
            case 0x85:
            case 0x86:
            case 0x87:
                push({Kind::tuple, 0, {}, pop_several(command - 0x84U)});
                return true;
            case 'a':
                extend(Kind::list, pop_several(1));
                return true;
            case 'e':
                extend(Kind::list, pop_to_mark());
                return true;
            case 's':
                extend(Kind::dictionary, pop_several(2));
                return true;
            case 'u':
                extend(Kind::dictionary, pop_to_mark());
                return true;
            default:
                return false;
        }
    }
    void extend(Kind kind, const Indices& items) {
        static_cast<void>(expect(top(), kind));
        if (kind == Kind::dictionary && items.size() % 2 != 0) bytes_.fail();
        Indices& all = contents_.values[top()].items;
        all.insert(all.end(), items.begin(), items.end());
    }

    bool remember(unsigned char command) {
        switch (command) {
            case 'q':
                put_in_memo(bytes_.number(1));
                return true;
            case 'r':
                put_in_memo(bytes_.number(4));
                return true;
            case 0x94:
                put_in_memo(memo_.size());
                return true;
            case 'h':
                get_from_memo(bytes_.number(1));
                return true;
            case 'j':
                get_from_memo(bytes_.number(4));
                return true;
            default:
                return false;
        }
    }
    void put_in_memo(std::uint64_t place) {
        if (place >= max_pickle_values) bytes_.fail();
        if (place >= memo_.size()) memo_.resize(place + 1, unset);
        memo_[place] = top();
    }
    void get_from_memo(std::uint64_t place) {
        if (place >= memo_.size() || memo_[place] == unset) bytes_.fail();
        stack_.push_back(memo_[place]);
    }

    bool name_or_call(unsigned char command) {
        switch (command) {
            case 'c': {
                const std::string_view module = bytes_.line();
                put_global(module, bytes_.line());
                return true;
            }
            case 0x93: {
                const Indices names = pop_several(2);
                put_global(expect(names[0], Kind::text).text, expect(names[1], Kind::text).text);
                return true;
            }
            case 'Q':
                put_storage(pop());
                return true;
            case 'R':
                call();
                return true;
            case 'b':
                set_state();
                return true;
            default:
                return refuse_object(command);
        }
    }
    void put_global(std::string_view module, std::string_view name) {
        const auto globals = torch_globals();
        const auto found = std::find_if(globals.begin(), globals.end(), [&](const TorchGlobal& global) {
            return global.module == module && global.name == name;
        });
        if (found == globals.end()) refuse_global(path_, module, name);
        push({Kind::global, found - globals.begin(), {}, {}});
    }
    [[nodiscard]] const TorchGlobal& global(Index index) const {
        return torch_globals()[static_cast<std::size_t>(expect(index, Kind::global).integer)];
    }
    /// Rejects a known global that is used for something else.
    [[noreturn]] void refuse_use(Index index) const {
        const TorchGlobal& used = global(index);
        refuse_global(path_, used.module, used.name);
    }

    /// Pushes ("storage", its type, its key, its device, its number of items).
    void put_storage(Index index) {
        const Indices& items = expect(index, Kind::tuple).items;
        if (items.size() != 5 || expect(items[0], Kind::text).text != "storage") bytes_.fail();
        if (global(items[1]).role != TorchGlobal::Role::storage) refuse_use(items[1]);
        push({Kind::storage,
              expect(items[4], Kind::integer).integer,
              expect(items[2], Kind::text).text,
              {items[1]}});
    }

    void call() {
        const Indices& arguments = expect(pop(), Kind::tuple).items;  // valid until a value is added
        const Index called = pop();
        switch (global(called).role) {
            case TorchGlobal::Role::tensor:
                return put_tensor(arguments);
            case TorchGlobal::Role::parameter:  // a trainable tensor
                if (arguments.empty()) bytes_.fail();
                static_cast<void>(expect(arguments[0], Kind::tensor));
                stack_.push_back(arguments[0]);
                return;
            case TorchGlobal::Role::dictionary:
                if (!arguments.empty()) bytes_.fail();
                return push({Kind::dictionary, 0, {}, {}});
            case TorchGlobal::Role::storage:
                refuse_use(called);
        }
    }
    /// Pushes (storage, first item, sizes, strides, requires_grad, hooks[, bits]); the bits say how a view
    /// changes its numbers.
    void put_tensor(const Indices& arguments) {
        if (arguments.size() != 6 && arguments.size() != 7) bytes_.fail();
        static_cast<void>(expect(arguments[0], Kind::storage));
        static_cast<void>(expect(arguments[1], Kind::integer));
        for (const Index list : {arguments[2], arguments[3]}) {
            const Indices& sizes = expect(list, Kind::tuple).items;
            if (sizes.size() > max_looked_at) bytes_.fail();
            for (const Index size : sizes) static_cast<void>(expect(size, Kind::integer));
        }
        const bool plain = arguments.size() == 6 || is_without_bits(value(arguments[6]));
        if (!plain)
            refuse_file(path_, "holds a lazily negated or conjugated tensor; convert it with clone()"_tr);
        push({Kind::tensor, 0, {}, {arguments.begin(), arguments.begin() + 4}});
    }
    [[nodiscard]] bool is_without_bits(const PickleValue& bits) const {
        if (bits.kind == Kind::other) return true;
        if (bits.kind != Kind::dictionary || bits.items.size() > max_looked_at) return false;
        for (std::size_t n = 1; n < bits.items.size(); n += 2) {
            const PickleValue& bit = value(bits.items[n]);
            if (bit.kind != Kind::truth || bit.integer != 0) return false;
        }
        return true;
    }

    /// Skips what a module's dictionary has in addition to its tensors: version numbers.
    void set_state() {
        static_cast<void>(expect(pop(), Kind::dictionary));
        if (value(top()).kind == Kind::global) refuse_use(top());
        static_cast<void>(expect(top(), Kind::dictionary));
    }

    bool refuse_object(unsigned char command) {
        if (command == 'i') {
            const std::string_view module = bytes_.line();
            refuse_global(path_, module, bytes_.line());
        }
        if (command == 'o') {
            const Indices items = pop_to_mark();
            if (!items.empty()) refuse_use(items[0]);
        }
        if (command == 0x81 || command == 0x92) refuse_use(pop_several(command == 0x81 ? 2 : 3)[0]);
        return false;
    }

    PickleBytes bytes_;
    const std::string& path_;
    PickleContents contents_;
    Indices stack_, memo_;
    std::vector<std::size_t> marks_;
};

}  // namespace

PickleContents read_torch_pickle(std::string_view bytes, const std::string& path, const Job& job) {
    return PickleMachine(bytes, path).run(job);
}

}  // namespace poslab
