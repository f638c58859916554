"""The sounds of calls: each sound as the browser plays it, and when it does."""
import pytest

#: Replaces the page's audio contexts: the sound on its way to the loudspeaker is analysed, and recorded in hertz.
LISTEN = """(() => {
    const heard = globalThis.heardSounds = { pitches: [], peak: 0, contexts: 0, streams: 0 };
    globalThis.AudioContext = class extends AudioContext {
        #way = new GainNode(this);
        #analyser = new AnalyserNode(this, { fftSize: 2048, smoothingTimeConstant: 0 });
        #timer;
        constructor(...options) {
            super(...options);
            heard.contexts += 1;
            this.#way.connect(this.#analyser).connect(super.destination);
            const samples = new Float32Array(2048);
            this.#timer = setInterval(() => {
                this.#analyser.getFloatTimeDomainData(samples);
                heard.peak = Math.max(heard.peak, ...samples.map(Math.abs));
            }, 20);
        }
        get destination() { return this.#way; }
        createMediaStreamDestination() { heard.streams += 1; return super.createMediaStreamDestination(); }
        close() { clearInterval(this.#timer); heard.contexts -= 1; return super.close(); }
    };
    globalThis.OscillatorNode = class extends OscillatorNode {
        constructor(context, options) {
            super(context, options);
            if (context instanceof AudioContext) this.addEventListener('ended', () => heard.pitches.push(options.frequency));
        }
    };
})()"""
#: Every sound as the browser plays it: its peak, and the pitch of each of its notes, from its zero crossings.
RENDER = """async () => {
    const [{ sounds }, { writeSound }] = await Promise.all([import('/sounds/sounds.js'), import('/sounds/speaker.js')]);
    const rate = 48000;
    return Object.fromEntries(await Promise.all(Object.entries(sounds).map(async ([name, { loud, notes }]) => {
        const context = new OfflineAudioContext(1, 2 * rate, rate);
        const analyser = new AnalyserNode(context, { fftSize: 32768, smoothingTimeConstant: 0 });
        analyser.connect(context.destination);
        void writeSound(context, analyser, name);
        const samples = (await context.startRendering()).getChannelData(0);
        const crossings = (from, to) => samples.slice(from * rate, to * rate).reduce((count, one, index, all) => count + Number(index > 0 && all[index - 1] < 0 && one >= 0), 0);
        const [, begin, length] = notes.at(-1);
        return [name, {
            loud, wanted: notes.map(([frequency]) => frequency), pitches: notes.map(([, from, time]) => crossings(from, from + time) / time),
            peak: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
            after: samples.slice((begin + length + 0.01) * rate).reduce((most, one) => Math.max(most, Math.abs(one)), 0),
        }];
    })));
}"""
LOUDEST = 10 ** (-12 / 20)


@pytest.fixture
def listening(cast):
    """Two signed-in people whose pages' sounds are recorded."""
    people = [cast.page(), cast.page()]
    for person in people:
        person.page.context.add_init_script(LISTEN)
    cast.together(*people)
    cast.befriend(*people)
    return people


def hears(person, *pitches):
    """Waits until the last sounds were these, at low volume."""
    wanted = list(pitches)
    person.page.wait(f"JSON.stringify(heardSounds.pitches.slice(-{len(wanted)})) === JSON.stringify({wanted})", f"{person.name} hears {wanted}")
    peak = person.page.evaluate("heardSounds.peak")
    assert 0.01 < peak < LOUDEST, f"{person.name} hears {peak}"


def test_each_sound_has_its_notes(gallery):
    """Each has the pitches of its notes, is soft and short, and differs from the others."""
    rendered = gallery.open().evaluate(RENDER)
    assert len(rendered) == 7
    for name, sound in rendered.items():
        assert 0.9 * sound["loud"] <= sound["peak"] <= sound["loud"] + 0.001 < LOUDEST, (name, sound)
        assert sound["after"] == 0, (name, sound)
        for pitch, wanted in zip(sound["pitches"], sound["wanted"], strict=True):
            assert abs(pitch - wanted) < 12, (name, sound)
    melodies = [tuple(round(pitch / 12) for pitch in sound["pitches"]) for sound in rendered.values()]
    assert len(set(melodies)) == len(melodies), melodies


def test_a_call_plays_its_sounds(listening):
    """Both sides play them, nowhere the other could hear; and none when switched off."""
    ana, bo = listening
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    hears(bo, 659, 784, 988)
    hears(ana, 440)
    bo.answer(video=False)
    hears(ana, 523, 784)
    for person in listening:
        person.wait_phase("inCall")
    assert bo.page.evaluate("heardSounds.pitches").count(523) == 0, "nobody hears themselves join"
    ana.hang_up()
    for person in listening:
        hears(person, 440, 349, 262)
        person.page.wait("heardSounds.contexts === 0", "nothing is kept open")
        assert person.page.evaluate("heardSounds.streams") == 0
        person.close_call()
        person.go("/settings/sound")
        for name in ("Ring", "Sounds in calls"):
            person.page.page.get_by_role("checkbox", name=name, exact=True).uncheck()
        person.page.reload()
        person.wait_connected()
    ana.go("/contacts")
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    for person in listening:
        person.wait_phase("inCall")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    for person in listening:
        assert person.page.evaluate("[heardSounds.pitches, heardSounds.peak, heardSounds.contexts]") == [[], 0, 0]
