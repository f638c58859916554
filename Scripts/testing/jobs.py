"""The jobs of each part of ./test. Only values: nothing is started here."""
import glob
import re
from dataclasses import dataclass, field

PARTS = ("unit", "apple", "integration", "web", "network")
#: Suites that need real Janus, coturn, GStreamer or whole processes.
LIVE = "(IntegrationTests|ECallGStreamerTests)"
#: Whole calls of programs that send and receive in real time.
CALLS = r"(^|[^r])IntegrationTests\."
#: Commands that mostly wait: for a ring to end, or for a signal to take effect.
COMMANDS = r"(^|[^r])IntegrationTests\.(SignalTests|ExitStatusTests|ListeningTests|LoginNameTests)"
MEDIA = r"ECallGStreamerTests\."
SERVER = r"ECallServerIntegrationTests\."
#: The app's screens, their connection to the phone, and its media engine, over stand-ins of Apple's frameworks.
APP = r"^(AppViews|AppSystem|ECallWebRTC)Tests\."
#: Suites that compute and do not wait.
COMPUTING = "(Fuzz|KeyDistribution)Tests"
#: Suites of the server in one process, some of which measure how long others wait.
RULES = r"^ECallServerTests\."
#: Opening more files at once than this is more than Foundation's directory reading takes, and makes tests time out.
WIDTH = 16
NODE = ("node", "--experimental-global-webcrypto", "--import=./Tests/WebTests/long-timers.mjs", "--test", "--test-reporter=./Scripts/testing/node-reporter.mjs")
NAMESPACE = "Scripts/in-namespace"


@dataclass(frozen=True)
class Job:
    """One command of a part.

    `runner`: see supervise. `limit`: seconds. `cores`: how many it keeps busy, as the last lines of ./test show. `kind`: jobs of
    the same kind run one after another. `is_early`: runs beside the build, to report at once. `is_filler`: begins where others
    leave a processor. `in_order`: whether its tests run one after another. `skipped`: why it is not run; empty if it is."""

    name: str
    part: str
    runner: str
    command: tuple
    limit: int
    cores: float = 1
    kind: str = ""
    is_early: bool = False
    is_filler: bool = False
    in_order: bool = False
    environment: tuple = ()
    skipped: str = ""


@dataclass(frozen=True)
class Options:
    """The options of ./test. `binaries`: the folder of the debug build. `processors`: of this machine. `seed`: of the random choices of
    `long`."""

    binaries: str
    processors: int = 2
    only: str = ""
    filter: str = ""
    pictures: str = ""
    measure: str = ""
    can_lose_packets: bool = True
    seed: str = "1"
    long_environment: tuple = field(default=())

    @property
    def parts(self):
        return (self.only,) if self.only else PARTS


def swift(options, *arguments, width=None, in_namespace=False):
    """The test bundle itself: `swift test` would first plan the whole package again."""
    words = [f"{options.binaries}/ecallPackageTests.xctest", "--testing-library", "swift-testing", *arguments]
    if width:
        words += ["--experimental-maximum-parallelization-width", str(width)]
    return (*([NAMESPACE] if in_namespace else ()), *words)


def pytest(options, folder, *arguments, marked):
    return (
        NAMESPACE, ".build/web-venv/bin/python", "-m", "pytest", "--quiet", folder, "-m", marked,
        *(("-k", options.filter) if options.filter else ()), *arguments)


def both(pattern, narrowed):
    """A filter of Swift Testing that passes only tests of `pattern` whose names continue with `narrowed`."""
    return f"({pattern}).*{narrowed}" if narrowed else pattern


