// A cooldown that outlasts a run.
import Foundation

package struct Cooldown: Hashable, Sendable {
    package var until: Date
    /// Whether the host asked for it; otherwise it timed out.
    package var isAsked: Bool

    package init(until: Date, isAsked: Bool) {
        self.until = until
        self.isAsked = isAsked
    }
}
