// Options of `scan` for what its exit code stands for.
import ArgumentParser

extension EndRule.Least: ExpressibleByArgument {}
extension EndRule.Limit: ExpressibleByArgument {}

struct EndOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exit with 1 or 2 if a photo has this outcome or a worse one: none (no ISBN), uncertain, failed; or never.",
            valueName: "what"))
    var failOn = EndRule.Least.none

    @Option(
        help: ArgumentHelp(
            "Exit with 2 only if more photos than this fail: a number, or a percentage such as 5%.",
            valueName: "number"))
    var maxFailed: EndRule.Limit?

    var rule: EndRule { EndRule(failOn: failOn, maxFailed: maxFailed) }
}