def unit(options):
    if options.filter:
        yield Job("unit", "unit", "swift", swift(options, "--filter", options.filter, "--skip", LIVE, "--skip", APP, width=WIDTH), 900, cores=2)
        return
    yield Job("style", "unit", "plain", ("Scripts/check-all-styles",), 300, is_early=True)
    # Separate from the rest: they keep all cores busy, and servers in the same process would miss their deadlines.
    yield Job("keys", "unit", "swift", swift(options, "--filter", COMPUTING, width=WIDTH), 500, cores=2, kind="unit")
    yield Job("rules", "unit", "swift", swift(options, "--filter", RULES, width=WIDTH), 800, cores=2, kind="unit")
    yield Job("unit", "unit", "swift", swift(options, "--skip", LIVE, "--skip", COMPUTING, "--skip", RULES, "--skip", APP, width=WIDTH), 800, cores=2, kind="unit")


def apple(options):
    # Views are of the main actor: side by side each would take as long as all. A phone is one for all tests.
    yield Job("app", "apple", "swift", swift(options, "--no-parallel", "--filter", both(APP, options.filter)), 300, kind="unit", in_order=True)
    if not options.filter:
        yield Job("snippets", "apple", "plain", ("Scripts/check-snippets",), 120)
        yield Job("entry", "apple", "plain", ("Scripts/check-app",), 120)


def integration(options):
    def job(name, *arguments, cores, kind=""):
        return Job(name, "integration", "swift", swift(options, "--no-parallel", *arguments, in_namespace=True), 1000,
                   cores=cores, kind=kind, in_order=True)

    narrowed = options.filter
    yield job("calls", "--filter", both(CALLS, narrowed), "--skip", COMMANDS, cores=0.6, kind="media")
    yield job("commands", "--filter", both(COMMANDS, narrowed), cores=0.4)
    yield job("gstreamer", "--filter", both(MEDIA, narrowed), cores=0.2)
    yield job("server", "--filter", both(SERVER, narrowed), cores=0.4)


def web(options):
    if not options.filter:
        yield Job("types", "web", "plain", ("tsc", "-p", "Web/jsconfig.json"), 120, is_early=True)
        files = sorted(glob.glob("Tests/WebTests/*.test.mjs") + glob.glob("Tests/WebTests/*/*.test.mjs"))
        yield Job("node", "web", "node", (*NODE, "--test-concurrency=1", *files), 600, cores=0.6, is_filler=True)
    extra = [word for name in ("pictures", "measure") if (value := getattr(options, name)) for word in (f"--{name}", value)]
    # Tests that are marked "long" are more of the same: `long` runs them after all others.
    is_long = options.only == "long"
    marked, limit = ("", 5400) if is_long else (" and not long", 1700)
    environment = options.long_environment if is_long else ()
    binaries = (("ECALL_BINARIES", options.binaries),)
    yield Job("gallery", "web", "pytest", pytest(options, "Tests/WebTests", marked="gallery" + marked), limit,
              is_filler=True)
    # Calls that wait for many seconds leave the processor to others.
    yield Job("waiting browsers", "web", "pytest", pytest(options, "Tests/WebTests", *extra, marked="waiting and not gallery" + marked), limit,
              cores=0.4, environment=(*binaries, *environment), is_filler=True)
    # Tests without media tolerate a load beside them.
    yield Job("pages", "web", "pytest", pytest(options, "Tests/WebTests", marked="pages and not waiting and not gallery" + marked),
              limit, environment=(*binaries, *environment), is_filler=True)
    yield Job("browsers", "web", "pytest",
              pytest(options, "Tests/WebTests", *extra, marked="not gallery and not waiting and not pages" + marked), limit,
              cores=1, kind="media", environment=(*binaries, *environment))


def network(options):
    # Needs two network namespaces joined by a TUN device each; where that is impossible, this is printed, and nothing is tested.
    skipped = "" if options.can_lose_packets else "calls over bad lines need root and /dev/net/tun"
    is_long = options.only == "long"
    command = pytest(options, "Tests/NetworkTests", marked="long" if is_long else "not long")[1:]
    yield Job("network", "network", "pytest", command, 1800 if is_long else 500, cores=0.8, kind="media",
              environment=(("ECALL_BINARIES", options.binaries),), skipped=skipped)


