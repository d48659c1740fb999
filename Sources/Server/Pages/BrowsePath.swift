#if Server
// The paths of the pages of authors, series and tags.
import HTTP

/// Paths relative to the site's base.
enum BrowsePath {
    static func author(_ name: String) -> String { "/author?name=\(name.queryPart)" }
    static func series(_ name: String) -> String { "/series?name=\(name.queryPart)" }
    static func list(_ name: String, isOwn: Bool) -> String {
        "\(BrowseAddress.path)?\(isOwn ? "mine" : "list")=\(name.queryPart)"
    }
    static func tag(_ tag: String) -> String { "\(BrowseAddress.path)?tag=\(tag.queryPart)" }
}
#endif
