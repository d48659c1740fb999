// By which part of their paths photos belong together.

struct GroupKeys {
    private let grouping: PhotoGrouping?
    private let expression: Regex<AnyRegexOutput>?

    init(_ grouping: PhotoGrouping?) {
        self.grouping = grouping
        expression = if case .pattern(let pattern) = grouping { try? Regex(pattern) } else { nil }
    }

    /// What a photo has in common with others of its book; `nil` for one that has a book of its own.
    ///
    /// - Parameter path: as given.
    func key(of path: String) -> String? {
        let name = path.nameStart
        let folder = path[..<name]
        switch grouping {
        case .folder: return String(folder)
        case .name: return folder + NameStem.of(path[name...]).lowercased()
        case .pattern:
            guard let match = try? expression?.firstMatch(in: path), match.output.count > 1 else {
                return nil
            }
            return match.output[1].substring.map(String.init)
        case .books(let books): return books[path]
        case .time, .frames, nil: return nil
        }
    }

    /// By what a photo's share of a list is told, so that a folder that lies elsewhere on another machine makes no other
    /// shares; `nil` where that is its path.
    ///
    /// - Parameters:
    ///   - path: below the folder that was given.
    ///   - name: the whole path, in which patterns look.
    func share(of path: String, name: String) -> String? {
        if case .pattern = grouping { key(of: name) } else { key(of: path) }
    }

    /// Those with one key where the first of them stands.
    ///
    /// - Parameter name: the path of a photo; `nil` for what is none.
    func together<Element>(_ elements: [Element], name: (Element) -> String?) -> [Element] {
        guard areSorted else { return elements }
        var places: [String: Int] = [:]
        let ranked = elements.enumerated().map { place, element in
            guard let key = name(element).flatMap({ self.key(of: $0) }) else {
                return (place, place, element)
            }
            places[key] = places[key] ?? place
            return (places[key] ?? place, place, element)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether the photos of a folder are put in the order of their keys.
    var areSorted: Bool { grouping?.needsNames == true }
}
