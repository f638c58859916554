"""Checks that participants see and hear exactly the right people."""


def check_page(person, *others, video=True):
    """Checks that this person's page saw and heard these people, and no one else, while `start_listening` ran."""
    heard = person.heard()
    if not heard["tones"]:
        # On a busy machine, audio can begin seconds after the picture: it is checked once more, which is printed.
        print(f"{person.name} heard nothing at first: {heard}, {person.statistics()}, {person.streams()}")
        person.start_listening(4000)
        heard = person.heard()
        if not heard["tones"]:
            print(f"{person.name} heard nothing again: {heard}, {person.statistics()}, {person.streams()}")
    numbers = {str(other.number) for other in others}
    if video:
        assert set(heard["pictures"]) == numbers, f"{person.name} saw {heard}"
        assert min(heard["pictures"].values()) >= 8, f"{person.name} saw {heard}"
        assert heard["unreadable"] <= sum(heard["pictures"].values()) // 4, f"{person.name} saw {heard}"
    else:
        assert heard["pictures"] == {}, f"{person.name} saw {heard}"
    tones = {str(other.number % 48) for other in others}
    # Audio that a busy machine stretches and conceals may once be read as the neighbouring tone.
    once = {tone for tone, count in heard["tones"].items() if count == 1 and tone not in tones}
    assert len(once) <= 1 and set(heard["tones"]) - once == tones, f"{person.name} heard {heard}"
    assert all(heard["tones"][tone] >= 10 for tone in tones), f"{person.name} heard {heard}"


def check_counters(statistics, video=True):
    """Checks the counters of a call in which no frame was refused after the first good one."""
    assert statistics["framesDroppedBad"] == 0, statistics
    assert statistics["audioFramesSealed"] > 50 and statistics["audioFramesOpened"] > 50, statistics
    if video:
        assert statistics["videoFramesSealed"] > 20 and statistics["videoFramesOpened"] > 20, statistics


def check_command_line(statistics, other, video=True):
    """Checks that the command line read back this person's picture and tone only."""
    tones = statistics["tonesHeard"]
    assert set(tones) == {str(other.number % 48)} and min(tones.values()) >= 10, statistics
    assert statistics["tonesUnreadable"] <= sum(tones.values()) // 2, statistics
    if video:
        pictures = statistics["picturesRead"]
        assert set(pictures) == {str(other.number)} and min(pictures.values()) >= 20, statistics
        assert statistics["picturesUnreadable"] <= sum(pictures.values()) // 10, statistics
    check_counters(statistics, video)
