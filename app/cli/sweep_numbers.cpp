#include "app/cli/sweep_numbers.hpp"

#include "app/cli/sweep_folder.hpp"
#include "app/cli/sweep_stages.hpp"
#include "core/base/csv_text.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"
#include "core/files/strict_json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace poslab {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_shard_bytes = std::size_t{1} << 30U;

struct Cell {
    std::string text;  // empty: masked or undefined
    bool number = true;
};

/// A cell per column, by step.
using Rows = std::map<std::int64_t, std::vector<Cell>>;

std::vector<std::string> value_names(const SweepRequest& request) {
    if (!request.values.empty()) return request.values;
    std::vector<std::string> names;
    for (const ValueInfo& info : request.picture.selection.view->info().values) names.emplace_back(info.name);
    return names;
}

/// Returns the names of the values, with those of each --versus as NAME@VARIANT.
std::vector<std::string> column_names(const SweepRequest& request) {
    std::vector<std::string> columns = value_names(request);
    for (const std::string& key : variant_keys(request.picture.selection))
        for (const std::string& name : value_names(request))
            columns.push_back(fmt::format("{}@{}", name, key));
    return columns;
}

Cell cell_of(const Scalar& scalar) {
    if (const auto* text = std::get_if<std::string>(&scalar)) return {*text, false};
    if (const auto* truth = std::get_if<bool>(&scalar)) return {*truth ? "true" : "false", false};
    const auto* number = std::get_if<double>(&scalar);
    if (number == nullptr || std::isnan(*number)) return {};
    return {fmt::format("{}", *number), true};
}

std::vector<Cell> row_of(const std::vector<std::string>& names,
                         const std::vector<std::vector<NamedValue>>& variants) {
    std::vector<Cell> row;
    for (const std::vector<NamedValue>& values : variants)
        for (const std::string& name : names) {
            const auto found = std::find_if(values.begin(), values.end(),
                                            [&](const NamedValue& value) { return value.name == name; });
            row.push_back(found == values.end() ? Cell{} : cell_of(found->value));
        }
    return row;
}

