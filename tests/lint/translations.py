#!/usr/bin/env python3
"""Every text of the console is translated: lupdate finds no text that a .ts file lacks, none is unfinished or empty,
and every translation has the placeholders of its source. Usage: translations.py LUPDATE SOURCE-ROOT"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PLACEHOLDER = re.compile(r"%(?:\d|n)")


def problems(path, plurals_only):
    for context in ElementTree.parse(path).getroot().findall("context"):
        for message in context.findall("message"):
            source = message.findtext("source")
            where = f"{path.name}: {context.findtext('name')}: '{source}'"
            if plurals_only and message.get("numerus") != "yes":
                continue
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
            if translation.get("type") == "unfinished" or not all(form.strip() for form in forms):
                yield f"{where} is not translated"
                continue
            for form in forms:
                wanted, found = set(PLACEHOLDER.findall(source)), set(PLACEHOLDER.findall(form))
                if wanted - {"%n"} != found - {"%n"} or "%n" in found - wanted:
                    yield f"{where} has other placeholders in '{form}'"


def main():
    lupdate, root = sys.argv[1], pathlib.Path(sys.argv[2])
    sources = [str(path) for folder, kinds in (("src/console", (".cpp", ".h")), ("ui", (".ui",)))
               for path in sorted((root / folder).rglob("*")) if path.suffix in kinds]
    files = sorted((root / "translations").glob("obstat_*.ts"))
    if not sources or not files:
        sys.exit("no sources or no translations found")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for original in files:
            plurals_only = original.stem.endswith("_en")
            fresh = pathlib.Path(folder) / original.name
            shutil.copy(original, fresh)
            options = ["-silent", "-I", str(root / "src"), "-locations", "none", "-no-obsolete"]
            if plurals_only:
                options.append("-pluralonly")
            subprocess.run([lupdate, *options, *sources, "-ts", str(fresh)], check=True, capture_output=True)
            found += problems(fresh, plurals_only)
    print("\n".join(found) or f"{len(files)} translations are complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
