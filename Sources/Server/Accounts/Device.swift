#if Server
// A short description of a browser, by which the account's owner recognises the device.

enum Device {
    /// The browser and the system, as `Firefox, Android`; `nil` if neither is known. Nothing else of the header is
    /// stored.
    ///
    /// - Parameter userAgent: RFC 9110, section 10.1.5.
    static func words(_ userAgent: String?) -> String? {
        guard let userAgent else { return nil }
        let known = [browsers, systems].compactMap { $0.first { userAgent.contains($0.mark) }?.name }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    /// In this order, because browsers also name those that they are compatible with.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
#endif
