// Tables of articles 9706 and 9708 next to the results of the current model in the same settings.

#include "core/views/extrapolation/reported.hpp"
#include "core/views/extrapolation/showing.hpp"

namespace poslab::extrapolation {
namespace {

/// Names a row with w as a share of the trained length, which the two models have in common.
std::string row_name(const ReportedRow& row, const Translator& translate) {
    std::string name = translate(row.scheme->label);
    if (row.w_share) {
        constexpr std::int64_t parts = 8;
        const std::int64_t eighths = std::llround(parts * *row.w_share), divisor = std::gcd(eighths, parts);
        name += eighths == parts ? std::string(", w 1")
                                 : fmt::format(", w {}/{}", eighths / divisor, parts / divisor);
    }
    return row.log_n ? name + ", log n" : name;
}

std::string number_text(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "–";
}

struct Rows {
    const std::vector<ReportedRow>& reported;
    const ArrayRow& computed;
    double scale;  // factor of the computed values
    int digits;
};

/// Fills each cell with the reported and the computed value, separated by "|".
void fill_table(const Drawing& on, const Rows& rows, const std::array<std::string, 3>& titles, Table& table) {
    table.columns.push_back({on.translate("Scheme"_tr), 1.2});
    for (const std::string& title : titles) table.columns.push_back({title, 1, Align::right});
    table.more = on.translate("… {} more"_tr);
    for (std::size_t n = 0; n < rows.reported.size(); ++n) {
        const ReportedRow& row = rows.reported[n];
        std::vector<TableCell> cells{{row_name(row, on.translate), TextRole::text}};
        const Column computed = on.first().row_of(rows.computed, n);
        for (std::size_t column = 0; column < row.values.size(); ++column)
            cells.push_back({fmt::format("{} | {}", number_text(row.values.at(column), rows.digits),
                                         number_text(rows.scale * number_at(computed, column), rows.digits)),
                             TextRole::text, false, true});
        table.rows.push_back(std::move(cells));
    }
}

void draw_right(Drawing& on, Panel& panel) {
    const ReportedTables& tables = reported_tables();
    const Params& params = on.first().params;
    const double known = on.first()[values::tokens];
    const std::int64_t tokens =
        std::isfinite(known) ? static_cast<std::int64_t>(known) : params.lengths.length;
    panel.quantity = on.translate(
        "% correct tokens, reported | computed, trained at {} | {}, tested at {} | {}; w as a share"
        " of the trained length",
        format_integer(tables.trained), format_integer(params.lengths.train_length),
        format_integer(tables.tested), format_integer(tokens));
    fill_table(on, {tables.right, arrays::reported_right, 100, 2},
               {on.translate("within"_tr), on.translate("repeated"_tr), on.translate("text"_tr)},
               panel.become<Table>());
}

void draw_loss(Drawing& on, Panel& panel) {
    const ReportedTables& tables = reported_tables();
    panel.quantity = on.translate(
        "nats per token, Llama-2-13B trained at {} | computed; here ReRoPE with w = half the trained length",
        format_integer(tables.loss_lengths.front()));
    fill_table(on, {tables.loss, arrays::reported_loss, 1, 3}, {"× 1", "× 2", "× 4"}, panel.become<Table>());
}

std::string subtitle_of_reported(const Showing& on) {
    constexpr Text source = "Su Jianlin, spaces.ac.cn/archives/9706 and 9708, July and August 2023"_tr;
    return on.translate("Reported: {}. Computed: the current model.", on.translate(source));
}

constexpr Part reported_right_part{.title = "Accuracy"_tr, .draw = &draw_right, .weight = 4};
constexpr Part reported_loss_part{.title = "Loss"_tr.as("quantity"), .draw = &draw_loss};

}  // namespace

void read_reported(Reading& reading) {
    const Variant& first = reading.first();
    reading.set_source(false, "current scheme"_tr);
    const auto share = [](double value) {
        return std::isfinite(value) ? format_number(100 * value, 2) : std::string("–");
    };
    reading.row("Accuracy beyond the trained length"_tr, share(first[values::right_beyond]), "%");
    const double beyond = first[values::beyond];
    reading.row("Mean loss beyond it"_tr, std::isfinite(beyond) ? format_number(beyond, 4) : std::string("–"),
                reading.translate("nats"_tr));
}

constexpr FigureRow reported_figure{.id = "reported",
                                    .title = "Reported"_tr,
                                    .arrays = {arrays::reported_right, arrays::reported_loss},
                                    .draw = {reported_loss_part, reported_right_part},
                                    .read = &read_reported,
                                    .one_each = true,
                                    .idle = {"smoothing", "position-axis", "loss-unit", "compare", "map", "w",
                                             "k", "factor", "scaling", "needles", "layer", "head"},
                                    .subtitle = &subtitle_of_reported};

}  // namespace poslab::extrapolation
