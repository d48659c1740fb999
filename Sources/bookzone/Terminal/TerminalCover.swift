// Shows a book's cover on a terminal that shows pictures.
import Books
import Catalogue
import Foundation
import Output
import Reading
import Sandbox

enum TerminalCover {
    /// Writes the cover of a book, if there is one and the terminal shows pictures. The terminal is not asked otherwise.
    static func show(_ book: BookSpecifier, in store: any BookReader) async throws {
        guard let jpeg = try store.coverJPEG(of: book, .large),
            let graphics = TerminalGraphics.asked()
        else { return }
        let shown: String? =
            switch graphics {
            case .iTerm: TerminalGraphics.inline(jpeg)
            case .kitty: await pixels(of: jpeg).map(TerminalGraphics.kitty)
            case .sixel: await pixels(of: jpeg).map(TerminalGraphics.sixel)
            }
        if let shown { try OutputFile(nil).write("\n" + shown) }
    }

    /// Decoded by a worker: the file may have come from another machine.
    private static func pixels(of jpeg: Data) async -> PixelMap? {
        guard let sha256 = PhotoScanner.sha256(jpeg),
            let server = try? PhotoWorkers.pictureServer()
        else { return nil }
        let request = PictureRequest(page: 1, side: side, form: .pixels)
        let photo = Photo(name: "cover", content: .streamed(jpeg))
        return await PhotoWorker(server).picture(request, of: photo, sha256: sha256).flatMap(
            PixelMap.init(file:))
    }

    /// In pixels, for as many lines as a cover takes; a guess if the terminal does not tell the size of its letters.
    private static var side: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_ypixel > 0 else {
            return CoverPicture.Size.small.side
        }
        return min(
            CoverPicture.Size.large.side, TerminalGraphics.lines * Int(size.ws_ypixel) / Int(size.ws_row))
    }
}
