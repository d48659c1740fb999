// Why a host is left alone for longer than a run.
import Foundation

package struct HostRest: Hashable, Sendable {
    package var until: Date
    /// The host asked for it; if not, it let the time run out.
    package var isAsked: Bool

    package init(until: Date, isAsked: Bool) {
        self.until = until
        self.isAsked = isAsked
    }
}
