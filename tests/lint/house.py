#!/usr/bin/env python3
"""Checks what the compiler cannot: the arrows of the house (src/CMakeLists.txt), who may use which library, calls that
the console must not make, the size of files, and that the versions agree. Prints FILE:LINE: what; exits 1 on findings.

Usage: house.py [--qt-headers DIR] [ROOT]
"""

import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree

CODE = {".cpp", ".h"}
TEXT = CODE | {".py", ".sh", ".sql", ".toml", ".md", ".txt", ".cmake", ".json", ".yaml", ".yml", ".ui", ".ts", ".xml",
               ".in", ".desktop", ".service", ".qss", ".svg", ".qrc", ".pml", ""}
SCANNED = ["src", "ui", "resources", "translations", "tests", "packaging", "docs", ".ci"]
GENERATED = {"__pycache__", ".git"}
LINE_LIMIT = 500
THIS_FOLDER = "tests/lint"

# The only users of a library that the whole house must not see (architecture.md).
ONLY_USER = {"Qt6::Sql": "ledger", "Boost::": "wire", "Qt6::Widgets": "console", "Qt6::Network": "console",
             "Qt6::Charts": "console"}
# Which link target an include needs. Qt's modules are added from its header folders.
NEEDS = [(r"openssl/", "OpenSSL::"), (r"unicode/", "ICU::"), (r"nlohmann/", "nlohmann_json::"),
         (r"toml\+\+/", "tomlplusplus::"), (r"CLI/", "CLI11::"), (r"boost/", "Boost::"), (r"sqlite3\.h$", "SQLite::"),
         (r"tl/", "tl::")]
QT_MODULES = ["Sql", "Widgets", "Network", "Svg", "Charts", "Test"]
# Used when the header folders of Qt are not known.
QT_FALLBACK = [(r"QSql\w*$", "Qt6::Sql"), (r"Q(Network\w*|Tcp\w*|Udp\w*|Local(Server|Socket)|Ssl\w*|Host\w*)$", "Qt6::Network"),
               (r"QSvg\w*$", "Qt6::Svg"), (r"Q(?!ByteArrayView|StringView|Latin1StringView|Utf8StringView)(Application|\w*Widget|\w*Dialog|\w*View|Label|MainWindow|\w*Button|\w*Layout|"
               r"\w*Delegate|MessageBox|LineEdit|ComboBox|Menu\w*|Style\w*|ToolTip|Splitter|HeaderView)$", "Qt6::Widgets")]
# Too large for a header that other folders include; what includes them stays inside its folder.
HEAVY = ("nlohmann/", "toml++/", "boost/")

CONSOLE_FORBIDDEN = [
    (r"\bprocessEvents\b", "a nested event loop"),
    (r"\bwaitForFinished\b|\bwaitForReadyRead\b|\bwaitForConnected\b", "the GUI thread never waits"),
    (r"\bQEventLoop\b", "a nested event loop"),
    (r"(\.|->)exec\s*\(", "dialogs are opened by open(), not exec()"),
    (r"\bQMessageBox::(information|warning|critical|question|about)\s*\(", "a nested event loop"),
    (r"\bQ(File|Input|Color|Font)Dialog::get\w+\s*\(", "a nested event loop"),
    (r"(\.|->)\s*(then|onCanceled|onFailed)\s*\(",
     "a context that died first is followed in Qt 6.4; whenReady() of console/client/whenready.h is not"),
    (r"\bQProgressDialog\b|\bQInputDialog\b|\bQWizard\b", "its texts are AutoText in Qt 6.4 (C4)"),
]
# AutoText whatever one sets (C4): only with a text made by plain…(), or a tr() text without arguments.
RAW_TEXT = (r"\b(setInformativeText|setDetailedText|setToolTip|setWhatsThis)\s*\(|\bQToolTip::showText\s*\(|"
            r"\bsetTextFormat\s*\(\s*Qt::(AutoText|RichText|MarkdownText)|\bsetHtml\s*\(|\bsetMarkdown\s*\(")
PLAIN_TEXT_FILE = re.compile(r"^src/console/(\w+/)?plaintext\w*\.(cpp|h)$")
SLEEPS = r"\bQTest::qSleep\b|\bQTest::qWait\s*\(|\bsleep_(for|until)\b|\bQThread::[mu]?sleep\b|\b[un]?sleep\s*\("
MARKERS = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(work|home|root|Users)/(?!(x|user|NAME)/)\w")


class Findings:
    """What was found, in the form that editors jump to."""

    def __init__(self):
        self.lines = []

    def add(self, path, number, text):
        self.lines.append(f"{path}:{number}: {text}")


def without_comments(text):
    """C++ or SQL text with comments blanked, line numbers kept; string literals stay."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|/\*.*?\*/|//[^\n]*', re.S)

    def blank(match):
        found = match.group(0)
        return re.sub(r"[^\n]", " ", found) if found.startswith("/") else found

    return pattern.sub(blank, text)


def without_strings(text):
    """The same, and the insides of string literals blanked too."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.S)
    return pattern.sub(lambda match: '"' + re.sub(r"[^\n]", " ", match.group(0)[1:-1]) + '"', without_comments(text))


