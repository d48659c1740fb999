// Names of lists: two are built in, every other is whatever a person calls it.

public enum ListName {
    public static let owned = "owned"
    public static let wanted = "wanted"
}
