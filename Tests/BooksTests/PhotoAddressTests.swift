// Which parts of a URL identify the photo, and which are secret.
import Testing

@testable import Books

struct PhotoAddressTests {
    @Test(arguments: [
        ("https://host/a.jpg", "https://host/a.jpg"),
        ("HTTPS://Host:8443/a%20b.jpg", "HTTPS://Host:8443/a%20b.jpg"),
        ("http://host", "http://host"),
        // Image servers have the picture's name in the query.
        ("https://host/image?id=12&size=full", "https://host/image?id=12&size=full"),
        ("https://host/image?id=12&&x", "https://host/image?id=12&&x"),
        ("https://host/image?sv=1&st=2&se=3", "https://host/image?sv=1&st=2&se=3"),
        ("https://host/iiif/p1/full/max/0/default.jpg", "https://host/iiif/p1/full/max/0/default.jpg"),
        // Both forms of Amazon; the version of an object is part of its name.
        (
            "https://b.s3.amazonaws.com/box/1.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20261122"
                + "&X-Amz-Date=20261122T120000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=abc",
            "https://b.s3.amazonaws.com/box/1.jpg"
        ),
        (
            "https://b.s3.amazonaws.com/1.jpg?versionId=3&X-Amz-Security-Token=t&x-amz-signature=abc",
            "https://b.s3.amazonaws.com/1.jpg?versionId=3"
        ),
        (
            "https://b.s3.amazonaws.com/1.jpg?AWSAccessKeyId=A&Signature=b%3D&Expires=1",
            "https://b.s3.amazonaws.com/1.jpg"
        ),
        // CloudFront.
        (
            "https://d1.cloudfront.net/1.jpg?Policy=p&Signature=s&Key-Pair-Id=K",
            "https://d1.cloudfront.net/1.jpg"
        ),
        // Both forms of Google.
        (
            "https://storage.googleapis.com/b/1.jpg?X-Goog-Algorithm=G&X-Goog-Signature=s",
            "https://storage.googleapis.com/b/1.jpg"
        ),
        (
            "https://storage.googleapis.com/b/1.jpg?GoogleAccessId=me&Expires=1&Signature=s",
            "https://storage.googleapis.com/b/1.jpg"
        ),
        // Azure: short names of parameters beside a signature.
        (
            "https://a.blob.core.windows.net/c/1.jpg?sv=2024-11-04&st=a&se=b&sr=b&sp=r&spr=https&skoid=k&sig=abc%3D",
            "https://a.blob.core.windows.net/c/1.jpg"
        ),
        (
            "https://oss/1.jpg?x-oss-process=image/resize,w_100&OSSAccessKeyId=a&Signature=s",
            "https://oss/1.jpg?x-oss-process=image/resize,w_100"
        ),
        ("https://host/1.jpg?id=7&token=abc&access_token=def", "https://host/1.jpg?id=7"),
        // In any spelling.
        ("https://host/1.jpg?X%2DAmz%2DSignature=abc&%73ig=def", "https://host/1.jpg"),
        ("https://host/1.jpg?token", "https://host/1.jpg"),
        ("https://host?token=abc", "https://host"),
        ("https://host/1.jpg?id=a?token=b", "https://host/1.jpg?id=a?token=b"),
        // The user's password, and the fragment, which is not sent.
        ("https://maria:secret@host/1.jpg", "https://host/1.jpg"),
        ("https://maria:se@cret@host/1.jpg?id=a@b", "https://host/1.jpg?id=a@b"),
        ("https://host/a@b.jpg", "https://host/a@b.jpg"),
        ("https://host/1.jpg#access_token=abc", "https://host/1.jpg"),
        // Invalid URLs have names, too.
        ("https://", "https://"),
        ("http://?token=abc", "http://"),
    ])
    func `name is the address without what signs it`(_ address: String, _ name: String) throws {
        let photo = try #require(PhotoAddress(address))
        #expect(photo.name == name)
        #expect(PhotoAddress(photo.name)?.name == name)
        #expect(address.unsigned == name)
    }

    @Test(arguments: [
        ("https://host/a b.jpg", "https://host/a%20b.jpg"),
        ("https://host/ä.jpg?q=é", "https://host/%C3%A4.jpg?q=%C3%A9"),
        ("https://host/100%.jpg", "https://host/100%25.jpg"),
        ("https://host/a%2Fb.jpg?sig=a%3D%3D#part", "https://host/a%2Fb.jpg?sig=a%3D%3D"),
        ("https://me:pass@host/\u{1}", "https://me:pass@host/%01"),
    ])
    func `identifiers are complete and ASCII`(_ address: String, _ asked: String) throws {
        #expect(try #require(PhotoAddress(address)).signed == asked)
    }

    @Test(arguments: [
        "", "http", "http:", "http:/a", "./http://host/a", "ftp://host/a", "file:///a", "-", "httpx://a",
    ])
    func `everything else is a path`(_ path: String) {
        #expect(PhotoAddress(path) == nil)
        #expect(path.unsigned == path)
        #expect(path.localPath == path)
    }

    @Test(arguments: [
        ("https://host:8443/a/b.jpg", "host_8443/a/b.jpg"),
        ("https://host/image?id=12&token=abc", "host/image_id=12"),
        ("https://host/%2e%2e/%2Fetc", "host/_2e_2e/_2Fetc"),
        ("https://host//", "host"),
    ])
    func `files that are made of it have plain names`(_ address: String, _ path: String) {
        #expect(address.localPath == path)
        let long = "https://host/" + String(repeating: "x", count: 500)
        #expect(long.localPath.split(separator: "/").allSatisfy { $0.count <= 60 })
    }
}
