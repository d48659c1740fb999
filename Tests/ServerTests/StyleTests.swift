#if Server
// The style keeps to the scales and colours of docs/design.md, and can be read in light and dark.
import Foundation
import Testing

@testable import Server

struct StyleTests {
    private static let style = Pages.assets["style.css"] ?? ""

    /// The declarations of the variables: of light, and of what differs in dark.
    private static let roots = style.matches(of: /:root \{([^}]*)\}/).map { String($0.1) }

    /// The style without its comments and variables.
    private static var rules: String {
        style.replacing(/\/\*[\s\S]*?\*\//, with: "").replacing(/:root \{[^}]*\}/, with: "")
    }

    private static func colours(_ root: String) -> [String: String] {
        Dictionary(root.matches(of: /--([\w-]+): (#[0-9a-f]{6})\b/).map { (String($0.1), String($0.2)) }) {
            $1
        }
    }

    /// Light, and dark.
    private static var schemes: [[String: String]] {
        let light = colours(roots[0])
        return [light, light.merging(colours(roots[1])) { $1 }]
    }

    @Test func `rules have no colours of their own`() {
        #expect(Self.roots.count == 2)
        let colours =
            /#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|color-mix)a?\(|:[^;{}]*\b(?:white|black|red|green|blue|gr[ae]y|orange)\b/
        #expect(Self.rules.matches(of: colours).map { String($0.0) } == [])
        #expect("a { color: #fff }".contains(colours) && "a { color: red; }".contains(colours))
    }

    @Test func `rules have no lengths of their own`() {
        // Widths at which the layout changes can't be variables. Letters are spaced, and proportions kept, by their own size.
        let text = Self.rules.replacing(/@media \([^)]*\)/, with: "")
            .replacing(/(?:text-underline-offset|letter-spacing): \.\d+em/, with: "")
        let lengths = /[\s:,(]-?\d*\.?\d+(?:rem|em|px|pt|ch|cm)\b/
        #expect(text.matches(of: lengths).map { String($0.0) } == [])
        #expect("a { margin: -1.5rem }".contains(lengths))
    }

    @Test func `every variable is defined, and used`() {
        let defined = Set(Self.roots[0].matches(of: /(--[\w-]+):/).map { String($0.1) })
        let used = Set(Self.style.matches(of: /var\((--[\w-]+)\)/).map { String($0.1) })
        #expect(used.subtracting(defined) == [] && defined.subtracting(used) == [])
        let dark = Set(Self.roots[1].matches(of: /(--[\w-]+):/).map { String($0.1) })
        #expect(!dark.isEmpty && dark.isSubset(of: defined))
    }

    @Test(arguments: [
        ("ink", ["paper", "raised", "sunk", "lead-back", "done-back"], 4.5),
        ("soft", ["paper", "raised"], 4.5),
        ("lead", ["paper", "raised", "lead-back"], 4.5), ("on-lead", ["lead"], 4.5),
        ("star", ["paper", "raised"], 4.5),
        ("done", ["done-back"], 4.5), ("doubt", ["doubt-back"], 4.5),
        ("wrong", ["wrong-back", "raised"], 4.5),
        ("edge", ["paper", "raised"], 3), ("star", ["done-back"], 3),
    ])
    func `what is read stands out`(_ front: String, on backs: [String], by least: Double) throws {
        for (scheme, name) in zip(Self.schemes, ["light", "dark"]) {
            for back in backs {
                let contrast = try Self.contrast(#require(scheme[front]), #require(scheme[back]))
                #expect(contrast >= least, "\(name): \(front) on \(back)")
            }
        }
    }

    @Test func `the contrast is computed as WCAG says`() {
        #expect(abs(Self.contrast("#000000", "#ffffff") - 21) < 0.001)
        #expect(abs(Self.contrast("#767676", "#ffffff") - 4.54) < 0.01)
    }

    /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    private static func contrast(_ first: String, _ second: String) -> Double {
        func luminance(_ colour: String) -> Double {
            let number = Int(colour.dropFirst(), radix: 16) ?? 0
            let parts = [16, 8, 0].map { shift -> Double in
                let part = Double(number >> shift & 0xFF) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let both = [luminance(first), luminance(second)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    @Test func `the page of design names every colour as it is`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../docs/design.md")
        let page = try String(contentsOf: folder, encoding: .utf8)
        for row in page.matches(
            of:
                /\n\| `--([\w-]+)`(?:, `--([\w-]+)`)? \| `(#\w+)`(?:, `(#\w+)`)? \| `(#\w+)`(?:, `(#\w+)`)? \|/
        ) {
            let pairs = [(row.1, row.3, row.5)] + (row.2.map { [($0, row.4 ?? "", row.6 ?? "")] } ?? [])
            for (name, light, dark) in pairs {
                #expect(Self.schemes.map { $0[String(name)] } == [String(light), String(dark)], "\(name)")
            }
        }
        #expect(page.contains("| `--star` | `\(Self.schemes[0]["star"] ?? "")`"))
    }
}
#endif
