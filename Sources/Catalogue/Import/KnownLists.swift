// Names of lists, arranged so that thousands of names can be compared with them.
import Books

/// The lists of one owner, or the shared ones.
struct KnownLists {
    /// Their display names.
    private(set) var names: [String] = []
    private var keys: Set<String> = []
    private var plain: [String: String] = [:]

    init(_ lists: [BookList]) {
        for list in lists { add(list.name) }
    }

    mutating func add(_ name: String) {
        let plainName = name.withoutSeparators
        if plain[plainName] == nil { plain[plainName] = name }
        guard let list = ListName(name), keys.insert(list.key).inserted else { return }
        names.append(list.text)
    }

    func contains(_ list: ListName) -> Bool { keys.contains(list.key) }

    /// The name of a list that only differs in separators of values, for which many formats have no room in names; else
    /// the name itself.
    func name(like name: String) -> String {
        guard ListName(name).map(contains) != true else { return name }
        return plain[name.withoutSeparators] ?? name
    }
}
