// A day on the command line.
import ArgumentParser
import Books

extension Day: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
