// Patterns of names: what they match, and what they do not.
import Testing

@testable import Batch

struct GlobTests {
    @Test(arguments: [
        ("*.jpg", "a.jpg", true), ("*.jpg", "box/deep/a.jpg", true), ("*.jpg", "a.jpeg", false),
        ("IMG_?.jpg", "IMG_2.jpg", true), ("IMG_?.jpg", "IMG_10.jpg", false), ("?", "é", true),
        ("?", "", false),
        ("box/*.jpg", "box/a.jpg", true), ("box/*.jpg", "box/deep/a.jpg", false),
        ("box/*.jpg", "other/box/a.jpg", false), ("/a.jpg", "a.jpg", true), ("/a.jpg", "box/a.jpg", false),
        ("**/a.jpg", "a.jpg", true), ("**/a.jpg", "x/y/a.jpg", true), ("box/**", "box/x/y.jpg", true),
        ("box/**", "box", false), ("box/**/a.jpg", "box/a.jpg", true),
        ("box/**/a.jpg", "box/x/y/a.jpg", true),
        ("box/**/a.jpg", "boxes/a.jpg", false), ("**/x/**/a.jpg", "y/x/z/x/a.jpg", true),
        ("[ab]?.jpg", "b1.jpg", true), ("[!ab]?.jpg", "b1.jpg", false), ("[a-c]*", "cat", true),
        ("[a-c]*", "dog", false),
        ("[]]", "]", true), ("[a-]", "-", true), ("a[/]b", "a/b", false), ("\\*.jpg", "*.jpg", true),
        ("\\*.jpg", "a.jpg", false), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxcxxb", false),
        ("*", "", true),
        ("**", "any.jpg", true), ("a**b", "axxb", true),
    ]) func `matches by name or by path`(pattern: String, path: String, matches: Bool) throws {
        #expect(try #require(Glob(pattern)).matches(path, isFolder: false) == matches)
    }

    @Test func `a slash at the end is a folder`() throws {
        let glob = try #require(Glob("thumbs/"))
        #expect(glob.matches("box/thumbs", isFolder: true))
        #expect(!glob.matches("box/thumbs", isFolder: false))
    }

    @Test(arguments: ["", "/", "[ab", "a\\", "[", "[]"]) func `impossible patterns are rejected`(
        pattern: String
    ) {
        #expect(Glob(pattern) == nil)
    }

    /// A naive matcher would not finish.
    @Test func `many stars don't take exponential time`() throws {
        let glob = try #require(Glob(String(repeating: "a*", count: 30) + "b"))
        #expect(!glob.matches(String(repeating: "a", count: 2000), isFolder: false))
    }
}