def files_of(root, folders, suffixes):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in suffixes and not GENERATED & set(path.parts):
                yield path, path.relative_to(root).as_posix()


class Library:
    """One obstat_library() line of src/CMakeLists.txt."""

    def __init__(self, arguments):
        words = arguments.split()
        self.name = words[0]
        lists = {"USES": [], "PUBLIC": [], "PRIVATE": []}
        current = None
        for word in words[1:]:
            if word in lists:
                current = lists[word]
            else:
                current.append(word)
        self.uses = lists["USES"]
        self.public = lists["PUBLIC"]
        self.private = lists["PRIVATE"]


class House:
    """The libraries and what each may include."""

    def __init__(self, cmake_text):
        text = re.sub(r"#[^\n]*", "", cmake_text)
        self.libraries = {}
        for arguments in re.findall(r"^obstat_library\(([^)]*)\)", text, re.M):
            library = Library(arguments)
            self.libraries[library.name] = library

    def below(self, name):
        """The folder itself and all folders that its arrows reach."""
        reached = {name}
        for used in self.libraries[name].uses:
            reached |= self.below(used)
        return reached

    def targets(self, name):
        """The outside targets a folder may include: its own, and the public ones below it."""
        targets = set(self.libraries[name].private)
        for library in self.below(name):
            targets |= set(self.libraries[library].public)
        return targets


def qt_needs(qt_headers):
    """(pattern, target) for the class headers of Qt's modules."""
    if qt_headers is None:
        return QT_FALLBACK
    needs = []
    for module in QT_MODULES:
        folder = qt_headers / f"Qt{module}"
        if folder.is_dir():
            names = "|".join(re.escape(path.name) for path in folder.iterdir() if path.is_file())
            needs.append((rf"(Qt{module}/.*|{names})$", f"Qt6::{module}"))
    return needs


def heavy_headers(root):
    """The headers of src/, written folder/file.h, that bring in a heavy library, directly or through another."""
    includes = {}
    for path, shown in files_of(root, ["src"], {".h"}):
        names = re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', without_comments(path.read_text()), re.M)
        includes[shown.removeprefix("src/")] = names
    heavy = {name for name, names in includes.items() if any(n.startswith(HEAVY) for n in names)}
    while True:
        more = {name for name, names in includes.items() if heavy.intersection(names)} - heavy
        if not more:
            return heavy
        heavy |= more


def check_arrows(root, house, needs, findings):
    heavy = heavy_headers(root)
    for path, shown in files_of(root, ["src"], CODE):
        folder = shown.split("/")[1]
        if folder not in house.libraries:
            continue
        allowed = house.below(folder)
        targets = house.targets(folder)
        for number, line in enumerate(without_comments(path.read_text()).splitlines(), 1):
            own = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            outside = re.match(r"\s*#\s*include\s*<([^>]+)>", line)
            if own:
                check_own_include(own.group(1), shown, number, folder, allowed, heavy, findings)
            elif outside:
                check_outside_include(outside.group(1), shown, number, targets, needs, findings)


def check_own_include(name, shown, number, folder, allowed, heavy, findings):
    if re.match(r"(ui_\w+\.h|\w+\.moc|moc_\w+\.cpp)$", name):
        return
    if "/" not in name:
        findings.add(shown, number, f'"{name}": includes are written "folder/file.h"')
    elif name.split("/")[0] not in allowed:
        findings.add(shown, number, f'"{name}": no arrow leads from {folder} to {name.split("/")[0]}')
    elif name in heavy and name.split("/")[0] != folder:
        findings.add(shown, number, f'"{name}" brings in a library that only {name.split("/")[0]} may see')


def check_outside_include(name, shown, number, targets, needs, findings):
    for pattern, target in NEEDS + needs:
        if re.match(pattern, name) and not any(t.startswith(target) for t in targets):
            findings.add(shown, number, f"<{name}>: {shown.split('/')[1]} does not link {target}")
            return
    if shown.endswith(".h") and name.startswith(("nlohmann/", "toml++/")):
        findings.add(shown, number, f"<{name}>: only in .cpp files")


def check_only_users(house, findings):
    for library in house.libraries.values():
        for target in library.public + library.private:
            for prefix, user in ONLY_USER.items():
                if target.startswith(prefix) and library.name != user:
                    findings.add("src/CMakeLists.txt", 1, f"{library.name} links {target}; only {user} may")


