// Swift Testing declares that this is imported wherever both it and UIKit are. It would attach pictures of UIKit to tests.
