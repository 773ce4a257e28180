#pragma once

#include "core/files/element_type.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A global that a PyTorch pickle may name. Nothing is executed; each is a record with a known meaning.
struct TorchGlobal {
    enum class Role { storage, tensor, parameter, dictionary };

    std::string_view module, name;
    Role role = Role::storage;
    std::optional<ElementLayout> layout;  // of a storage; for complex numbers, of each part
    bool is_complex = false;
};

[[nodiscard]] std::span<const TorchGlobal> torch_globals();

/// Throws InputError, "PATH: holds code (MODULE.NAME), which is not executed", or names the unsupported type
/// of tensor.
[[noreturn]] void refuse_global(const std::string& path, std::string_view module, std::string_view name);

}  // namespace poslab
