// make_pseudo_language TO FROM...: writes a catalogue of a pseudo-language with the texts of these
// catalogues, two fifths longer.
#include "tests/support/pseudo_language.hpp"

#include <fstream>
#include <iterator>
#include <span>

int main(int count, char** values) {
    const std::span<char*> arguments(values, static_cast<std::size_t>(count));
    if (arguments.size() < 3) return 2;
    poslab::Catalogue catalogue;
    for (const char* path : arguments.subspan(2)) {
        std::ifstream file(path, std::ios::binary);
        catalogue.add(std::string(std::istreambuf_iterator<char>(file), {}));
    }
    std::ofstream file(arguments[1], std::ios::binary);
    file << poslab::test::pseudo_language(catalogue);
    return file.flush() ? 0 : 1;
}
