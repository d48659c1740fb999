// Determines the exit code of a run from the outcomes of its photos.
import ArgumentParser
import Books

/// The policy given by options.
struct ExitPolicy {
    /// The least severe outcome that gives the exit code 1 or 2.
    enum FailOn: String, CaseIterable {
        case never, failed, uncertain, none
    }

    /// How many photos may fail.
    struct Limit {
        private let count: Double
        private let isShare: Bool

        /// `20`, `5%`, `0.5%`.
        init?(argument: String) {
            isShare = argument.hasSuffix("%")
            guard let count = Double(isShare ? argument.dropLast() : argument[...]), count >= 0,
                isShare ? count <= 100 : count == count.rounded() && count < 1e12
            else { return nil }
            self.count = count
        }

        func allows(_ failed: Int, of all: Int) -> Bool {
            Double(failed) <= (isShare ? count * Double(all) / 100 : count)
        }
    }

    var failOn = FailOn.none
    /// How many photos may fail; `nil` means none, or all if failures never count.
    var maxFailed: Limit?

    func end(of tally: ScanTally) -> Exit {
        let mayFail = maxFailed?.allows(tally.failed, of: tally.records) ?? (failOn == .never)
        if tally.failed > 0, !mayFail { return tally.passing > 0 ? .tryAgain : .badInput }
        let missing: Int =
            switch failOn {
            case .never, .failed: 0
            case .uncertain: tally.uncertain
            case .none: tally.uncertain + tally.none + (tally.isWithoutBooks ? 1 : 0)
            }
        return missing > 0 ? .incomplete : .success
    }
}

extension ExitPolicy.FailOn: ExpressibleByArgument {}
extension ExitPolicy.Limit: ExpressibleByArgument {}

struct ExitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exit with 1 or 2 if a photo has this outcome or a worse one: none (no ISBN), uncertain, failed; or never.",
            valueName: "what"))
    var failOn = ExitPolicy.FailOn.none

    @Option(
        help: ArgumentHelp(
            "Exit with 2 only if more photos than this fail: a number, or a percentage such as 5%.",
            valueName: "number"))
    var maxFailed: ExitPolicy.Limit?

    var rule: ExitPolicy { ExitPolicy(failOn: failOn, maxFailed: maxFailed) }
}
