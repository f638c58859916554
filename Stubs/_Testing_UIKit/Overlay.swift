// Swift Testing says that this is to be imported wherever both it and UIKit are. It would attach pictures of UIKit to tests.
