#include "policy/ownerreader.h"

#include "policy/argumentpath.h"
#include "policy/requestreader.h"

#include <QUrl>

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

bool isOwnerUrl(const QString &text)
{
    const bool ascii = std::all_of(text.begin(), text.end(), [](QChar c) { return c > u' ' && c < QChar(0x7f); });
    const QUrl url(text, QUrl::StrictMode);
    return ascii && url.isValid() && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1) &&
           !url.host().isEmpty() && url.userInfo().isEmpty() && !url.hasQuery() && !url.hasFragment() &&
           !text.contains(u'{') && !text.contains(u'@');
}

/// Only references to a secret; the text itself is never repeated in a message, it may be one.
bool isSecretReference(const QString &text)
{
    if (text.startsWith("file:/"_L1))
        return text.size() > 6;
    if (!text.startsWith("env:"_L1) || text.size() == 4)
        return false;
    const QStringView name = QStringView(text).sliced(4);
    return !name.front().isDigit() && std::all_of(name.begin(), name.end(), [](QChar c) {
        return c == u'_' || (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
    });
}

constexpr base::Micros kShortestLease = base::kSecond;
constexpr base::Micros kLongestLease = 24 * base::kHour;
constexpr base::Micros kUsualLease = 2 * base::kMinute;

void readKind(OwnerEntry &owner, TomlReader &reader)
{
    if (!reader.has(u"kind"_s))
        reader.missing(u"kind"_s, u"\"http\" or \"caller\""_s);
    owner.kind = reader.word(u"kind"_s, {u"http"_s, u"caller"_s, u"mcp"_s});
    if (owner.kind == "mcp"_L1)
        reader.problems().add(
            reader.lineOf(u"kind"_s),
            u"owner '%1' is of kind \"mcp\"; this version knows the kinds \"http\" and \"caller\""_s.arg(owner.name),
            base::ErrorCode::Unsupported);
}

/// What has no meaning for this kind is refused: somebody believes that it does something.
void refuseOtherKind(const OwnerEntry &owner, TomlReader &reader)
{
    static const QStringList ofHttp{u"url"_s, u"ca_file"_s, u"authorization"_s, u"key_header"_s, u"replay_marker"_s};
    const bool caller = owner.kind == "caller"_L1;
    for (const QString &key : caller ? ofHttp : QStringList{u"lease"_s}) {
        if (reader.has(key))
            reader.problems().add(reader.lineOf(key), u"'%1' has a meaning only for an owner of kind \"%2\""_s.arg(
                                                          key, caller ? u"http"_s : u"caller"_s));
    }
}

void readLease(OwnerEntry &owner, TomlReader &reader)
{
    owner.lease = reader.duration(u"lease"_s, kUsualLease);
    if (owner.lease < kShortestLease || owner.lease > kLongestLease) {
        reader.wrong(u"lease"_s, u"a duration from \"1s\" to \"24h\": how long a claim is one caller's alone"_s);
        owner.lease = kUsualLease;
    }
}

void readAddress(OwnerEntry &owner, TomlReader &reader)
{
    const QString urlForm = u"an address such as \"https://payments.example:8443/api\", without user, query or "
                            "fragment"_s;
    owner.url = owner.kind == "http"_L1 ? reader.requiredText(u"url"_s, urlForm) : reader.text(u"url"_s, urlForm);
    if (!owner.url.isEmpty() && !isOwnerUrl(owner.url))
        reader.wrong(u"url"_s, urlForm);
    const QString caForm = u"the absolute path of a PEM file, for an owner at https"_s;
    owner.caFile = reader.text(u"ca_file"_s, caForm);
    if (!owner.caFile.isEmpty() && (!owner.caFile.startsWith(u'/') || !owner.url.startsWith("https:"_L1)))
        reader.wrong(u"ca_file"_s, caForm);
    const QString secretForm = u"\"env:NAME\" or \"file:/PATH\", where the secret is found; the secret itself is never "
                               "written in this file"_s;
    owner.authorization = reader.text(u"authorization"_s, secretForm);
    if (!owner.authorization.isEmpty() && !isSecretReference(owner.authorization)) {
        reader.wrong(u"authorization"_s, secretForm);
        owner.authorization.clear();
    }
    if (reader.has(u"key_header"_s))
        owner.keyHeader = reader.text(u"key_header"_s, u"a header name"_s);
    if (!owner.keyHeader.isEmpty() && !isHeaderName(owner.keyHeader))
        reader.wrong(u"key_header"_s, u"a header name"_s);
    if (auto marker = reader.child(u"replay_marker"_s, u"'replay_marker' of [owner.%1]"_s.arg(owner.name)))
        owner.replayMarker = readMatchRule(*marker);
}

} // namespace

OwnerEntry readOwner(const QString &name, TomlReader reader)
{
    OwnerEntry owner;
    owner.name = name;
    readKind(owner, reader);
    refuseOtherKind(owner, reader);
    if (owner.kind == "caller"_L1)
        readLease(owner, reader);
    else
        readAddress(owner, reader);
    owner.honoursKey = reader.flag(u"honours_key"_s);
    owner.keyLifetime = reader.duration(u"key_lifetime"_s, 0);
    owner.settleAfter = reader.duration(u"settle_after"_s, 0);
    owner.comparesBody = reader.flag(u"compares_body"_s);
    reader.refuseUnknown();
    return owner;
}

} // namespace obstat::policy
