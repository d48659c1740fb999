// The sources that this program asks, as the environment has them.
import Foundation
import HTTP

extension SourceSet {
    /// The sources as the environment names them.
    ///
    /// - Parameters:
    ///   - keys: see `SourceSet`.
    ///   - timeout: for an answer.
    package static func program(
        keys: [String]? = nil, timeout: Duration = .seconds(15)
    ) throws(ProviderError) -> SourceSet {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let addresses = SourceSet.keys.map { ($0, set["BOOKZONE_\($0.uppercased())_URL"]) }
        return try SourceSet(
            .program(contact: set["BOOKZONE_CONTACT"], timeout: timeout), keys: keys,
            addresses: Dictionary(uniqueKeysWithValues: addresses).compactMapValues(\.self))
    }
}
