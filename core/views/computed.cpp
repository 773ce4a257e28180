#include "core/views/computed.hpp"

#include "core/engine/engine_choice.hpp"

#include <utility>

namespace poslab {

std::shared_ptr<const Data> with_engine(Data data, std::shared_ptr<const Engine> engine) {
    struct Computed {
        std::shared_ptr<const Engine> engine;  // declared first: destroyed last
        Data data;
    };
    data.engine = engine->name();
    const auto found = std::make_shared<const Computed>(Computed{std::move(engine), std::move(data)});
    return {found, &found->data};
}

void ComputedVariants::sample(const View& view, const SampleRequest& request, const EngineChoice& choice,
                              const Job& job, const Found& found) {
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Job remaining = job.repeated(static_cast<double>(variants.size() - n));
        const std::shared_ptr<const Engine> engine = choice.engine();
        const Values& values = variants[n].values;
        if (prepared.size() == n) prepared.push_back(view.prepare(values, *engine, remaining));
        Data data = view.sample(values, prepared[n], request, *engine, remaining);
        if (found) found(variants[n], *engine, data);
        variants[n].data = with_engine(std::move(data), engine);
    }
}

SampleRequest sample_for(const FigureInfo& figure) {
    SampleRequest request;
    request.arrays.assign(figure.arrays.begin(), figure.arrays.end());
    request.curve_points = SampleRequest::figure_curve_points;
    return request;
}

}  // namespace poslab
