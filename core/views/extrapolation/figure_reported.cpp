// Tables of articles 9706 and 9708 beside what the model that is read here does in the same settings.

#include "core/base/number_format.hpp"
#include "core/views/extrapolation/reported.hpp"
#include "core/views/extrapolation/showing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace poslab::extrapolation {

namespace {

/// w as a share of the trained length: that is what both models have in common.
std::string row_name(const ReportedRow& row, const Words& words) {
    std::string name = words(row.scheme->label);
    if (row.w_share) {
        constexpr std::int64_t parts = 8;
        const std::int64_t eighths = std::llround(parts * *row.w_share), divisor = std::gcd(eighths, parts);
        name += eighths == parts ? std::string(", w 1") : fmt::format(", w {}/{}", eighths / divisor, parts / divisor);
    }
    return row.log_n ? name + ", log n" : name;
}

TableCell reported_cell(double value, int digits) {
    if (!std::isfinite(value)) return {"–", TextRole::text2};
    return {fmt::format("{:.{}f}", value, digits), TextRole::text2, false, true};
}

TableCell computed_cell(double value, int digits) {
    if (!std::isfinite(value)) return {"–", TextRole::text2};
    return {fmt::format("{:.{}f}", value, digits), TextRole::text, true, true};
}

/// Three columns that begin with "reported", and three with "computed".
Table table_of(const Words& words, const std::array<std::string, 3>& reported, const std::array<std::string, 3>& computed) {
    Table table;
    table.columns.push_back({words("Scheme"_tr), 2.4});
    const auto add = [&](const std::array<std::string, 3>& titles, const std::string& first) {
        for (const std::string& title : titles)
            table.columns.push_back({&title == titles.data() ? first : title, 1.3, Align::right});
    };
    add(reported, words("reported: {}", reported.front()));
    add(computed, words("computed: {}", computed.front()));
    table.more = words("… {} more"_tr);
    return table;
}

struct Rows {
    const std::vector<ReportedRow>& reported;
    const ArrayRow& computed;
    double scale;  // of what is computed
    int digits;
};

void add_rows(const Drawing& on, const Rows& rows, Table& table) {
    for (std::size_t n = 0; n < rows.reported.size(); ++n) {
        const ReportedRow& row = rows.reported[n];
        std::vector<TableCell> cells{{row_name(row, on.words), TextRole::text}};
        for (const double value : row.values) cells.push_back(reported_cell(value, rows.digits));
        const Column computed = on.first().row_of(rows.computed, n);
        for (std::size_t column = 0; column < row.values.size(); ++column)
            cells.push_back(computed_cell(rows.scale * number_at(computed, column), rows.digits));
        table.rows.push_back(std::move(cells));
    }
}

void draw_right(Drawing& on, Panel& panel) {
    const ReportedTables& tables = reported_tables();
    const Params& params = on.first().params;
    const double tokens = on.first()[values::tokens];
    const std::string tested = format_integer(std::isfinite(tokens) ? static_cast<std::int64_t>(tokens) : params.lengths.length);
    const auto titles = [&](const std::string& trained, const std::string& length) {
        return std::array<std::string, 3>{trained, on.words("{} repeated", length), length};
    };
    panel.quantity = on.words("% of tokens; trained at 512, and here at {}; w as a share of that; log n put in after the training",
                              format_integer(params.lengths.train_length));
    Table& table = panel.become<Table>(table_of(on.words, titles(format_integer(tables.trained), format_integer(tables.tested)),
                                                titles(format_integer(params.lengths.train_length), tested)));
    add_rows(on, {tables.right, arrays::reported_right, 100, 2}, table);
}

void draw_loss(Drawing& on, Panel& panel) {
    const ReportedTables& tables = reported_tables();
    const std::int64_t trained = on.first().params.lengths.train_length;
    std::array<std::string, 3> reported, computed;
    for (std::size_t n = 0; n < reported.size(); ++n) {
        reported.at(n) = format_integer(tables.loss_lengths.at(n));
        computed.at(n) = format_integer(trained << n);
    }
    panel.quantity =
        on.words("nats a token, of Llama-2-13B, trained at 4,096; its w is not told, here half of the trained length"_tr);
    Table& table = panel.become<Table>(table_of(on.words, reported, computed));
    add_rows(on, {tables.loss, arrays::reported_loss, 1, 4}, table);
}

std::string subtitle_of_reported(const Showing& on) {
    return on.words("Reported: {}. Computed: the model that is read here.", reported_tables().source);
}

constexpr Part reported_right_part{.title = "Told right"_tr, .draw = &draw_right, .weight = 4};
constexpr Part reported_loss_part{.title = "Loss"_tr.as("quantity"), .draw = &draw_loss};

}  // namespace

void read_reported(Reading& to) {
    const Variant& first = to.first();
    to.where(false, "the present scheme"_tr);
    const auto share = [](double value) { return std::isfinite(value) ? format_number(100 * value, 2) : std::string("–"); };
    to.row("Told right beyond the trained length"_tr, share(first[values::told_right]), "%");
    const double beyond = first[values::beyond];
    to.row("Mean loss beyond it"_tr, std::isfinite(beyond) ? format_number(beyond, 4) : std::string("–"), to.words("nats"_tr));
}

constexpr FigureRow reported_figure{
    .id = "reported",
    .title = "Reported"_tr,
    .arrays = {arrays::reported_right, arrays::reported_loss},
    .draw = {reported_loss_part, reported_right_part},
    .read = &read_reported,
    .one_each = true,
    .idle = {"smoothing", "position-axis", "loss-unit", "compare", "map", "w", "k", "factor", "scaling", "needles"},
    .subtitle = &subtitle_of_reported};

}  // namespace poslab::extrapolation
