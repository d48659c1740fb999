// An account of a site, as its programs know it.

/// An account of a site. It may be renamed, and its former name be taken by another one.
package struct SiteAccount: Sendable {
    /// When the site was last asked.
    package var name: String
    /// What the site identifies it by; `nil` if an earlier version didn't ask for it.
    package var mark: String?

    package init(name: String, mark: String? = nil) {
        self.name = name
        self.mark = mark
    }

    /// By their names if one of them has no mark.
    func isSame(as other: SiteAccount) -> Bool {
        if let mark, let others = other.mark { mark == others } else { name == other.name }
    }
}
