// Which code the program ends with when the store can't do what was asked.
import Catalogue

extension CatalogueError {
    /// 1 not there, 2 input that can't be taken, 70 the store can't be used, 74 it could not be written.
    var exitCode: Int32 {
        switch self {
        case .missing, .unknownBook, .unknownList, .unknownComment: 1
        case .backupExists, .nothingToAdd, .listName, .notTheAuthor, .emptyComment, .unreadable, .noColumn,
            .noISBNColumn:
            2
        case .cannotOpen, .notAStore, .newer, .damaged, .failed: 70
        case .busy, .full, .readOnly: 74
        }
    }
}
