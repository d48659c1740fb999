// `--column isbn=Nummer`: which column of a table means what.
import ArgumentParser
import Catalogue

struct NamedColumn: ExpressibleByArgument {
    var column: TableColumn
    var name: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let column = TableColumn(rawValue: parts[0]) else { return nil }
        self.column = column
        self.name = parts[1]
    }
}
