#include "app/cli/vectors.hpp"

#include "app/cli/check.hpp"
#include "core/base/errors.hpp"
#include "core/conformance/test_vectors.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/result.hpp"
#include "core/documents/versus.hpp"
#include "core/files/atomic_file.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace poslab {

namespace {

VectorsOrigin origin_of(const std::string& path, const VectorsOptions& options, const Values& values) {
    const std::string words = with_portable_paths(
        versus_words(definition_view(), definition_view().defaults(), values), {&values, 1}, path);
    const std::string name = options.name.empty() ? identifier_of_file(path) : options.name;
    return {fmt::format("poslab {} vectors{}{}", POSLAB_VERSION, words.empty() ? "" : " of ", words),
            options.assumes_pairing, name};
}

std::string npz_of(const std::vector<TestVector>& vectors) {
    std::vector<Array> arrays;
    arrays.reserve(vectors.size());
    for (const TestVector& vector : vectors)
        arrays.push_back(
            {vector.name, vector.shape, {}, {}, {}, std::make_shared<const NumberBuffer>(vector.values)});
    return npz_bytes(arrays);
}

}  // namespace

std::optional<Message> write_test_vectors(const std::string& path, const VectorsOptions& options,
                                          const Values& values) {
    const bool is_header = path.ends_with(".h");
    if (!is_header && !path.ends_with(".npz")) throw UsageError(tr("-o {}: must end in .npz or .h", path));
    if (!is_header && !options.name.empty())
        throw UsageError(
            tr("--name {}: applies only to a header, and {} is not a header", options.name, path));
    if (!options.name.empty() && !is_identifier(options.name))
        throw UsageError(
            tr("--name {}: must consist of letters, digits and underscores, and start with a letter",
               options.name));
    InputFiles inputs;
    add_inputs(definition_view().parameters(), values, inputs);
    inputs.refuse(path);
    const Implementation right = implementation_of(values);
    const std::vector<TestVector> vectors = test_vectors(right);
    write_file_atomically(path, is_header
                                    ? test_vectors_header(vectors, right, origin_of(path, options, values))
                                    : npz_of(vectors));
    if (is_header || !options.assumes_pairing) return std::nullopt;
    return tr("pairs are {} by default; --pairing, --config or --preset changes that",
              pairing_text(right.pairing));
}

}  // namespace poslab
