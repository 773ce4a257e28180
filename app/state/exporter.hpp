#pragma once

#include "app/cli/sweep_frames.hpp"
#include "app/state/export_choice.hpp"
#include "core/base/job.hpp"
#include "core/figure/layout.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// Functions of the command line for the export dialog. All throw Error; those with a Job also throw
/// Cancelled and run on any thread.
struct Exporter {
    std::function<void(const ExportChoice&, const Job&)> write;
    std::function<std::string(const ExportChoice&)> command;
    /// Returns the layout of the picture.
    std::function<Layout(const ExportChoice&, const Figure&, const TextMetrics&)> layout;
    /// Returns the variants that the figure shows, with their data.
    std::function<std::vector<Variant>(const ExportChoice&, const Job&)> variants;
    /// Returns the names of the arrays in the file of numbers; empty: all.
    std::function<std::vector<std::string>(const ExportChoice&)> arrays;
    std::function<FilmFacts(const ExportChoice&)> film;
    /// Returns a note on how many of the requested frames differ, unless all do.
    std::function<std::vector<Message>(const ExportChoice&)> film_notes;
    /// Publishes the first frame of an animation, first with its own axes, then with those of the animation.
    std::function<void(const ExportChoice&, const Job&, const std::function<void(FirstFrame)>&)> first_frame;
};

}  // namespace poslab
