// An amount of memory as it is typed.
import ArgumentParser

/// Megabytes, or a number with K, M or G behind it.
struct MemorySize: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(\d{1,9})([KMG]?)B?/.ignoresCase()) else { return nil }
        let shift = ["K": 10, "G": 30][match.2.uppercased()] ?? 20
        guard let number = Int(match.1), number > 0 else { return nil }
        bytes = number << shift
    }

    static var defaultCompletionKind: CompletionKind { .default }
}
