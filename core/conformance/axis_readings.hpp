#pragma once

#include "core/conformance/subject.hpp"

#include <vector>

namespace poslab {

// Tables and vectors of tokens with positions on several axes: image patches, and M-RoPE's images and videos.

/// Adds the frequencies of --frequencies-2d to the definition. Throws UsageError for a 2D layout of data
/// without patches, and for frequencies of layouts other than mixed; InputError for a wrong shape.
void take_axes_of(const Dump& dump, Implementation& right);

/// True if a 2D layout is defined, or if M-RoPE's three axes differ in the dump.
[[nodiscard]] bool has_axes(const Dump& dump, const Implementation& right);

/// Returns the readings of --cos and --sin, [tokens, pairs] or [tokens, rotary dimensions]; for M-RoPE also
/// [3, tokens, …], all pairs of every axis. Throws UsageError for missing arrays, InputError for wrong
/// shapes.
[[nodiscard]] std::vector<DumpReading> read_axis_tables(const Dump& dump, const Implementation& right);

/// Returns the readings of --before and --after, [… tokens …, head dimension], with tokens along any
/// dimension except the last.
[[nodiscard]] std::vector<DumpReading> read_axis_vectors(const Dump& dump, const Implementation& right);

/// Adds a reading with frequencies in the order of Transformers' buffer for ERNIE 4.5 VL; other layouts get
/// none.
void add_buffer_order(const NumberArray& array, const Implementation& right,
                      std::vector<DumpReading>& readings);

/// Return the dump of a program with that practice for its grid.
[[nodiscard]] Dump example_axis_tables(const Implementation& implementation);
[[nodiscard]] Dump example_axis_vectors(const Implementation& implementation);

}  // namespace poslab
