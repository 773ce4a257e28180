#pragma once

#include <algorithm>
#include <cstddef>
#include <regex>
#include <string>
#include <vector>

namespace poslab::test {

/// Returns the file without the bytes of its streams, which may look like anything.
inline std::string without_streams(const std::string& pdf) {
    std::string text;
    for (std::size_t at = 0; at < pdf.size();) {
        const std::size_t begin = std::min(pdf.find("\nstream\n", at), pdf.size());
        text += pdf.substr(at, begin - at);
        at = std::min(pdf.find("\nendstream", begin), pdf.size());
    }
    return text;
}

/// Returns the objects to which a PDF with a table of cross references refers although the table does not
/// lead to them.
inline std::vector<std::string> missing_objects(const std::string& pdf) {
    const std::regex reference(R"(\b([0-9]+) 0 R\b)"), start(R"(startxref\s+([0-9]+)\s+%%EOF\s*$)");
    constexpr std::size_t entry_size = 20;
    std::smatch found;
    const std::string end = pdf.substr(pdf.size() - std::min<std::size_t>(pdf.size(), 64));
    if (!std::regex_search(end, found, start)) return {"startxref"};
    const std::size_t entries = pdf.find("f \n", std::stoul(found[1])) + 3 - entry_size;
    const std::string text = without_streams(pdf);
    std::vector<std::string> missing;
    for (std::sregex_iterator each(text.begin(), text.end(), reference), none; each != none; ++each) {
        const std::string number = (*each)[1];
        const std::string entry =
            pdf.substr(std::min(pdf.size(), entries + entry_size * std::stoul(number)), 10);
        const bool is_listed =
            entry.size() == 10 && std::ranges::all_of(entry, [](char c) { return c >= '0' && c <= '9'; });
        if (!is_listed || pdf.find(number + " 0 obj", std::stoul(entry)) != std::stoul(entry))
            missing.push_back(number);
    }
    return missing;
}

}  // namespace poslab::test
