#pragma once

#include "core/views/view.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace poslab {

class Engine;
struct EngineChoice;

/// Names the data after what `engine` has used up to now and keeps the engine alive with them; it may still
/// compute for them (states of a memory between the cached ones).
[[nodiscard]] std::shared_ptr<const Data> with_engine(Data data, std::shared_ptr<const Engine> engine);

/// Variants with their data, and what was prepared for them: another sample prepares nothing again.
struct ComputedVariants {
    using Found = std::function<void(const Variant&, const Engine&, Data&)>;

    std::vector<Variant> variants;
    std::vector<Held> prepared{};  // of the first variants, up to those that were sampled

    /// Computes the data of each variant on an engine of its own, and calls `found` with them (if not empty)
    /// before they are shared. Throws Error, Cancelled.
    void sample(const View& view, const SampleRequest& request, const EngineChoice& choice, const Job& job,
                const Found& found = {});
};

/// Returns the request for the arrays that the figure draws, with as many points as a picture shows.
[[nodiscard]] SampleRequest sample_for(const FigureInfo& figure);

}  // namespace poslab
