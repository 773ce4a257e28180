#pragma once

#include "core/files/element_type.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// What a pickle of PyTorch may name: nothing of it is run, each is a record whose meaning is known.
struct TorchGlobal {
    enum class Role { storage, tensor, parameter, dictionary };

    std::string_view module, name;
    Role role = Role::storage;
    std::optional<ElementLayout> layout;  // of a storage; of complex numbers: of each of the two parts
    bool is_complex = false;
};

[[nodiscard]] std::span<const TorchGlobal> torch_globals();

/// Throws InputError, "PATH: holds code (MODULE.NAME), which is not run", or says what kind of tensors is not read.
[[noreturn]] void refuse_global(const std::string& path, std::string_view module, std::string_view name);

}  // namespace poslab
