// When something was read, on the command line.
import ArgumentParser
import Books

extension PartialDate: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    /// - Parameter list: what a book is put on, or taken off.
    /// - Throws: `ValidationError` for a list without dates, and for what is yet to come.
    func check(for list: String) throws {
        guard ListName(list)?.state != nil else {
            throw ValidationError("--date goes with reading, read and abandoned")
        }
        if let today = Day.today, isAfter(today) { throw ValidationError("--date \(self) is in the future") }
    }
}
