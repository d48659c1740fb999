// Letters of bars, in a strip 40 pixels tall.
import Testing

@testable import Imaging
@testable import Recognition

struct LabelLetterTests {
    /// The bars of a letter: columns and rows.
    typealias Bars = [(ClosedRange<Int>, ClosedRange<Int>)]

    private static let stem: Bars = [(28...31, 8...32)]
    private static let bar: Bars = [(20...39, 8...11)]

    /// - Parameter columns: where the recognizer says that the letter is.
    private func letter(of bars: Bars, columns: (Int, Int)) throws -> Unicode.Scalar {
        let picture = try #require(GreyImage(width: 200, height: 40))
        for (columns, rows) in bars {
            for row in rows { for column in columns { picture.row(row)[column] = 20 } }
        }
        // The letters behind it.
        for column in 60...160 where column / 8 % 2 == 0 {
            for row in 8...32 { picture.row(row)[column] = 20 }
        }
        let line = TextLine(
            x: 100, y: 20, direction: .right, length: 200 - 1.2 * 26, height: 26, sag: 0, characters: 4,
            score: 0)
        let strip = try #require(LineStrip(of: line, in: picture, digitHeight: 26, ink: .dark))
        let read = zip("ISBN".unicodeScalars, 0...).map { scalar, place in
            ReadCharacter(
                scalar: scalar, confidence: 1, left: place == 0 ? columns.0 : 36 + 24 * place,
                right: place == 0 ? columns.1 : 56 + 24 * place)
        }
        return try #require(strip.correctingLabel(read).first?.scalar)
    }

    @Test(
        arguments: [
            ("I", stem), ("I", stem + bar + [(20...39, 29...32)]), ("I", stem + bar + [(22...37, 29...32)]),
            // Wider at the foot, as in a figure.
            ("I", stem + [(22...28, 10...13), (20...39, 29...32)]),
            ("T", stem + bar), ("T", stem + bar + [(20...22, 8...16), (37...39, 8...16)]),
            ("T", stem + bar + [(23...35, 30...32)]),
        ] as [(Unicode.Scalar, Bars)], [(20, 40), (2, 24), (28, 32)])
    func `a bar at the top alone makes a T`(
        letter: (name: Unicode.Scalar, bars: Bars), columns: (Int, Int)
    ) throws {
        #expect(try self.letter(of: letter.bars, columns: columns) == letter.name)
    }

    @Test func `letters that touch are left as they were read`() throws {
        #expect(try letter(of: Self.stem + [(20...70, 8...11)], columns: (20, 40)) == "I")
    }
}