/// Selects the columns to write: the requested ones, or all that hold only numbers.
std::vector<bool> written_columns(const SweepRequest& request, const Rows& rows) {
    std::vector<bool> retained(column_names(request).size(), true);
    if (!request.values.empty()) return retained;
    for (const auto& [step, row] : rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            retained[column] = retained[column] && row[column].number;
    return retained;
}

std::string heading(const Descriptor& descriptor) {
    if (descriptor.unit.en.empty()) return std::string(descriptor.id);
    return csv_field(fmt::format("{} ({})", descriptor.id, descriptor.unit.en));
}

std::string csv_bytes(const SweepRequest& request, const SweepSteps& steps, const Rows& rows) {
    const std::vector<std::string> names = column_names(request);
    const std::vector<bool> retained = written_columns(request, rows);
    const SweepSteps stored = steps.stored_in(request.picture.path);
    std::string csv;
    for (std::size_t axis = 0; axis < steps.axes().size(); ++axis)
        csv += (axis == 0 ? "" : ",") + heading(steps.descriptor(axis));
    for (std::size_t column = 0; column < names.size(); ++column)
        if (retained[column]) csv += "," + csv_field(names[column]);
    csv += "\n";
    for (const auto& [step, row] : rows) {
        for (std::size_t axis = 0; axis < steps.axes().size(); ++axis)
            csv += (axis == 0 ? "" : ",") +
                   csv_field(to_string(steps.descriptor(axis), stored.value(step, axis)));
        for (std::size_t column = 0; column < row.size(); ++column)
            if (retained[column]) csv += "," + csv_field(row[column].text);
        csv += "\n";
    }
    return csv;
}

/// Returns the fields that identify the sweep of a shard. They have no paths of the user.
nlohmann::ordered_json shard_head(const SweepRequest& request) {
    return {{"poslab_sweep", 1}, {"version", POSLAB_VERSION}, {"hash", command_hash(request)}};
}

std::string dumped(const nlohmann::ordered_json& json) { return json_text(json); }

/// Serialises a shard. A cell is its text, wrapped in a list if it is not a number.
std::string shard_bytes(const SweepRequest& request, const Rows& rows) {
    nlohmann::ordered_json json = shard_head(request);
    json["command"] = stored_command(request);
    json["rows"] = nlohmann::ordered_json::array();
    for (const auto& [step, row] : rows) {
        nlohmann::ordered_json line{step + 1};
        for (const Cell& cell : row)
            line.push_back(cell.number ? nlohmann::ordered_json(cell.text)
                                       : nlohmann::ordered_json::array({cell.text}));
        json["rows"].push_back(std::move(line));
    }
    return dumped(json) + "\n";
}

/// Reads a cell. Returns false if its number cannot be read; throws a JSON exception for another type.
bool read_cell(const nlohmann::json& json, Cell& cell) {
    cell.number = !json.is_array();
    cell.text = (cell.number ? json : json.at(0)).get<std::string>();
    double number = 0;
    const char* const end = cell.text.data() + cell.text.size();
    const auto read = std::from_chars(cell.text.data(), end, number);
    return !cell.number || cell.text.empty() || (read.ec == std::errc{} && read.ptr == end);
}

/// Adds a line [STEP, CELL…]. Returns false, or throws a JSON exception, if the line has another form.
bool add_line(const nlohmann::json& line, std::size_t columns, std::int64_t steps, Rows& rows) {
    if (!line.at(0).is_number_integer() || line.size() != columns + 1) return false;
    const auto step = line.at(0).get<std::int64_t>();
    if (step < 1 || step > steps) return false;
    std::vector<Cell> row(columns);
    for (std::size_t column = 0; column < columns; ++column)
        if (!read_cell(line.at(column + 1), row[column])) return false;
    rows[step - 1] = std::move(row);
    return true;
}

void add_shard(const std::string& path, const SweepRequest& request, std::int64_t steps, Rows& rows) {
    const nlohmann::json json = parse_strict_json(read_whole_file(path, max_shard_bytes), path);
    const nlohmann::json head = nlohmann::json::parse(dumped(shard_head(request)));
    for (const auto& [key, value] : head.items())
        if (!json.is_object() || json.value(key, nlohmann::json()) != value)
            throw InputError(fmt::format("{}: belongs to another sweep: remove it", path));
    const std::size_t columns = column_names(request).size();
    bool valid = true;
    try {
        for (const nlohmann::json& line : json.at("rows"))
            valid = valid && add_line(line, columns, steps, rows);
    } catch (const nlohmann::json::exception&) {
        valid = false;
    }
    if (!valid) throw InputError(fmt::format("{}: not a shard of a sweep", path));
}

std::vector<std::string> shard_files(const std::string& path) {
    const fs::path file(path);
    const std::string start = file.filename().string() + ".shard-";
    std::vector<std::string> shards;
    std::error_code error;
    fs::directory_iterator at(file.has_parent_path() ? file.parent_path() : fs::path("."), error);
    for (const fs::directory_iterator end; !error && at != end; at.increment(error))
        if (at->path().filename().string().starts_with(start)) shards.push_back(at->path().string());
    std::sort(shards.begin(), shards.end());
    return shards;
}

/// Returns "; the missing shards are 3/4", from the file names; empty if they disagree on the number of
/// shards.
std::string missing_shards(const std::vector<std::string>& files) {
    constexpr std::string_view begin = ".shard-", middle = "-of-";
    std::set<std::int64_t> found, counts;
    for (const std::string& file : files) {
        const std::size_t part = file.rfind(begin) + begin.size(), of = file.find(middle, part);
        std::int64_t number = 0, count = 0;
        if (of == std::string::npos) return {};
        std::from_chars(file.data() + part, file.data() + of, number);
        std::from_chars(file.data() + of + middle.size(), file.data() + file.size(), count);
        found.insert(number);
        counts.insert(count);
    }
    constexpr std::int64_t max_shards = 100'000;
    if (counts.size() != 1 || *counts.begin() < 1 || *counts.begin() > max_shards) return {};
    constexpr std::size_t max_named = 12;
    std::string names;
    std::size_t missing = 0;
    for (std::int64_t part = 1; part <= *counts.begin(); ++part)
        if (!found.contains(part) && ++missing <= max_named)
            names += fmt::format("{}{}/{}", names.empty() ? "" : ", ", part, *counts.begin());
    if (missing == 0) return {};
    return fmt::format("; the missing shards are {}{}", names,
                       missing > max_named ? fmt::format(" and {} more", missing - max_named) : "");
}

void merge_shards(const SweepRequest& request, const SweepSteps& steps) {
    const std::vector<std::string> shards = shard_files(request.picture.path);
    Rows rows;
    for (const std::string& shard : shards) add_shard(shard, request, steps.size(), rows);
    std::vector<std::int64_t> missing;
    for (std::int64_t step = 0; step < steps.size(); ++step)
        if (!rows.contains(step)) missing.push_back(step);
    if (!missing.empty())
        throw InputError(fmt::format("{}: its shards lack {} of {} steps: {}{}", request.picture.path,
                                     missing.size(), steps.size(), step_numbers(missing),
                                     missing_shards(shards)));
    write_file_atomically(request.picture.path, csv_bytes(request, steps, rows));
    std::error_code ignored;
    for (const std::string& shard : shards) fs::remove(shard, ignored);
}

Rows computed_rows(const SweepRequest& request, const SweepSteps& steps, const Job& job,
                   std::vector<Message>& notices) {
    const std::vector<std::string> names = value_names(request);
    Rows rows;
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        job.check();
        if (!request.shard.has(step)) continue;
        const Job remaining = job.repeated(static_cast<double>(steps.size() - step));
        std::vector<Message> of_step;
        rows[step] = row_of(
            names, computed_values(steps.selection(step), remaining.step(step, steps.size()), &of_step));
        add_notices(of_step, notices);
    }
    return rows;
}

}  // namespace

std::string shard_path(const SweepRequest& request) {
    return fmt::format("{}.shard-{}-of-{}", request.picture.path, request.shard.part, request.shard.parts);
}

void check_value_names(const View& view, const std::vector<std::string>& names) {
    const auto known = collect_names(view.info().values, [](const ValueInfo& info) { return info.name; });
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (std::find(known.begin(), known.end(), *name) == known.end())
            throw unknown_choice("value", *name, known);
        if (std::find(names.begin(), name, *name) != name)
            throw UsageError(fmt::format("--value {} is given several times: at most one is allowed", *name));
    }
}

std::vector<Message> sweep_numbers(const SweepRequest& request, const SweepSteps& steps, const Job& job) {
    std::vector<Message> notices;
    if (request.merge) {
        merge_shards(request, steps);
        return notices;
    }
    // opened first, so that an unwritable path fails before the work
    AtomicFile file(request.shard.is_set ? shard_path(request) : request.picture.path);
    const Rows rows = computed_rows(request, steps, job, notices);
    file.write(request.shard.is_set ? shard_bytes(request, rows) : csv_bytes(request, steps, rows), job);
    file.commit(job);
    return notices;
}

}  // namespace poslab
