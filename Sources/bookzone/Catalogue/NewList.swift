// Points out that a command created a list, in case the name was mistyped.
import Books
import Catalogue
import Output

struct NewList {
    let name: String
    /// The name of an existing list that may be meant.
    private let similar: String?

    /// `nil` if the list exists or is one of the reading states. A shared catalogue is not asked: if it can't be
    /// reached, the change must still be saved for sending later.
    init?(_ name: String, in catalogue: any BookCatalogue) throws(CatalogueError) {
        guard let list = ListName(name), list.state == nil, !catalogue.isRemote else {
            return nil
        }
        let lists = try catalogue.lists().filter { $0.person == nil }.compactMap { ListName($0.name) }
        if lists.contains(where: { $0.key == list.key }) { return nil }
        self.name = list.text
        let names = ListName.builtIn + ReadingStatus.State.allCases.map(\.rawValue) + lists.map(\.text)
        // One mistake in a short word, two in a longer one.
        let most = list.key.count < 5 ? 1 : 2
        similar =
            names.map { (name: $0, distance: list.key.mistakes(from: $0.lowercased(), atMost: most)) }
            .filter { $0.distance <= most }.min { $0.distance < $1.distance }?.name
    }

    /// For a person.
    var note: String {
        let near = similar.map { ", similar to \($0.printable); `bookzone undo` reverts it" } ?? ""
        return "\(name.printable): a new list\(near)"
    }
}
