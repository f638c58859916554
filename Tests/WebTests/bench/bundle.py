"""One file of a module and all of its imports, by Debian's esbuild."""
import subprocess


def bundle(source, target):
    subprocess.run(["esbuild", source, "--bundle", "--format=esm", "--target=es2022", "--log-level=warning", f"--outfile={target}"],
                   check=True, timeout=60)
