#include "core/files/torch_globals.hpp"

#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <array>

namespace poslab {
namespace {

using Role = TorchGlobal::Role;

TorchGlobal real(std::string_view name, NumberType type) {
    return {"torch", name, Role::storage, NumberLayout{type, false}};
}

TorchGlobal integer(std::string_view name, std::size_t bytes, bool is_signed, bool is_truth = false) {
    return {"torch", name, Role::storage, IntegerLayout{bytes, is_signed, false, is_truth}};
}

TorchGlobal complex(std::string_view name, NumberType part) {
    return {"torch", name, Role::storage, NumberLayout{part, false}, true};
}

}  // namespace

std::span<const TorchGlobal> torch_globals() {
    static const std::array<TorchGlobal, 16> globals{
        real("FloatStorage", NumberType::float32),
        real("DoubleStorage", NumberType::float64),
        real("HalfStorage", NumberType::float16),
        real("BFloat16Storage", NumberType::bfloat16),
        integer("LongStorage", 8, true),
        integer("IntStorage", 4, true),
        integer("ShortStorage", 2, true),
        integer("CharStorage", 1, true),
        integer("ByteStorage", 1, false),
        integer("BoolStorage", 1, false, true),
        complex("ComplexFloatStorage", NumberType::float32),
        complex("ComplexDoubleStorage", NumberType::float64),
        TorchGlobal{"torch._utils", "_rebuild_tensor_v2", Role::tensor, {}},
        TorchGlobal{"torch._utils", "_rebuild_parameter", Role::parameter, {}},
        TorchGlobal{"torch.nn.parameter", "Parameter", Role::parameter, {}},
        TorchGlobal{"collections", "OrderedDict", Role::dictionary, {}}};
    return globals;
}

void refuse_global(const std::string& path, std::string_view module, std::string_view name) {
    const std::string full = printable_text(module) + "." + printable_text(name);
    const auto has = [&](std::string_view part) {
        return module.starts_with("torch") && name.find(part) != std::string_view::npos;
    };
    if (has("sparse"))
        refuse_file(
            path, tr("holds a sparse tensor ({}), which is not supported; convert it with to_dense()", full));
    if (has("qtensor"))
        refuse_file(
            path,
            tr("holds a quantised tensor ({}), which is not supported; convert it with dequantize()", full));
    if (has("_rebuild_tensor_v3") || has("UntypedStorage") || has("Float8") || has("float8")) {
        refuse_file(path, tr("holds a tensor of an unsupported type ({}); convert it with float()", full));
    }
    refuse_file(path, tr("holds code ({}), which is not executed", full));
}

}  // namespace poslab
