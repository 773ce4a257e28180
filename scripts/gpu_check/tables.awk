# tables.awk: whether every table in the input is one of `header`, each row with a cell for each column, and there is a row at all.
# Says on stdout what is wrong, and then ends with 1.
function wrong(what) {
    if (!failed) print what
    failed = 1
    exit 1
}
BEGIN { columns = split(header, names, "|") }
!/^\|/ { place = 0; next }
{ ++place }
place == 1 && $0 != header { wrong("a table has the columns " $0 " and should have " header) }
place == 2 && !/^\|( *:?-+:? *\|)+$/ { wrong("a table has no line of dashes under its columns: " $0) }
place >= 2 && split($0, cells, "|") != columns { wrong("a row has another number of cells than the table has columns: " $0) }
place >= 3 { ++rows }
END {
    if (!failed && !rows) wrong("there is no table")
    exit failed
}
