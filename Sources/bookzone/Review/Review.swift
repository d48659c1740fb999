// `bookzone review`: a person decides what the program could not.
import ArgumentParser
import Scanning

struct Review: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Goes through the photos that a scan is not sure of, for you to decide.",
        discussion: """
            Each uncertain photo is shown with its candidates and what they rest on. Look at the photo and type the \
            last four digits of the right one, or the whole ISBN; n when the photo shows none, s to skip it, q to \
            end. A bare y confirms the first candidate only where its confidence is at least \(ReviewReply.shareForYes).

            An answer goes by the photo's content, wherever the file moves, and every later `scan --lookup` honours \
            it. Photos that are decided are not asked about again without --again.

            \(Exit.help([.success: "all are decided", .incomplete: "some are left open", .badInput: "some could not be read"]))
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "How to read") var reading: ReadingOptions
    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Ask also about photos that were decided earlier.")
    var again = false

    func run() async throws {
        let batch = try ScanBatch(input.inputs, options: reading.scanOptions, jobs: reading.jobs)
        let reviewer = Reviewer(store: try storeOptions.open(), again: again)
        await batch.run { await reviewer.take($0) }
        await reviewer.end()
    }
}