def check_console(root, findings):
    for path, shown in files_of(root, ["src/console"], CODE):
        lines = without_strings(path.read_text()).splitlines()
        for number, line in enumerate(lines, 1):
            for pattern, why in CONSOLE_FORBIDDEN:
                if re.search(pattern, line):
                    findings.add(shown, number, f"{line.strip()}: {why}")
            if re.search(RAW_TEXT, line) and not PLAIN_TEXT_FILE.match(shown):
                statement = " ".join(lines[number - 1:]).split(";")[0]
                if not is_plain_text(statement):
                    findings.add(shown, number, f"{line.strip()}: agent text only through the plain-text calls (C4)")
            if (noop := re.search(r"\bQT_TRANSLATE_NOOP\s*\(", line)) and "#define" not in line:
                arguments = line[noop.end():] + " ".join(lines[number:number + 2])
                if not re.match(r'\s*"[^"]*",\s*"', arguments):
                    findings.add(shown, number, "lupdate finds a text only where it stands as a literal")
            if re.search(r"\bQt::ToolTipRole\b", line) and not any("plainToolTip(" in each for each in lines):
                findings.add(shown, number, "a tooltip is AutoText: its text comes from plainToolTip() (C4)")


def is_plain_text(statement):
    """The text of this call cannot be markup of an agent."""
    own_words = re.search(r"\(\s*tr\s*\(", statement) and not re.search(r"\.arg\s*\(|\+|%", statement)
    return bool(own_words or re.search(r"\bplain\w*\s*\(|\(\s*(QString\s*\(\s*\)|\{\s*\})\s*\)", statement))


def check_sql(root, findings):
    for path, shown in files_of(root, ["src", "resources"], CODE | {".sql"}):
        text = path.read_text()
        text = re.sub(r"--[^\n]*", "", text) if path.suffix == ".sql" else without_comments(text)
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r"\bOFFSET\s+[\d?:%@$]|\bLIMIT\s+[\w?:]+\s*,\s*[\w?:]|\bOFFSET\b(?=[^\"]*\")", line):
                findings.add(shown, number, "OFFSET in SQL: pages are by keyset")


def check_files(root, findings):
    for path, shown in files_of(root, SCANNED, TEXT):
        if shown.startswith(THIS_FOLDER):
            continue
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        if path.suffix in CODE and len(lines) > LINE_LIMIT:
            findings.add(shown, len(lines), f"{len(lines)} lines, the limit is {LINE_LIMIT}")
        for number, line in enumerate(lines, 1):
            check_line(shown, number, line, findings)
        if path.suffix == ".h":
            check_header(shown, "\n".join(lines), findings)


def check_line(shown, number, line, findings):
    if MARKERS.search(line):
        findings.add(shown, number, "unfinished work is an issue, not a comment")
    if MACHINE_PATHS.search(line):
        findings.add(shown, number, "a path of one machine")
    if re.match(r"tests/.*tst_\w+\.cpp$", shown) and re.search(SLEEPS, line):
        findings.add(shown, number, "a test never sleeps")


def check_header(shown, text, findings):
    if "#pragma once" not in text:
        findings.add(shown, 1, "no #pragma once")
    folder = shown.split("/")[1]
    if shown.count("/") > 1 and shown.startswith("src/") and folder != "app" and f"namespace obstat::{folder}" not in text:
        findings.add(shown, 1, f"not in namespace obstat::{folder}")


def check_versions(root, findings):
    project = re.search(r"project\s*\([^)]*\bVERSION\s+([\d.]+)", (root / "CMakeLists.txt").read_text())
    version = project.group(1) if project else None
    if version is None:
        findings.add("CMakeLists.txt", 1, "project() names no VERSION")
    changelog = root / "CHANGELOG.md"
    if changelog.exists():
        heading = re.search(r"^##\s*\[?v?(\d+\.\d+\.\d+)", changelog.read_text(), re.M)
        if heading is None or heading.group(1) != version:
            findings.add("CHANGELOG.md", 1, f"its newest release is not {version}")
    for path in sorted(root.glob("packaging/**/*.metainfo.xml*")):
        shown = path.relative_to(root).as_posix()
        release = xml.etree.ElementTree.fromstring(path.read_text()).find("releases/release")
        named = None if release is None else release.get("version")
        if named not in (version, "@PROJECT_VERSION@"):
            findings.add(shown, 1, f"its newest release is {named}, not {version}")


def check(root, qt_headers=None):
    """All findings of one source tree."""
    findings = Findings()
    house = House((root / "src/CMakeLists.txt").read_text())
    check_only_users(house, findings)
    check_arrows(root, house, qt_needs(qt_headers), findings)
    check_console(root, findings)
    check_sql(root, findings)
    check_files(root, findings)
    check_versions(root, findings)
    return findings.lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qt-headers", type=pathlib.Path)
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    arguments = parser.parse_args()
    if arguments.qt_headers is not None and not (arguments.qt_headers / "QtSql").is_dir():
        print(f"{arguments.qt_headers} does not hold Qt's headers; class names are guessed", file=sys.stderr)
        arguments.qt_headers = None
    found = check(arguments.root, arguments.qt_headers)
    for line in found:
        print(line)
    print(f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
