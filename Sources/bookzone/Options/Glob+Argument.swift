// Patterns of names on the command line.
import ArgumentParser
import Batch

extension Glob: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public static var defaultCompletionKind: CompletionKind { .default }
}