def long(options):
    """Tests that take too long for every day: many histories of calls, and orders of events that a quiet machine never shows. One after
    another."""
    unit = ("--skip", LIVE, "--skip", APP)

    def job(name, limit, *arguments, runner="swift", environment=(), width=None, in_namespace=False):
        command = arguments if runner != "swift" else swift(options, *arguments, width=width, in_namespace=in_namespace)
        return Job(name, "long", runner, command, limit, cores=options.processors, environment=environment,
                   in_order="--no-parallel" in arguments)

    # Modules that are compiled as a whole see other declarations: what ./run builds may fail where the tests' build does not.
    yield job("release build", 5400, "Scripts/build", "--configuration", "release", runner="plain")
    yield job("histories", 1800, *unit, "--filter", "ActiveCallsHistoryTests|RelayHistoryTests", environment=(("HISTORIES", "100000"),))
    yield job("large data", 1800, *unit, "--filter", "LargeDataTests", environment=(("HISTORIES", "1000000"),))
    # Optimized they take 10 minutes on two cores, otherwise 40.
    yield job("many calls", 600, "--no-parallel", "--filter", "ManyCallsTests", in_namespace=True, environment=(("MANY_CALLS", "20"),))
    yield job("schedules", 3000, "Scripts/random-schedules", "100000", runner="plain")
    yield job("fifty keys", 600, *unit, "--filter", "GroupBoundTests|CallCostTests", environment=(("DEVICES", "50"),))
    yield job("screens", 900, "--no-parallel", "--filter", "LanguageScreensTests", environment=(("LANGUAGES", "all"),))
    # Changes of the kept bytes, which the page must read as Swift does, and a search by coverage: some minutes to build, and
    # 20 seconds a target.
    exchange = (("FUZZ_CHANGES", "5000"), ("FUZZ_EXCHANGE", ".build/fuzz-exchange.txt"))
    yield job("fuzz", 900, "--filter", "FuzzTests", environment=exchange)
    yield job("fuzz page", 600, *NODE, "Tests/WebTests/fuzz/foreign-bytes.test.mjs", runner="node", environment=exchange[1:])
    yield job("fuzz search", 2400, "Fuzz/run", "all", "20", runner="plain")
    for number in (1, 2, 3):
        # Tasks delayed at random.
        delays = (("DELAY_PERCENT", "10"), ("DELAY_MS", str(number * 10)), ("LD_PRELOAD", ".build/delay-tasks.so"))
        skipped = f"{LIVE}|{APP}|ActiveCallsHistoryTests|FriendshipModelTests|{COMPUTING}"
        yield job(f"delays {number}", 900, "--skip", skipped, width=WIDTH, environment=delays)
    yield from (made for made in web(options))
    yield job("pictures", 900, "node", "--test", "--test-reporter=./Scripts/testing/node-reporter.mjs",
              "Tests/WebTests/qr/judged.test.mjs", runner="node", environment=(("QR_PICTURES", "100"), ("QR_SEED", options.seed)))
    yield from network(options)


def jobs(options):
    """All that these options ask for, in the order in which it is begun: what waits for media before what only computes,
    which fills the gaps."""
    made = {"unit": unit, "apple": apple, "integration": integration, "web": web, "network": network, "long": long}
    every = [job for part in options.parts for job in made[part](options)]
    return every if options.only == "long" else sorted(every, key=lambda job: job.is_filler)


def alone(job, result, options):
    """The job that runs one failed test by itself; None if its runner cannot."""
    again = dict(name=f"again: {result.test}", part=job.part, runner=job.runner, limit=job.limit, environment=job.environment,
                 cores=options.processors, in_order=job.in_order)
    if result.runner == "swift":
        # A suite's name may be the beginning of another's, a function's ends with its parenthesis.
        command = swift(options, "--no-parallel", "--filter", "^" + re.escape(result.test), in_namespace=NAMESPACE in job.command)
    elif result.runner == "pytest":
        head = job.command[:job.command.index("pytest") + 1]
        command = (*head, "--quiet", result.test)
    elif result.runner == "node":
        command = (*NODE, result.test.split(" ", 1)[0])
    else:
        return None
    return Job(command=command, **again)
