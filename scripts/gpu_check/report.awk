# report.awk: makes gpu-check.md (form=md) or gpu-check.json (form=json) from gpu-check.log. `parts` lists all
# parts, in order.
# Works with any awk: text is escaped character by character, because replacements with backslashes differ
# between versions.

function replaced(text, from, to, at, out) {
    while ((at = index(text, from)) > 0) {
        out = out substr(text, 1, at - 1) to
        text = substr(text, at + length(from))
    }
    return out text
}
function quoted(text) { return "\"" replaced(replaced(replaced(text, "\\", "\\\\"), "\"", "\\\""), "\t", "\\t") "\"" }
function or_null(text) { return text == "" ? "null" : quoted(text) }
function cell(text) { return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), "|", "\\|") }
function is_number(text) { return text ~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/ }
function trimmed(text) {
    sub(/^ +/, "", text)
    sub(/ +$/, "", text)
    return text
}
function json_cell(text) {
    if (text == "–" || text == "") return "null"
    if (text ~ /^[0-9.]+ %$/ && is_number(substr(text, 1, length(text) - 2))) return substr(text, 1, length(text) - 2)
    return is_number(text) ? text : quoted(text)
}

# Reads a line of a table of part `of`: column names, dashes, then rows.
function read_table(of, line, n, k) {
    lines[of, ++line_count[of]] = line
    if (line !~ /^\|/) { place = 0; return }
    n = split(line, pieces, "|") - 1
    if (++place == 1) {
        columns = n
        for (k = 2; k <= n; ++k) column[k] = trimmed(pieces[k])
    }
    if (place < 3) return
    ++row_count[of]
    for (k = 2; k <= columns; ++k) {
        row_names[of, row_count[of], k - 1] = column[k]
        row_cells[of, row_count[of], k - 1] = trimmed(pieces[k])
    }
    row_columns[of, row_count[of]] = columns - 1
}
function in_row(of, row, name, k) {
    for (k = 1; k <= row_columns[of, row]; ++k) if (row_names[of, row, k] == name) return row_cells[of, row, k]
    return ""
}
# Returns a number from the table of benchmarks on cuda; "" if unknown.
function measured(benchmark, subject, name, row, found) {
    for (row = 1; row <= row_count["bench"]; ++row)
        if (in_row("bench", row, "benchmark") == benchmark && in_row("bench", row, "subject") == subject &&
            in_row("bench", row, "engine") == "cuda") {
            found = in_row("bench", row, name)
            sub(/ %$/, "", found)
            return is_number(found) ? found : ""
        }
    return ""
}
function of_torch(way, name, row, found) {
    for (row = 1; row <= row_count["torch"]; ++row)
        if (in_row("torch", row, "way") == way) {
            found = in_row("torch", row, name)
            return is_number(found) ? found : ""
        }
    return ""
}
function ratio(a, b) { return a == "" || b == "" || b == 0 ? "" : a / b }
# sense: 1 if `wanted` is a minimum, -1 if it is a maximum.
function goal(text, sense, wanted, unit, found) {
    goal_text[++goals] = text
    goal_wanted[goals] = (sense > 0 ? "≥ " : "≤ ") wanted unit
    goal_found[goals] = found == "" ? "" : sprintf("%.4g", found)
    goal_unit[goals] = unit
    goal_met[goals] = found == "" ? "null" : (sense * (found - wanted) >= 0 ? "true" : "false")
}
function find_goals(large, kernels) {
    large = "attention-large"
    kernels = measured(large, "rerope", "kernels ms")
    goal("ReRoPE of 32,768 tokens, d = 128: share of the measured matrix rate, by the kernels' time", 1, 40, " %",
         measured(large, "rerope", "of rate"))
    goal("PyTorch's two passes of ReRoPE in float32 take, kernels against kernels", 1, 5, " times", ratio(of_torch("rerope", "kernels ms"), kernels))
    goal("the same in TF32", 1, 5, " times", ratio(of_torch("rerope-tf32", "kernels ms"), kernels))
    goal("ReRoPE of 32,768 tokens takes, against RoPE", -1, 1.1, " times", measured(large, "rerope", "to first"))
    goal("131,072 tokens of ReRoPE take of the device's memory", -1, 600, " MB", measured("attention-longest", "rerope", "device MB"))
    goal("the whole call of ReRoPE of 32,768 tokens takes, against its kernels", -1, 1.5, " times", ratio(measured(large, "rerope", "call ms"), kernels))
}

function device_text(engine) { return (state[engine] == "there" ? "" : state[engine] == "software" ? "no graphics processor: " : "not there: ") text[engine] }

