#if Server
// The links in the head of every page.
import Accounts

/// One link, and the pages on which it stands out as the current one.
struct NavigationLink {
    let path: String
    let words: Phrase
    /// Who sees it.
    var role = Account.Role.reader
    /// Templates of its pages.
    let templates: Set<String>

    static let all = [
        NavigationLink(
            path: BrowseAddress.path, words: "Books",
            templates: ["author", "book", "books", "series", "terms"]),
        NavigationLink(path: "/photos", words: "Photos", templates: ["box", "photo", "photos"]),
        NavigationLink(path: "/have", words: "Do I have it?", templates: ["have"]),
        NavigationLink(path: "/lists", words: "Lists", templates: ["list", "lists"]),
        NavigationLink(path: "/liked", words: "Top rated", templates: ["liked"]),
        NavigationLink(path: "/mine", words: "Comments", templates: ["mine"]),
        NavigationLink(path: "/review", words: "Review", role: .librarian, templates: ["review"]),
        NavigationLink(path: "/people", words: "People", role: .administrator, templates: ["people"]),
    ]

    /// For `header.mustache`.
    static func values(for role: Account.Role, on template: String) -> [Pages.Values] {
        all.filter { role >= $0.role }.map {
            ["path": $0.path, "words": $0.words, "isHere": $0.templates.contains(template)]
        }
    }
}
#endif
