// What a shell offers after Tab that only the store knows: names of lists and of people.
import ArgumentParser
import Books
import Catalogue

enum StoreCompletion {
    static let lists = CompletionKind.custom { words, _, _ in
        let states = Reading.State.allCases.map(\.rawValue)
        return names(words) { store in try store.lists().filter { $0.person == nil }.map(\.name) + states }
    }

    static let people = CompletionKind.custom { words, _, _ in names(words) { try $0.people() } }

    /// None where there is no store: a Tab makes none, and says nothing of what is wrong.
    private static func names(_ words: [String], _ body: (Store) throws -> [String]) -> [String] {
        var options = StoreOptions()
        options.store = words.firstIndex(of: "--store").flatMap { place in
            words.indices.contains(place + 1) ? words[place + 1] : nil
        }
        guard let store = try? options.openExisting() else { return [] }
        return ((try? body(store)) ?? []).filter { !$0.contains(where: \.isNewline) }
    }
}
