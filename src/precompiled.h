// Headers that nearly every file needs, read once per library in the presets (OBSTAT_PRECOMPILE). No source may rely on
// this file: each includes what it uses, and a build without it is as valid.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>
