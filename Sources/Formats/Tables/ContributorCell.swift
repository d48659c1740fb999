// Parses cells of several names, with or without roles.
import Books

enum ContributorCell {
    /// Parses `Brandon Sanderson, Michael Kramer (Narrator)`. A comma before `Jr.` and the like belongs to the name.
    ///
    /// - Parameter role: for names without a role.
    static func list(_ cell: String, role: Contributor.Role = .author)
        -> [Contributor]
    {
        var names: [String] = []
        for part in CellText.split(cell, at: ",").compactMap(\.tidied) {
            if let last = names.last,
                suffixes.contains(part.lowercased().filter(\.isLetter))
            {
                names[names.count - 1] = "\(last), \(part)"
            } else {
                names.append(part)
            }
        }
        return names.compactMap { contributor($0, role: role) }
    }

    /// Parses `Editor`, `Translated by`, `Illustrations`, `Foreword`; without a role, an author.
    static func role(_ text: String?, or unsaid: Contributor.Role = .author) -> Contributor.Role {
        guard let text = text?.tidied?.lowercased() else { return unsaid }
        let known: [(String, Contributor.Role)] = [
            ("author", .author), ("writer", .author), ("edit", .editor), ("translat", .translator),
            ("illustrat", .illustrator),
        ]
        return known.first { text.contains($0.0) }?.1 ?? .contributor
    }

    private static let suffixes: Set<String> = [
        "jr", "sr", "ii", "iii", "iv", "phd", "md", "mba", "esq", "dds", "dvm", "rn", "edd",
    ]

    private static func contributor(_ text: String, role: Contributor.Role) -> Contributor? {
        guard let match = text.wholeMatch(of: /(.+?)\s*\(([^()]+)\)/) else {
            return Contributor(name: text, role: role)
        }
        return Contributor(name: String(match.1), role: Self.role(String(match.2)))
    }
}
