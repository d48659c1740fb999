// Options of `scan` for what its exit code stands for.
import ArgumentParser

extension EndRule.Least: ExpressibleByArgument {}
extension EndRule.Limit: ExpressibleByArgument {}

struct EndOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The least that ends the run with 1 or 2: failed, uncertain, none (a photo without an ISBN), or never.",
            valueName: "what"))
    var failOn = EndRule.Least.none

    @Option(
        help: ArgumentHelp(
            "Photos that fail end the run with 2 only where they are more: a number, or 5% of all.",
            valueName: "number"))
    var maxFailed: EndRule.Limit?

    var rule: EndRule { EndRule(failOn: failOn, maxFailed: maxFailed) }
}
