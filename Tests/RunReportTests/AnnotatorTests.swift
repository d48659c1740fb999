// Names of annotated photos: those of the photos, and never outside their folder.
import Books
import Testing

@testable import RunReport

struct AnnotatorTests {
    @Test(arguments: [
        ("box/IMG_2.jpg", 1, "box/IMG_2.jpg"), ("IMG_2.JPEG", 1, "IMG_2.JPEG"),
        ("IMG_2.HEIC", 1, "IMG_2.HEIC.jpg"),
        ("/home/m/a.jpg", 1, "home/m/a.jpg"), ("../../etc/a.jpg", 1, "etc/a.jpg"),
        ("./a//b/./c.png", 1, "a/b/c.png.jpg"),
        ("scan.tif", 3, "scan.tif, page 3.jpg"), ("-", 1, "standard input.jpg"),
        ("-", 2, "standard input, page 2.jpg"),
        (".jpg", 1, ".jpg.jpg"), ("", 1, "photo.jpg"), ("..", 1, "photo.jpg"),
        ("a<b>\"'.jpg", 1, "a<b>\"'.jpg"),
    ])
    func `names are those of the photos`(photo: String, page: Int, name: String) {
        let made = Annotator.name(of: PhotoRecord(photo: photo, page: page))
        #expect(made.name + made.suffix == name)
    }

    @Test func `a name is not longer than a file system takes`() {
        let name = Annotator.name(
            of: PhotoRecord(photo: String(repeating: "ж", count: 400) + ".heic", page: 12))
        #expect((name.name + name.suffix).utf8.count < 240)
    }
}
