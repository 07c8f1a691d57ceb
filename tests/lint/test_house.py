#!/usr/bin/env python3
"""The lint must be able to fail: each rule is shown a small tree that breaks it, and one that breaks none."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import house  # noqa: E402

CMAKE = """
obstat_library(base PUBLIC Qt6::Core tl::expected PRIVATE OpenSSL::Crypto)
obstat_library(ledger USES base PRIVATE Qt6::Sql)
obstat_library(wire USES base PRIVATE Boost::headers)
obstat_library(console USES ledger PUBLIC Qt6::Widgets PRIVATE Qt6::Network)
"""
HEADER = "#pragma once\nnamespace obstat::%s {}\n"


class HouseTest(unittest.TestCase):
    def findings(self, files):
        """The findings for a clean tree with these files added or replaced."""
        tree = {"CMakeLists.txt": "project(obstat VERSION 1.2.3 LANGUAGES CXX)", "src/CMakeLists.txt": CMAKE,
                "src/base/a.h": HEADER % "base"}
        tree.update(files)
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in tree.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return house.check(root)

    def breaks(self, files, place, words):
        found = self.findings(files)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(place), found[0])
        self.assertIn(words, found[0])

    def passes(self, files):
        self.assertEqual(self.findings(files), [])

    def test_clean_tree(self):
        self.passes({})

    def test_arrows(self):
        self.passes({"src/console/x.cpp": '#include "ledger/a.h"\n#include "base/a.h"\n#include "ui_page.h"\n'})
        self.breaks({"src/base/x.cpp": '\n#include "ledger/a.h"\n'}, "src/base/x.cpp:2:", "no arrow")
        self.breaks({"src/wire/x.cpp": '#include "ledger/a.h"\n'}, "src/wire/x.cpp:1:", "no arrow")
        self.breaks({"src/base/x.cpp": '#include "a.h"\n'}, "src/base/x.cpp:1:", "folder/file.h")
        self.passes({"src/base/x.cpp": '// #include "ledger/a.h"\n/*\n#include "ledger/a.h"\n*/\n'})

    def test_only_users(self):
        self.breaks({"src/CMakeLists.txt": CMAKE.replace("OpenSSL::Crypto", "Qt6::Sql")}, "src/CMakeLists.txt", "only ledger")
        self.breaks({"src/CMakeLists.txt": CMAKE.replace("OpenSSL::Crypto", "Boost::headers")}, "src/CMakeLists.txt", "only wire")
        self.breaks({"src/base/x.cpp": "#include <QSqlQuery>\n"}, "src/base/x.cpp:1:", "Qt6::Sql")
        self.breaks({"src/console/x.cpp": "#include <QSqlDatabase>\n"}, "src/console/x.cpp:1:", "Qt6::Sql")
        self.breaks({"src/base/x.cpp": "#include <boost/asio.hpp>\n"}, "src/base/x.cpp:1:", "Boost")
        self.breaks({"src/wire/x.cpp": "#include <QNetworkAccessManager>\n"}, "src/wire/x.cpp:1:", "Qt6::Network")
        self.breaks({"src/ledger/x.cpp": "#include <QLabel>\n"}, "src/ledger/x.cpp:1:", "Qt6::Widgets")
        self.breaks({"src/ledger/x.cpp": "#include <openssl/evp.h>\n"}, "src/ledger/x.cpp:1:", "OpenSSL")
        self.breaks({"src/base/x.h": HEADER % "base" + "#include <nlohmann/json.hpp>\n",
                     "src/CMakeLists.txt": CMAKE.replace("OpenSSL::Crypto", "nlohmann_json::nlohmann_json")},
                    "src/base/x.h:3:", "only in .cpp")

    def test_heavy_headers(self):
        wire = {"src/wire/x.h": HEADER % "wire" + "#include <boost/asio.hpp>\n",
                "src/wire/y.h": HEADER % "wire" + '#include "wire/x.h"\n',
                "src/CMakeLists.txt": CMAKE + "obstat_library(flow USES wire)\n"}
        self.passes(wire | {"src/wire/y.cpp": '#include "wire/y.h"\n'})
        self.breaks(wire | {"src/flow/z.cpp": '#include "wire/y.h"\n'}, "src/flow/z.cpp:1:", "only wire may see")

    def test_outside_includes(self):
        self.passes({"src/wire/x.cpp": "#include <boost/asio.hpp>\n", "src/ledger/x.cpp": "#include <QSqlQuery>\n",
                     "src/console/x.cpp": "#include <QLabel>\n#include <QNetworkReply>\n"})

    def test_qt_headers(self):
        with tempfile.TemporaryDirectory() as folder:
            headers = pathlib.Path(folder)
            for module, name in (("QtSql", "QSqlQuery"), ("QtWidgets", "QDial"), ("QtNetwork", "QDnsLookup")):
                (headers / module).mkdir()
                (headers / module / name).write_text("")
            needs = house.qt_needs(headers)
            targets = [target for pattern, target in needs if house.re.match(pattern, "QDial")]
            self.assertEqual(targets, ["Qt6::Widgets"])
            self.assertEqual([t for p, t in needs if house.re.match(p, "QtNetwork/QDnsLookup")], ["Qt6::Network"])
            self.assertEqual([t for p, t in needs if house.re.match(p, "QDialer")], [])

    def test_console_calls(self):
        for call in ("QCoreApplication::processEvents();", "future.waitForFinished();", "QEventLoop loop;", "dialog.exec();", "answer.then(this, take);", ".then(this, take);", "answer.onCanceled(this, drop);",
                     "dialog->exec ();", "QMessageBox::warning(this, a, b);", "QFileDialog::getOpenFileName(this);",
                     "box.setInformativeText(text);", "label->setToolTip(text);", "QToolTip::showText(at, text);",
                     "label->setTextFormat(Qt::RichText);", "QProgressDialog dialog;", "view->setHtml(text);"):
            self.breaks({"src/console/pages/x.cpp": "\n" + call + "\n"}, "src/console/pages/x.cpp:2:", call)
        self.passes({"src/console/pages/x.cpp": 'dialog->open(); // never exec()\nlog("setToolTip( is not called");\n',
                     "src/console/pages/y.cpp": 'a->setToolTip(plainToolTip(text));\nb->setToolTip(\n    tr("Reload"));\nc->setToolTip({});\n',
                     "src/console/models/z.cpp": "case Qt::ToolTipRole:\n    return plainToolTip(text);\n",
                     "src/console/widgets/plaintext.cpp": "widget->setToolTip(escaped);\n", "src/ledger/y.cpp": "query.exec();\n"})

    def test_console_texts(self):
        self.breaks({"src/console/models/x.cpp": '#define LOOK(t) \\\n    QT_TRANSLATE_NOOP("X", t)\n'},
                    "src/console/models/x.cpp:2:", "lupdate")
        self.passes({"src/console/models/x.cpp": 'const char *a = QT_TRANSLATE_NOOP("X", "Planned");\n'
                                                 'const char *b =\n    QT_TRANSLATE_NOOP("X",\n                      "Refused");\n'})

    def test_console_tooltips(self):
        self.breaks({"src/console/pages/x.cpp": 'a->setToolTip(tr("By %1").arg(who));\n'}, "src/console/pages/x.cpp:1:", "C4")
        self.breaks({"src/console/pages/x.cpp": 'a->setToolTip(\n    text + tr("x"));\n'}, "src/console/pages/x.cpp:1:", "C4")
        self.breaks({"src/console/models/z.cpp": "case Qt::ToolTipRole:\n    return text;\n"}, "src/console/models/z.cpp:1:", "C4")

    def test_sql(self):
        self.breaks({"src/ledger/x.cpp": 'query(u"SELECT * FROM event LIMIT 10 OFFSET ?"_s);\n'}, "src/ledger/x.cpp:1:", "OFFSET")
        self.breaks({"src/ledger/x.cpp": 'query(u"SELECT * FROM event LIMIT 10, 20"_s);\n'}, "src/ledger/x.cpp:1:", "OFFSET")
        self.passes({"src/ledger/x.cpp": 'query(u"SELECT (SELECT a FROM b LIMIT 1), (SELECT c)"_s, {a});\n'})
        self.breaks({"resources/schema/x.sql": "SELECT 1\nLIMIT 1 OFFSET 5;\n"}, "resources/schema/x.sql:2:", "OFFSET")
        self.passes({"resources/schema/x.sql": "-- no OFFSET 5\nSELECT 1 LIMIT 5;\n", "src/ledger/x.cpp": "// OFFSET 5 is slow\n"})

    def test_files(self):
        self.breaks({"src/base/x.cpp": "//\n" * 501}, "src/base/x.cpp:501:", "limit")
        self.passes({"src/base/x.cpp": "//\n" * 500})
        self.breaks({"docs/x.md": "TO" "DO: write\n"}, "docs/x.md:1:", "unfinished")
        self.breaks({"ui/x.ui": "<!-- FIX" "ME -->\n"}, "ui/x.ui:1:", "unfinished")
        self.breaks({"packaging/x.sh": "cd /ho" "me/ana/obstat\n"}, "packaging/x.sh:1:", "machine")
        self.passes({"packaging/x.sh": "ls /usr/share/unicode build/work/x $HOME/work/x\n"})
        self.breaks({"tests/unit/base/tst_x.cpp": "QTest::qWait(100);\n"}, "tests/unit/base/tst_x.cpp:1:", "sleeps")
        self.breaks({"src/base/x.h": "namespace obstat::base {}\n"}, "src/base/x.h:1:", "pragma")
        self.breaks({"src/base/x.h": HEADER % "ledger"}, "src/base/x.h:1:", "namespace")

    def test_versions(self):
        metainfo = '<component><releases><release version="%s"/><release version="1.0.0"/></releases></component>'
        self.passes({"CHANGELOG.md": "# Changes\n\n## 1.2.3\n\n## 1.2.2\n", "packaging/o.metainfo.xml": metainfo % "1.2.3"})
        self.breaks({"CHANGELOG.md": "# Changes\n\n## 1.2.2\n"}, "CHANGELOG.md:1:", "1.2.3")
        self.breaks({"packaging/o.metainfo.xml": metainfo % "1.2.4"}, "packaging/o.metainfo.xml:1:", "1.2.4")
        self.breaks({"CMakeLists.txt": "project(obstat)"}, "CMakeLists.txt:1:", "VERSION")


if __name__ == "__main__":
    unittest.main()
