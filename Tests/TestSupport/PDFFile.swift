// PDFs for tests, valid and broken.
import Foundation

/// Makes a PDF of lines of text and of JPEG files.
public struct PDFFile {
    public struct Page: Sendable {
        var lines: [String] = []
        var jpeg: (bytes: Data, width: Int, height: Int)?
        /// Whether its lines are drawn.
        var isHidden = false
        /// Of lines that are drawn in a font of the file, whose digits are blocks.
        var look: Look?
        /// In points.
        var box: (width: Double, height: Double) = (420, 595)

        /// Text in a standard font.
        public static func text(_ lines: String...) -> Page { Page(lines: lines) }

        /// Text that is in the file but not drawn, in a font of the file.
        public static func hidden(_ lines: String...) -> Page { Page(lines: lines, isHidden: true) }

        public enum Look: Sendable, CaseIterable {
            case plain, white, covered, tiny, undrawn
        }

        /// Text in a font of the file, whose last line has another look than the others.
        public static func text(_ lines: String..., last look: Look) -> Page {
            Page(lines: lines, look: look)
        }

        /// Lines without a number, most of them outside the page, which take some time to read.
        public static let prose = Page(
            lines: Array(repeating: String(repeating: "prose ", count: 100), count: 400))

        /// A picture that fills the page, optionally with a text layer.
        public static func scan(_ jpeg: Data, width: Int, height: Int, text: String...) -> Page {
            Page(
                lines: text, jpeg: (jpeg, width, height), isHidden: true,
                box: (420, 420 * Double(height) / Double(width)))
        }

        /// With another size, in points.
        public func sized(_ width: Double, _ height: Double) -> Page {
            var page = self
            page.box = (width, height)
            return page
        }
    }

    /// A font whose digits are blocks.
    private static var blocks: Data {
        let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        return Data(
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << \(digits.map { "/\($0) 6 0 R" }.joined(separator: " ")) >> /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [\(String(repeating: "500 ", count: 224))] /Resources << >> >>"
                .utf8)
    }

    /// Encryption with an unknown password.
    private static let lock = """
        << /Filter /Standard /V 1 /R 2 /Length 40 /P -4
        /O <\(String(repeating: "A5", count: 32))> /U <\(String(repeating: "5A", count: 32))> >>
        """

    public static func bytes(_ pages: [Page], isLocked: Bool = false) -> Data {
        var objects: [Data] = [
            Data(), Data(),
            Data("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
            Data(
                "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [\(String(repeating: "0.5 ", count: 224))] >>"
                    .utf8),
            blocks, stream("", Data("500 0 0 0 400 700 d1 50 0 300 700 re f".utf8)),
        ]
        var kids: [String] = []
        for page in pages {
            var resources = "/Font << /F1 \(page.look != nil ? 5 : page.isHidden ? 4 : 3) 0 R >>"
            var content = Data()
            if let (jpeg, width, height) = page.jpeg {
                objects.append(
                    stream(
                        "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
                        jpeg))
                resources += " /XObject << /P \(objects.count) 0 R >>"
                content += Data("q \(page.box.width) 0 0 \(page.box.height) 0 0 cm /P Do Q\n".utf8)
            }
            for (number, line) in page.lines.enumerated() {
                let look = number == page.lines.count - 1 ? page.look : nil
                let mode = page.isHidden || look == .undrawn ? 3 : 0
                let (size, place) = (look == .tiny ? 0.4 : 9, page.box.height - 60 - 14 * Double(number))
                content += Data(
                    "\(look == .white ? 1 : 0) g BT \(mode) Tr /F1 \(size) Tf 36 \(place) Td (".utf8)
                content += Data(line.unicodeScalars.flatMap(Self.written))
                content += Data(") Tj ET\n".utf8)
                if look == .covered { content += Data("1 g 30 \(place - 3) 300 14 re f\n".utf8) }
            }
            objects.append(stream("", content))
            objects.append(
                Data(
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page.box.width) \(page.box.height)] /Resources << \(resources) >> /Contents \(objects.count) 0 R >>"
                        .utf8))
            kids.append("\(objects.count) 0 R")
        }
        objects[0] = Data("<< /Type /Catalog /Pages 2 0 R >>".utf8)
        objects[1] = Data(
            "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(kids.count) >>".utf8)
        return file(objects, isLocked ? " /Encrypt \(Self.lock) /ID [<00> <00>]" : "")
    }

    /// In WinAnsi, for characters of Latin-1.
    private static func written(_ scalar: Unicode.Scalar) -> [UInt8] {
        let byte = UInt8(clamping: scalar.value)
        return "()\\".unicodeScalars.contains(scalar) ? [UInt8(ascii: "\\"), byte] : [byte]
    }

    private static func stream(_ entries: String, _ bytes: Data) -> Data {
        Data("<< \(entries) /Length \(bytes.count) >>\nstream\n".utf8) + bytes + Data("\nendstream".utf8)
    }

    private static func file(_ objects: [Data], _ trailer: String) -> Data {
        var file = Data("%PDF-1.4\n".utf8)
        var places: [Int] = []
        for (number, object) in objects.enumerated() {
            places.append(file.count)
            file += Data("\(number + 1) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
        }
        let start = file.count
        file += Data("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places {
            let digits = String(place)
            file += Data((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
        }
        return file
            + Data(
                "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R\(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
                    .utf8)
    }
}
