// Options of every command that goes over photos: which of them are one book's.
import ArgumentParser
import Batch

struct GroupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Answer once a book: of photos in one folder (folder), of photos whose names differ in their ending, as \
            IMG_12a.jpg and IMG_12b.jpg (name), of photos taken with at most \(Int(GroupOptions.usualGap)) s between \
            one and the next (time, or time:30), or of photos in whose paths the first group of this regular \
            expression finds the same.
            """, valueName: "folder|name|time|pattern"),
        transform: GroupOptions.grouping)
    var group: PhotoGrouping?

    @Flag(
        help: ArgumentHelp(
            """
            The photos are frames of a video. A book ends when another ISBN appears, or when several frames show \
            none.
            """, visibility: .advanced))
    var frames = false

    /// Whoever takes several photos of a book turns it over within seconds, and takes longer to put it away and fetch the
    /// next: a dealer's photos of one book followed each other within 15 s but once (19 s), those of two after 21 s or more.
    private static let usualGap = 15.0

    func validate() throws {
        if group != nil, frames { throw ValidationError("--group and --frames: choose one") }
    }

    /// `nil` answers each photo by itself.
    var grouping: PhotoGrouping? { frames ? .frames : group }

    func check(_ input: InputOptions) throws {
        guard let grouping else { return }
        if grouping.needsNames, input.paths.contains("-") {
            throw ValidationError(
                "photos on standard input have no names to group by; use --group time or --frames")
        }
        if input.inputs.isRecordsOnly {
            throw ValidationError(
                "results don't contain all the evidence from their photos; group the photos themselves"
            )
        }
    }

    /// - Parameters:
    ///   - resumes: whether books that are known are not read again.
    ///   - watches: whether photos are read as they come.
    ///   - moves: whether photos are moved.
    ///   - isShared: whether other machines read the rest.
    ///   - printsPaths: whether each photo's path is printed.
    ///   - makesPictures: whether pictures are made of each.
    func check(
        resumes: Bool, watches: Bool, moves: Bool, isShared: Bool, printsPaths: Bool, makesPictures: Bool,
        of input: InputOptions
    ) throws {
        guard let grouping else { return }
        let option = frames ? "--frames" : "--group"
        if watches {
            throw ValidationError(
                "\(option) needs all photos of a book, and --watch can't know when they are complete; leave out one of "
                    + "them")
        }
        if resumes, !grouping.needsNames {
            throw ValidationError(
                "--resume identifies books by their photos' names; use --group folder, name or a pattern")
        }
        if resumes, moves {
            throw ValidationError(
                "--resume identifies books by their photos' paths; leave out --move-to or \(option)")
        }
        if isShared, !grouping.needsNames {
            throw ValidationError(
                "--shard keeps the photos of a book together by their names; use --group folder, name or a pattern"
            )
        }
        if printsPaths || moves, frames {
            throw ValidationError(
                "--frames skips frames without a book; leave out --paths and --move-to"
            )
        }
        if makesPictures, input.holdsStreamedPhotos {
            throw ValidationError(
                "photos on standard input are not kept until their book is complete; leave out --report and --annotate, or "
                    + "\(option)")
        }
    }

    /// As they are typed.
    var words: [String] { frames ? ["--frames"] : argument.map { ["--group", $0] } ?? [] }

    /// What --group is given.
    var argument: String? { group?.words }

    private static func grouping(_ text: String) throws -> PhotoGrouping {
        switch text {
        case "folder": return .folder
        case "name": return .name
        case "time": return .time(gap: usualGap)
        default: break
        }
        if text.hasPrefix("time:"), let gap = Double(text.dropFirst(5)) {
            guard (0...86_400).contains(gap) else {
                throw ValidationError("time: needs 0 to 86400 seconds, not \(text.dropFirst(5))")
            }
            return .time(gap: gap)
        }
        switch PhotoGrouping.hasGroup(text) {
        case true?: return .pattern(text)
        case false?:
            throw ValidationError(
                "'\(text)' is not folder, name or time, nor a regular expression with a capture group"
            )
        case nil: throw ValidationError("'\(text)' is not a valid regular expression")
        }
    }
}
