// Options of every command that reads photos: how.
import ArgumentParser
import Books
import Foundation
import Scanning
import Workers

struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only this part: left, top, width and height in pixels of the upright photo, or with % of its sides.",
            valueName: "x,y,w,h"))
    var crop: CropRegion?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn the photo clockwise first, on top of what its EXIF says.", valueName: "degrees")
    )
    var rotate = 0

    @Option(help: ArgumentHelp("What to read: ocr (printed numbers), barcode, or both.", valueName: "list"))
    var readers = ReaderList(readers: Set(WitnessReader.allCases))

    @Flag(
        name: .customLong("strict"),
        help: """
            Accept an ISBN only where two of these agree and nothing contradicts them: bars, a labelled number, the \
            same number in its other form.
            """)
    var isStrict = false

    @Option(
        help: ArgumentHelp("Take the OCR model from this folder.", valueName: "dir"), completion: .directory)
    var tessdata: String?

    @Option(
        help: ArgumentHelp("Write a picture of each step into this folder.", valueName: "dir"),
        completion: .directory)
    var debugImages: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp(
            "How many photos to read at a time. If not given: one for each processor that it may use.",
            valueName: "number"))
    private var givenJobs: Int?

    @Option(
        help: ArgumentHelp(
            "Give up a photo, or a page of it, that takes longer. If not given: 60.", valueName: "seconds"))
    var photoTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Give up a photo that needs more: megabytes, or 2G. If not given: three quarters of the memory that it may use, shared by all jobs.",
            valueName: "size"))
    var photoMemory: MemorySize?

    func validate() throws {
        if let photoTimeout, !(0.001...1e6).contains(photoTimeout) {
            throw ValidationError("--photo-timeout takes seconds above 0, not \(photoTimeout)")
        }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1024, not \(jobs)") }
        if let tessdata {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: tessdata, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw ValidationError("--tessdata \(tessdata): no such folder")
            }
        }
        if let debugImages {
            do {
                try FileManager.default.createDirectory(
                    atPath: debugImages, withIntermediateDirectories: true)
            } catch {
                throw ValidationError("--debug-images \(debugImages): can't be made a folder")
            }
        }
    }

    /// How many photos are read at a time.
    var jobs: Int { givenJobs ?? min(1024, MachineShare.current.processors) }

    var scanOptions: ScanOptions {
        ScanOptions(
            readers: readers.readers, crop: crop, rotation: rotate, isStrict: isStrict,
            tessdata: tessdata ?? ReadingOptions.usualTessdata, debugImages: debugImages)
    }

    /// Of each photo.
    var limits: ReadingLimits {
        ReadingLimits(
            time: .seconds(photoTimeout ?? 60),
            memory: photoMemory?.bytes ?? ReadingLimits.shareOfMemory(jobs: jobs))
    }

    private static var usualTessdata: String? {
        let named = ProcessInfo.processInfo.environment["BOOKZONE_TESSDATA"] ?? ""
        return named.isEmpty ? nil : named
    }
}
