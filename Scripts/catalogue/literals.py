def breaches():
    return []
