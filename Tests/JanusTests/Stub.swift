import Testing
<<<<<<< HEAD

@Test func stub() {}
=======
>>>>>>> codec
