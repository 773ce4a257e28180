#include "app/cli/omissions.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

namespace poslab {

namespace {

constexpr double page_step = 1.04, largest_growth = 4;

/// Returns the page `growth` times as large, in whole hundredths of its unit.
Page grown(const Page& page, double growth) {
    const LengthUnit& unit = *find_unit(page.unit);
    const double steps = std::pow(10.0, unit.decimals);
    const auto side = [&](double pixels) {
        return std::ceil(pixels * growth / unit.pixels * steps) / steps * unit.pixels;
    };
    Page larger = page;
    larger.width = side(page.width);
    larger.height = side(page.height);
    return larger;
}

bool may_fit(const Omission& omission) {
    return omission.kind == Omission::Kind::no_room || omission.kind == Omission::Kind::cell_numbers;
}

Message sentence_without_page(const Omission& omission) {
    const bool named = !omission.name.empty();
    switch (omission.kind) {
        case Omission::Kind::no_room:
            return tr("omitted for lack of space: {}", omission.name);
        case Omission::Kind::not_on_paper:
            return tr("omitted from print pictures: {}", omission.name);
        case Omission::Kind::cell_numbers:
            return named ? tr("omitted for lack of space: the numbers in the cells of {}", omission.name)
                         : Message("omitted for lack of space: the numbers in the cells"_tr);
        case Omission::Kind::fractions:
            break;
    }
    return named ? tr("the values of {} are not fractions: its cells show rounded numbers", omission.name)
                 : Message("the values are not fractions: the cells show rounded numbers"_tr);
}

}  // namespace

std::vector<ReportedOmission> reported_omissions(std::span<const Omission> omitted, const Page& page,
                                                 const std::function<Layout(const Page&)>& laid_out) {
    std::vector<ReportedOmission> reports;
    for (const Omission& omission : omitted) reports.push_back({omission});
    const auto open = [](const ReportedOmission& report) { return may_fit(report.omission) && !report.fits; };
    for (double growth = page_step;
         growth <= largest_growth && std::any_of(reports.begin(), reports.end(), open); growth *= page_step) {
        const Page larger = grown(page, growth);
        const std::vector<Omission> still = laid_out(larger).omitted;
        for (ReportedOmission& report : reports)
            if (open(report) && std::find(still.begin(), still.end(), report.omission) == still.end())
                report.fits = larger;
    }
    return reports;
}

Message omission_sentence(const ReportedOmission& report) {
    if (!report.fits) return sentence_without_page(report.omission);
    const std::string size = page_size_text(*report.fits);
    if (report.omission.kind == Omission::Kind::no_room)
        return tr("omitted for lack of space: {} (fits from {})", report.omission.name, size);
    if (report.omission.name.empty())
        return tr("omitted for lack of space: the numbers in the cells (fit from {})", size);
    return tr("omitted for lack of space: the numbers in the cells of {} (fit from {})", report.omission.name,
              size);
}

CellDigits read_digits(std::string_view option, const std::string& text) {
    if (text.empty()) return {};
    if (text == fractions_id) return {.decimals = std::nullopt, .fractions = true};
    int decimals = -1;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, decimals);
    if (read.ec != std::errc{} || read.ptr != end || decimals < 0 || decimals > max_cell_digits)
        throw UsageError(tr("--{} {}: must be a number of digits from 0 to {}, or {}", option, text,
                            max_cell_digits, fractions_id));
    return {.decimals = decimals};
}

std::string digits_text(const CellDigits& digits) {
    if (digits.fractions) return std::string(fractions_id);
    return digits.decimals ? fmt::format("{}", *digits.decimals) : "";
}

}  // namespace poslab
