// Points out that a command created a list, in case the name was mistyped.
import Books
import Catalogue
import Output

extension NewList {
    /// `nil` if the list exists or is one of the reading states. A shared catalogue is not asked: if it can't be
    /// reached, the change must still be saved for sending later.
    init?(_ name: String, in catalogue: any BookCatalogue) throws(CatalogueError) {
        if catalogue.isRemote { return nil }
        self.init(name, beside: try catalogue.lists().filter { $0.person == nil })
    }

    /// For a person.
    var note: String {
        let near = similar.map { ", similar to \($0.printable); `bookzone undo` reverts it" } ?? ""
        return "\(name.printable): a new list\(near)"
    }
}

extension [NewList] {
    /// How many names a note has.
    private static let mostNamed = 10

    /// For a person, those first that may be mistyped; `nil` if there is none.
    var note: String? {
        guard count > 1 else { return first?.note }
        let doubtful = filter { $0.similar != nil }
        let names = (doubtful + filter { $0.similar == nil }).map { list in
            list.name.printable + (list.similar.map { " (similar to \($0.printable))" } ?? "")
        }
        let rest = count > Self.mostNamed ? " and \(count - Self.mostNamed) more" : ""
        return "\(count) new lists: \(names.prefix(Self.mostNamed).joined(separator: ", "))\(rest)"
            + (doubtful.isEmpty ? "" : "; `bookzone undo` reverts the import")
    }
}
