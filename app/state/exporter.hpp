#pragma once

#include "app/cli/sweep_frames.hpp"
#include "app/state/export_choice.hpp"
#include "core/base/job.hpp"
#include "core/figure/layout.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// What the command line does for the dialog. All throw Error; those with a Job, Cancelled as well, and run on any thread.
struct Exporter {
    std::function<void(const ExportChoice&, const Job&)> write;
    std::function<std::string(const ExportChoice&)> command;
    /// How the picture is laid out.
    std::function<Layout(const ExportChoice&, const Figure&, const TextMetrics&)> layout;
    /// What its figure shows, with the data of each.
    std::function<std::vector<Variant>(const ExportChoice&, const Job&)> variants;
    /// Names of the arrays that the file of numbers holds; empty: all.
    std::function<std::vector<std::string>(const ExportChoice&)> arrays;
    std::function<FilmFacts(const ExportChoice&)> film;
    /// How many of the requested frames differ, unless all do.
    std::function<std::vector<Sentence>(const ExportChoice&)> film_notes;
    /// The first frame of an animation: at first with its own axes, then as the film has it.
    std::function<void(const ExportChoice&, const Job&, const std::function<void(FirstFrame)>&)> first_frame;
};

}  // namespace poslab
