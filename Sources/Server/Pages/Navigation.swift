#if Server
// The navigation links at the top of every page.
import Accounts
import Translation

/// A link, and the pages on which it is marked as the current one.
struct NavigationLink {
    let path: String
    let words: Phrase
    /// The role needed to see it.
    var role = Account.Role.reader
    /// The templates of its pages.
    let templates: Set<String>

    static let all = [
        NavigationLink(
            path: BrowseAddress.path, words: "Books",
            templates: ["author", "book", "books", "figures", "series", "terms"]),
        NavigationLink(path: "/photos", words: "Photos", templates: ["box", "photo", "photos"]),
        NavigationLink(path: "/have", words: "Do I have it?", templates: ["have"]),
        NavigationLink(path: "/lists", words: "Lists", templates: ["list", "lists"]),
        NavigationLink(
            path: "/loans", words: "Loans",
            templates: ["copies", "copy", "inventories", "inventory", "loans"]),
        NavigationLink(path: "/liked", words: "Rankings", templates: ["liked"]),
        NavigationLink(path: "/mine", words: "Comments", templates: ["mine"]),
        NavigationLink(path: "/review", words: "Review", role: .librarian, templates: ["review"]),
        NavigationLink(path: "/people", words: "People", role: .administrator, templates: ["people"]),
    ]

    /// The values for `header.mustache`.
    static func values(for role: Account.Role, on template: String) -> [Pages.Values] {
        all.filter { role >= $0.role }.map {
            ["path": $0.path, "words": $0.words, "isHere": $0.templates.contains(template)]
        }
    }
}
#endif
