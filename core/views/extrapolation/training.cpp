#include "core/views/extrapolation/training.hpp"

namespace poslab::extrapolation {
namespace {

double place_of(const std::string& id) {
    const auto all = ComparedScheme::all();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ComparedScheme& scheme) { return scheme.id == id; });
    return found == all.end() ? -1 : static_cast<double>(found - all.begin());
}

std::size_t count_of(const TrainingRecord& record) { return record.record.checkpoints.size(); }

}  // namespace

TrainingRecord training_of(const DecoderSourceGroup& source) {
    if (const BuiltInModel* built_in = source.built_in_model())
        return read_training_record(built_in->training(), "training.json");
    return training_record_in(model_folder(source.model.path));
}

const ComparedScheme* scheme_at(double position) {
    return position >= 0 ? &ComparedScheme::all()[static_cast<std::size_t>(position)] : nullptr;
}

const TrainingRecord& SampleContext::training() {
    return training_made.get([&] { return training_of(params.source); });
}

std::vector<double> training_losses(SampleContext& context) { return context.training().losses; }

std::vector<double> checkpoint_ends(SampleContext& context) {
    return numbers_of(context.training().record.extrapolation.ends);
}

std::vector<double> checkpoint_steps(SampleContext& context) {
    std::vector<double> steps;
    for (const Checkpoint& checkpoint : context.training().record.checkpoints)
        steps.push_back(static_cast<double>(checkpoint.step));
    return steps;
}

std::vector<double> checkpoint_held_out(SampleContext& context) {
    std::vector<double> losses;
    for (const Checkpoint& checkpoint : context.training().record.checkpoints)
        losses.push_back(checkpoint.held_out);
    return losses;
}

std::vector<double> checkpoint_recalled(SampleContext& context) {
    std::vector<double> shares;
    for (const Checkpoint& checkpoint : context.training().record.checkpoints)
        if (checkpoint.recalled) shares.push_back(*checkpoint.recalled);
    return shares;
}

std::vector<double> checkpoint_schemes(SampleContext& context) {
    std::vector<double> places;
    for (const std::string& id : context.training().record.extrapolation.schemes)
        places.push_back(place_of(id));
    return places;
}

Numbers checkpoint_losses(SampleContext& context) {
    const TrainingRecord& record = context.training();
    const std::size_t schemes = record.record.extrapolation.schemes.size(),
                      ranges = record.record.extrapolation.ends.size();
    std::vector<double> losses;
    for (std::size_t scheme = 0; scheme < schemes; ++scheme)
        for (const Checkpoint& checkpoint : record.record.checkpoints)
            losses.insert(losses.end(),
                          checkpoint.losses.begin() + static_cast<std::ptrdiff_t>(scheme * ranges),
                          checkpoint.losses.begin() + static_cast<std::ptrdiff_t>((scheme + 1) * ranges));
    return {std::move(losses),
            {static_cast<std::int64_t>(schemes), static_cast<std::int64_t>(count_of(record)),
             static_cast<std::int64_t>(ranges)}};
}

}  // namespace poslab::extrapolation
