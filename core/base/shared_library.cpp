#include "core/base/shared_library.hpp"

#include <dlfcn.h>

namespace poslab {

bool has_library(const char* name) {
    void* const library = dlopen(name, RTLD_LAZY);
    if (library != nullptr) dlclose(library);
    return library != nullptr;
}

}  // namespace poslab
