#pragma once

#include "core/conformance/subject.hpp"

#include <vector>

namespace poslab {

// Tables and vectors whose tokens have positions on several axes: patches of pictures, and M-RoPE's pictures and videos.

/// Takes the frequencies of --frequencies-2d into the definition. Throws UsageError for a 2D layout of what has no patches, and for
/// frequencies of any layout but mixed; InputError for their shape.
void take_axes_of(const Dump& dump, Practice& right);

/// True if a 2D layout is defined, or if M-RoPE's three axes differ in what is given.
[[nodiscard]] bool has_axes(const Dump& dump, const Practice& right);

/// The readings of --cos and --sin, [tokens, pairs] or [tokens, rotary dimensions]; of M-RoPE also [3, tokens, …], all pairs of
/// every axis. Throws UsageError for what is missing, InputError for shapes that do not fit.
[[nodiscard]] std::vector<DumpReading> read_axis_tables(const Dump& dump, const Practice& right);

/// The readings of --before and --after, [… tokens …, head dimension], tokens along any dimension but the last.
[[nodiscard]] std::vector<DumpReading> read_axis_vectors(const Dump& dump, const Practice& right);

/// The frequencies in the order of Transformers' buffer of ERNIE 4.5 VL, as one more reading; nothing for any other layout.
void add_buffer_order(const NumberArray& array, const Practice& right, std::vector<DumpReading>& readings);

/// Returns the dump of a program of that practice for its grid.
[[nodiscard]] Dump example_axis_tables(const Practice& practice);
[[nodiscard]] Dump example_axis_vectors(const Practice& practice);

}  // namespace poslab
