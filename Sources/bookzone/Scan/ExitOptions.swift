// Options of `scan` for its exit code.
import ArgumentParser

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