function markdown_of_parts(n, k, name, row) {
    print "| part | result | seconds | |"
    print "|---|---|---|---|"
    for (n = 1; n <= part_count; ++n) {
        name = part_names[n]
        row = ""
        for (k = 1; k <= why_count[name]; ++k) row = row (k > 1 ? "<br>" : "") cell(why[name, k])
        print "| " name " | " (name in result ? (result[name] == "failed" ? "**failed**" : result[name]) : "not run") " | " seconds[name] " | " row " |"
    }
}
function markdown_of_table(of, title, k) {
    if (!line_count[of]) return
    print "\n## " title "\n"
    for (k = 1; k <= line_count[of]; ++k) print lines[of, k]
}
function markdown(n, answer) {
    print "# PosLab on a graphics processor\n"
    print "| | |\n|---|---|"
    print "| cuda | " cell(device_text("cuda")) " |"
    print "| opengl | " cell(device_text("opengl")) " |"
    print "| driver | " cell(text["driver"]) " |"
    print "| date | " text["date"] " |"
    print "| commit | " cell(text["commit"]) ", built " cell(text["built"]) " |"
    for (n = 1; n <= notes; ++n) print "| note | " cell(note[n]) " |"
    print ""
    markdown_of_parts()
    markdown_of_table("bench", "Benchmarks")
    markdown_of_table("torch", "PyTorch")
    print "\n## Goals\n\n| goal | wanted | measured | |\n|---|---|---|---|"
    for (n = 1; n <= goals; ++n) {
        answer = goal_met[n] == "null" ? "not measured" : goal_met[n] == "true" ? "yes" : "**no**"
        print "| " goal_text[n] " | " goal_wanted[n] " | " (goal_found[n] == "" ? "–" : goal_found[n] goal_unit[n]) " | " answer " |"
    }
}

function json_device(engine) {
    return "{\"state\": " quoted(state[engine]) ", \"device\": " (state[engine] ~ /^(there|software)$/ ? quoted(text[engine]) : "null") \
           ", \"reason\": " (state[engine] ~ /^(there|software)$/ ? "null" : quoted(text[engine])) "}"
}
function json_of_parts(n, k, name, out) {
    for (n = 1; n <= part_count; ++n) {
        name = part_names[n]
        out = "    {\"part\": " quoted(name) ", \"result\": " (name in result ? quoted(result[name]) : "null") \
              ", \"seconds\": " (name in result ? seconds[name] : "null") ", \"lines\": ["
        for (k = 1; k <= why_count[name]; ++k) out = out (k > 1 ? ", " : "") quoted(why[name, k])
        print out "]}" (n < part_count ? "," : "")
    }
}
function json_of_table(of, n, k, out) {
    for (n = 1; n <= row_count[of]; ++n) {
        out = "    {"
        for (k = 1; k <= row_columns[of, n]; ++k)
            out = out (k > 1 ? ", " : "") quoted(row_names[of, n, k]) ": " json_cell(row_cells[of, n, k])
        print out "}" (n < row_count[of] ? "," : "")
    }
}
function json_of_goals(n) {
    for (n = 1; n <= goals; ++n)
        print "    {\"goal\": " quoted(goal_text[n]) ", \"wanted\": " quoted(goal_wanted[n]) ", \"measured\": " \
              (goal_found[n] == "" ? "null" : goal_found[n]) ", \"met\": " goal_met[n] "}" (n < goals ? "," : "")
}
function json(n, out) {
    print "{\n  \"commit\": " or_null(text["commit"]) ",\n  \"built\": " or_null(text["built"]) ",\n  \"date\": " or_null(text["date"]) ","
    print "  \"cuda\": " json_device("cuda") ",\n  \"opengl\": " json_device("opengl") ",\n  \"driver\": " or_null(text["driver"]) ","
    for (n = 1; n <= notes; ++n) out = out (n > 1 ? ", " : "") quoted(note[n])
    print "  \"notes\": [" out "],\n  \"parts\": ["
    json_of_parts()
    print "  ],\n  \"bench\": ["
    json_of_table("bench")
    print "  ],\n  \"torch\": ["
    json_of_table("torch")
    print "  ],\n  \"goals\": ["
    json_of_goals()
    print "  ]\n}"
}

BEGIN { FS = "\t"; part_count = split(parts, part_names, " ") }
$1 == "cuda" || $1 == "opengl" { state[$1] = $2; text[$1] = $3 }
$1 == "commit" || $1 == "built" || $1 == "date" || $1 == "driver" { text[$1] = $2 }
$1 == "note" { note[++notes] = $2 }
$1 == "part" { part = $2; result[part] = $3; seconds[part] = $4; place = 0 }
$1 == "why" { why[part, ++why_count[part]] = $2 }
$1 == "table" { read_table(part, $2) }
END {
    find_goals()
    if (form == "json") json(); else markdown()
}
