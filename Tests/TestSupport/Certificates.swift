/// Certificates that openssl made, valid until 2126. Their private key is not kept.
public enum Certificates {
    /// The subject has the organization "Home" and the common name "Test authority".
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBqDCCAU2gAwIBAgIUONxHnqo6rfDMBgzZKBoJsyAFIAMwCgYIKoZIzj0EAwIw
        KDENMAsGA1UECgwESG9tZTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYx
        MTI5MTkzODAxWhgPMjEyNjExMDUxOTM4MDFaMCgxDTALBgNVBAoMBEhvbWUxFzAV
        BgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        1GwR0ha+xXnce7Tz72c1mPSGWL47yL7lb812SAEO4rZQIoGW69yDvFoGeNoo/idy
        7SDytFUPJzhBB3Z5L5o6HaNTMFEwHQYDVR0OBBYEFBEbqV3poeIpQWqCwLBv4LKl
        QQw2MB8GA1UdIwQYMBaAFBEbqV3poeIpQWqCwLBv4LKlQQw2MA8GA1UdEwEB/wQF
        MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAOtqN3G5gUAa6TrFtI7RNrAyZE53vt0G
        mpjRy8ezuMPfAiEAhJX+V4t8nI0R02+hJBz4XEkR+3u/cxoZTfr/rpDjcIY=
        -----END CERTIFICATE-----

        """
    /// With an organization alone: "Home", a mark that turns the direction of writing (U+202E), "été".
    public static let organization = """
        -----BEGIN CERTIFICATE-----
        MIIBKjCB0QIUFOlR4xFWWZyIH63MuLZgbf4pCswwCgYIKoZIzj0EAwIwFzEVMBMG
        A1UECgwMSG9tZeKArsOpdMOpMCAXDTI2MTEyOTE5MzgyNFoYDzIxMjYxMTA1MTkz
        ODI0WjAXMRUwEwYDVQQKDAxIb21l4oCuw6l0w6kwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATUbBHSFr7Fedx7tPPvZzWY9IZYvjvIvuVvzXZIAQ7itlAigZbr3IO8
        WgZ42ij+J3LtIPK0VQ8nOEEHdnkvmjodMAoGCCqGSM49BAMCA0gAMEUCICy7yc63
        8qV3liAanAaN4M8mObIoyArw5Q/Ey6aNbvlaAiEAnl3/MxJRQOF4U+MK/aAdEE0u
        Ke3XtbZR/xA0UnFViUE=
        -----END CERTIFICATE-----

        """
    /// With a country alone.
    public static let country = """
        -----BEGIN CERTIFICATE-----
        MIIBcTCCARegAwIBAgIUY1oC9dg+z2FoawPy1UqyOCael0QwCgYIKoZIzj0EAwIw
        DTELMAkGA1UEBhMCREUwIBcNMjYxMTI5MTkzODI0WhgPMjEyNjExMDUxOTM4MjRa
        MA0xCzAJBgNVBAYTAkRFMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1GwR0ha+
        xXnce7Tz72c1mPSGWL47yL7lb812SAEO4rZQIoGW69yDvFoGeNoo/idy7SDytFUP
        JzhBB3Z5L5o6HaNTMFEwHQYDVR0OBBYEFBEbqV3poeIpQWqCwLBv4LKlQQw2MB8G
        A1UdIwQYMBaAFBEbqV3poeIpQWqCwLBv4LKlQQw2MA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDSAAwRQIgZVKGMu2rqjoFsWIXCgyTmWkL5+w7dWhZ61Cru02N
        cssCIQC52vrpqOQBJytYoD6Y9K7JRc5h0XLaWNDdyNPqhrZSuw==
        -----END CERTIFICATE-----

        """
    /// The first and last line of a private key. There is no key in it.
    public static let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
}
