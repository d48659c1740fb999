// Which code the program ends with when the store can't do what was asked.
import Catalogue

extension CatalogueError {
    /// 1 not there, 2 input that can't be taken, 74 could not be written, 70 what should not happen.
    var exitCode: Int32 {
        switch self {
        case .missing, .unknownBook, .unknownList, .unknownComment: 1
        case .cannotOpen, .notAStore, .newer, .damaged, .backupExists, .nothingToAdd, .listName,
            .notTheAuthor,
            .emptyComment, .unreadable, .noColumn, .noISBNColumn:
            2
        case .busy, .full, .readOnly: 74
        case .failed: 70
        }
    }
}
