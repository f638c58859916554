# Sourced by ./run and ./test: Debian packages that are missing are installed, nothing else is touched.

build_packages=(pkg-config libsqlite3-dev libmaxminddb-dev libcurl4-openssl-dev libssl-dev libgstreamer1.0-dev
    libgstreamer-plugins-base1.0-dev libgstreamer-plugins-bad1.0-dev libnice-dev libx11-dev libchafa-dev
    libqrencode-dev libglib2.0-dev)
media_packages=(gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly
    gstreamer1.0-libav gstreamer1.0-nice gstreamer1.0-x libxcomposite1)
server_packages=(janus coturn)
# nodejs and the browsers run the page's tests; webkit2gtk-driver brings WebKitGTK, the open engine of Safari, and its driver; the fonts are for its pictures.
web_packages=(chromium chromium-headless-shell firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core fonts-noto-cjk fonts-noto-core nodejs node-typescript python3-venv)
# A display and a compositor without a screen for the tests of windows, a sound server without devices, a mail server for the tests of mail, what makes certificates, promtool, which checks the metrics, a reader of QR codes, the proxy of Deploy/haproxy.cfg, a session bus with a double of a notification server, systemd-analyze, and a parser of YAML for the check of Apps/iOS. Desktops bring the OpenGL elements of GStreamer, which must change nothing.
test_packages=(python3-aiosmtpd openssl prometheus xvfb weston x11-utils zbar-tools haproxy pulseaudio dbus
    libglib2.0-bin python3-dbusmock systemd gstreamer1.0-gl python3-yaml)
# Packages for serving the page.
page_packages=(node-qrcode-generator esbuild brotli python3)
tool_packages=(iproute2 util-linux ca-certificates)

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $*"
    exit 1
}

# Installs those of the given packages that are missing. Without missing ones no network is needed.
install_packages() {
    local package missing=()
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null ||
        fail "these packages are missing, and apt-get is not there to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "these packages are missing; install them as root, then start again: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing what is missing: ${missing[*]}"
    local log
    log=$(mktemp)
    # Debian starts Janus, coturn, Prometheus and HAProxy once they are installed, with configurations that are not ours.
    local policy=/usr/sbin/policy-rc.d made_policy=no
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null && made_policy=yes
        "${as_root[@]}" chmod 755 "$policy"
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=600)
    local status=0
    "${apt[@]}" install --no-install-recommends "${missing[@]}" >"$log" 2>&1 || {
        "${apt[@]}" update >>"$log" 2>&1
        "${apt[@]}" install --no-install-recommends "${missing[@]}" >>"$log" 2>&1 || status=1
    }
    [ "$made_policy" = no ] || "${as_root[@]}" rm -f "$policy"
    if [ "$status" -ne 0 ]; then
        tail -n 15 "$log" >&2
        fail "apt-get could not install: ${missing[*]} (the lines above say why)"
    fi
    for package in janus coturn prometheus haproxy; do
        if [[ " ${missing[*]} " == *" $package "* ]] && command -v systemctl >/dev/null; then
            "${as_root[@]}" systemctl disable "$package" >/dev/null 2>&1 || true
        fi
    done
    rm -f "$log"
}

# Puts into the page what Debian keeps for it, and makes of it what servers serve.
complete_page() {
    local source=/usr/share/nodejs/qrcode-generator/qrcode.js copy=Web/vendor/qrcode.js
    cmp -s "$source" "$copy" || install -D -m 644 "$source" "$copy"
    Scripts/bundle-page .build/page || fail "the page could not be made (the lines above say why)"
}

# The drivers of the browsers, in a folder of their own; without missing ones no network is needed.
make_web_environment() {
    local folder=.build/web-venv list=Tests/WebTests/requirements.txt
    cmp -s "$list" "$folder/requirements.txt" && return 0
    say "Installing the drivers of the browsers"
    rm -rf "$folder"
    python3 -m venv "$folder" &&
        "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$list" &&
        cp "$list" "$folder/requirements.txt" ||
        fail "the drivers of the browsers could not be installed (the lines above say why)"
}

# Builds with the given options of `swift build`, in this checkout's slot of the build cache.
build() { Scripts/build "$@" || exit 1; }
