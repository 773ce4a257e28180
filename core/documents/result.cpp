#include "core/documents/result.hpp"

#include "core/base/csv_text.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/files/json_text.hpp"
#include "core/params/json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace poslab {

namespace {

using Buffer = fmt::memory_buffer;

void append(Buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

void append_numbers(Buffer& out, const NumberBuffer& numbers) {
    bool first = true;
    for (const double number : numbers) {
        if (!first) out.push_back(',');
        first = false;
        if (std::isfinite(number))
            fmt::format_to(std::back_inserter(out), "{}", number);
        else
            append(out, "null");
    }
}

void append_undefined(Buffer& out, const NumberBuffer& numbers) {
    bool any = false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (std::isfinite(numbers[i]) || is_masked(numbers[i])) continue;
        fmt::format_to(std::back_inserter(out), "{}{}", any ? "," : ", \"nan\": [", i);
        any = true;
    }
    if (any) out.push_back(']');
}

void append_array(Buffer& out, const Array& array) {
    const nlohmann::json axes = array.axes;
    fmt::format_to(std::back_inserter(out),
                   "    {}: {{\"shape\": [{}], \"axes\": {}, \"unit\": {}, \"data\": [",
                   json_text(nlohmann::json(array.name)), fmt::join(array.shape, ", "), json_text(axes),
                   json_text(nlohmann::json(array.unit)));
    append_numbers(out, *array.data);
    out.push_back(']');
    append_undefined(out, *array.data);
    out.push_back('}');
}

nlohmann::json scalar_json(const Scalar& scalar) {
    struct Visitor {
        nlohmann::json operator()(Undefined) const { return nullptr; }
        nlohmann::json operator()(double number) const {
            return std::isfinite(number) ? nlohmann::json(number) : nullptr;
        }
        nlohmann::json operator()(const std::string& text) const { return text; }
        nlohmann::json operator()(bool truth) const { return truth; }
    };
    return std::visit(Visitor{}, scalar);
}

std::string to_string(const Buffer& out) { return {out.data(), out.size()}; }

/// Appends an integral double without an exponent, so that 1000000 stays 1000000.
void append_csv_number(Buffer& out, double number) {
    if (!std::isfinite(number))
        append(out, csv_number(number));
    else
        fmt::format_to(std::back_inserter(out), "{}", number);
}

std::string index_name(const std::string& axis) {
    return axis == "rows" ? "row" : axis == "cols" ? "column" : axis;
}

std::string column_name(const Array& array, const std::string& variant = {}) {
    const std::string name = variant.empty() ? array.name : array.name + "@" + variant;
    return csv_field(array.unit.empty() ? name : fmt::format("{} ({})", name, array.unit));
}

/// Returns the axis index of the value at `index` along a dimension; in a pooled array, of the first cell
/// that it covers.
std::int64_t index_at(const Array& array, std::size_t dimension, std::int64_t index) {
    const std::int64_t count = array.shape[dimension];
    if (dimension >= array.extents.size() || array.extents[dimension].size() <= 0) return index;
    const IndexRange& extent = array.extents[dimension];
    const auto cells = static_cast<double>(extent.size()) / static_cast<double>(count);
    return extent.begin + static_cast<std::int64_t>(std::floor(static_cast<double>(index) * cells));
}

/// A column of a CSV: an array and its heading.
struct Column {
    const Array* array = nullptr;
    std::string heading;
};

void append_headings(const std::vector<Column>& columns, Buffer& out) {
    for (std::size_t c = 0; c < columns.size(); ++c) append(out, (c == 0 ? "" : ",") + columns[c].heading);
    out.push_back('\n');
}

void append_values(const std::vector<Column>& columns, std::size_t row, Buffer& out) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        append_csv_number(out, (*columns[c].array->data)[row]);
        out.push_back(c + 1 == columns.size() ? '\n' : ',');
    }
}

/// Returns a line for each value, after its index along each axis.
std::string indexed_csv(const std::vector<Column>& columns) {
    Buffer out;
    const Array& array = *columns.front().array;
    for (const std::string& axis : array.axes) append(out, csv_field(index_name(axis)) + ",");
    append_headings(columns, out);
    std::vector<std::int64_t> place(array.shape.size(), 0);
    for (std::size_t row = 0; row < array.data->size(); ++row) {
        for (std::size_t d = 0; d < place.size(); ++d)
            fmt::format_to(std::back_inserter(out), "{},", index_at(array, d, place[d]));
        append_values(columns, row, out);
        for (std::size_t d = place.size(); d-- > 0 && ++place[d] == array.shape[d];) place[d] = 0;
    }
    return to_string(out);
}

