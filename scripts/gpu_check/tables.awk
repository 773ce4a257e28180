# tables.awk: checks that all tables in the input have the columns of `header`, one cell per column in each
# row, and at least one row. Otherwise prints what is wrong and exits with 1.
function wrong(what) {
    if (!failed) print what
    failed = 1
    exit 1
}
BEGIN { columns = split(header, names, "|") }
!/^\|/ { place = 0; next }
{ ++place }
place == 1 && $0 != header { wrong("a table has the columns " $0 " and should have " header) }
place == 2 && !/^\|( *:?-+:? *\|)+$/ { wrong("a table has no line of dashes below its column names: " $0) }
place >= 2 && split($0, cells, "|") != columns { wrong("a row does not have one cell per column: " $0) }
place >= 3 { ++rows }
END {
    if (!failed && !rows) wrong("there is no table")
    exit failed
}
