// Where a person's store is, unless they say so.
import Foundation

package enum StorePlace {
    /// The path that `BOOKZONE_STORE` gives; `nil` for the usual place.
    package static var chosen: String? {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_STORE"] ?? ""
        return set.isEmpty ? nil : set
    }

    /// `$XDG_DATA_HOME/bookzone/catalogue.sqlite`, with `~/.local/share` where that is not set.
    package static var usual: String {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
        return data + "/bookzone/catalogue.sqlite"
    }
}