/// Returns a line for each index of the common axis, preceded by that index unless it is a column.
std::string columns_csv(const std::vector<Column>& columns) {
    Buffer out;
    const Array& first = *columns.front().array;
    const std::string& axis = first.axes.front();
    const bool indexed = std::none_of(columns.begin(), columns.end(),
                                      [&](const Column& column) { return column.array->name == axis; });
    if (indexed) append(out, csv_field(index_name(axis)) + ",");
    append_headings(columns, out);
    for (std::size_t row = 0; row < first.data->size(); ++row) {
        if (indexed)
            fmt::format_to(std::back_inserter(out), "{},",
                           index_at(first, 0, static_cast<std::int64_t>(row)));
        append_values(columns, row, out);
    }
    return to_string(out);
}

bool have_equal_numbers(const Array& array, const Array& other) {
    return std::equal(array.data->begin(), array.data->end(), other.data->begin(), other.data->end(),
                      [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

/// Adds the variant's array to the columns. The array that names the axis is a column only once and must be
/// equal for all variants.
void add_variant_column(const Array& array, const NumbersOfVariant& variant, std::vector<Column>& columns) {
    const Array* own = variant.data->find(array.name);
    const auto refuse = [&](Message why) {
        throw UsageError(tr("--versus {}: {}; write .npz or .json", variant.name, why));
    };
    if (own == nullptr) refuse(tr("it has no {}", array.name));
    if (own->shape != array.shape || own->extents != array.extents || own->axes != array.axes)
        refuse(tr("its {} has different indices, which do not fit in one CSV column", array.name));
    const bool is_axis = array.axes.size() == 1 && array.axes.front() == array.name;
    if (is_axis && !have_equal_numbers(array, *own))
        refuse(tr("its {} has different indices, which do not fit in one CSV column", array.name));
    if (!is_axis) columns.push_back({own, column_name(*own, variant.name)});
}

/// Appends the part of a result that each variant has, too.
void append_body(const View& view, const Values& requested, const Data& data, Buffer& out) {
    const Values values = used_values(view, requested, data);
    // file names are bytes of any encoding
    nlohmann::ordered_json scalars = nlohmann::ordered_json::object();
    for (const NamedValue& value : data.values) scalars[value.name] = scalar_json(value.value);
    auto warnings = nlohmann::json::array();
    for (const Message& warning : data.warnings) warnings.push_back(warning.english());
    fmt::format_to(std::back_inserter(out),
                   "  \"engine\": \"{}\",\n  \"parameters\": {},\n  \"values\": {},\n  \"warnings\": {},\n  "
                   "\"arrays\": {{\n",
                   data.engine, json_text(to_json(view.parameters(), values)), json_text(scalars),
                   json_text(warnings));
    for (std::size_t i = 0; i < data.arrays.size(); ++i) {
        append_array(out, data.arrays[i]);
        append(out, i + 1 < data.arrays.size() ? ",\n" : "\n");
    }
    append(out, "  }");
}

}  // namespace

Values used_values(const View& view, Values requested, const Data& data) {
    for (const auto& [id, value] : data.used)
        if (const int at = parameter_index(view, id); at >= 0)
            requested[static_cast<std::size_t>(at)] = value;
    return requested;
}

std::string result_json(const View& view, const Values& requested, const Data& data,
                        std::span<const NumbersOfVariant> variants) {
    Buffer out;
    fmt::format_to(std::back_inserter(out), "{{\n  \"view\": \"{}\",\n  \"version\": \"{}\",\n",
                   view.info().id, POSLAB_VERSION);
    append_body(view, requested, data, out);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        fmt::format_to(std::back_inserter(out), "{}{{\n  \"name\": {},\n",
                       n == 0 ? ",\n  \"variants\": [" : ", ", json_text(nlohmann::json(variants[n].name)));
        append_body(view, variants[n].values, *variants[n].data, out);
        append(out, n + 1 < variants.size() ? "\n  }" : "\n  }]");
    }
    append(out, "\n}\n");
    return to_string(out);
}

std::string result_csv(const Data& data, const Array& array, std::span<const NumbersOfVariant> variants) {
    std::vector<const Array*> arrays{&array};
    if (array.shape.size() == 1) arrays.clear();
    for (const Array& other : data.arrays)
        if (array.shape.size() == 1 && other.axes == array.axes && other.shape == array.shape)
            arrays.push_back(&other);
    std::vector<Column> columns;
    for (const Array* one : arrays) columns.push_back({one, column_name(*one)});
    for (const NumbersOfVariant& variant : variants)
        for (const Array* one : arrays) add_variant_column(*one, variant, columns);
    return array.shape.size() == 1 ? columns_csv(columns) : indexed_csv(columns);
}

std::string result_npz(const Data& data, std::span<const NumbersOfVariant> variants) {
    std::vector<Array> arrays = data.arrays;
    std::vector<std::string> warnings;
    for (const Message& warning : data.warnings) warnings.push_back(warning.english());
    for (const NumbersOfVariant& variant : variants) {
        for (Array array : variant.data->arrays) {
            array.name += "@" + variant.name;
            arrays.push_back(std::move(array));
        }
        for (const Message& warning : variant.data->warnings)
            warnings.push_back(variant.name + ": " + warning.english());
    }
    return npz_bytes(arrays, warnings);
}

}  // namespace poslab
