public import ECallAPI
public import ECallCore
import Foundation

extension [Contact] {
    /// Favourites first, then by name, then by number.
    public func inOrder(_ order: NameOrder) -> [Contact] {
        sorted { left, right in
            if left.isFavorite != right.isFavorite { return left.isFavorite }
            switch order.compare(left.contactName, right.contactName) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: return left.contactId < right.contactId
            }
        }
    }
}
