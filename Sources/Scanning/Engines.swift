// The readers of one worker, made when first needed: bars that answer need no text model.
import Foundation
import Imaging
import Recognition

final class Engines {
    private let folders: [String]
    let bars = BarReader()
    let sense: any LineSense = NumberSense()
    private var textEngine: TextEngine?

    /// - Parameter tessdata: the one folder to use, if given.
    init(tessdata: String?) {
        folders = tessdata.map { [$0] } ?? Engines.usualFolders
    }

    /// Our own model, trained for lines that hold ISBNs.
    func text() throws(RecognitionError) -> TextEngine {
        if let textEngine { return textEngine }
        let engine = try TextEngine(model: "isbn", folders: folders)
        textEngine = engine
        return engine
    }

    /// Beside an installed program, or in the checkout that a built one lies in.
    private static var usualFolders: [String] {
        if let named = ProcessInfo.processInfo.environment["BOOKZONE_TESSDATA"], !named.isEmpty {
            return [named]
        }
        let program = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
            .resolvingSymlinksInPath()
        var folder = program.deletingLastPathComponent()
        var folders = [folder.appendingPathComponent("../share/bookzone/tessdata").standardized.path]
        for _ in 0..<5 {
            folders.append(folder.appendingPathComponent("tessdata").path)
            folder.deleteLastPathComponent()
        }
        return folders
    }
}
