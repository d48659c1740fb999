// Which photos a command line means, by what became of them.
import ArgumentParser
import Books

/// `none`, or `uncertain,none,failed`.
struct StatusList: ExpressibleByArgument {
    let statuses: Set<ScanStatus>

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let statuses = words.compactMap { ScanStatus(rawValue: String($0)) }
        guard statuses.count == words.count else { return nil }
        self.statuses = Set(statuses)
    }

    static var allValueStrings: [String] { ScanStatus.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
