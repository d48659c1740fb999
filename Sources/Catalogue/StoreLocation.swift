// The default path of the store.
import Books
import Foundation

package enum StoreLocation {
    /// The path in `BOOKZONE_STORE`; `nil` for the default path.
    package static var chosen: String? {
        variable("BOOKZONE_STORE").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `$XDG_DATA_HOME/bookzone/catalogue.sqlite`; `~/.local/share` if the variable is not set.
    package static var usual: String {
        let data =
            variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (variable("HOME") ?? NSHomeDirectory()) + "/.local/share"
        return data + "/bookzone/catalogue.sqlite"
    }

    /// A path, byte for byte.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(path: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}
