// What a person reads when a store is on a network disk.
import Catalogue

extension NetworkDisk {
    /// What is wrong and what to do, in one line.
    package func warning(store path: String) -> String {
        "\(path): the store is on a network disk (\(rawValue)), where it is damaged once two machines change it; "
            + "move it to a disk of this machine, and let other machines use it through `bookzone serve`"
    }
}
