#include "gateway/tokencheck.h"

#include "base/digest.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

namespace {
const QByteArray kScheme = QByteArrayLiteral("Bearer ");
constexpr qsizetype kIdLength = 12;
constexpr qsizetype kSecretLength = 43;

base::Result<approval::Token> unauthorized()
{
    return base::fail(base::ErrorCode::Unauthorized, u"A valid bearer token is needed."_s);
}
} // namespace

void TokenCheck::setDirectory(const approval::Directory &directory)
{
    auto copy = std::make_shared<const approval::Directory>(directory);
    const std::lock_guard lock(m_mutex);
    m_directory = std::move(copy);
}

std::shared_ptr<const approval::Directory> TokenCheck::directory() const
{
    const std::lock_guard lock(m_mutex);
    return m_directory;
}

base::Result<approval::Token> TokenCheck::caller(const wire::Request &request) const
{
    if (request.headers.count("Authorization") != 1)
        return unauthorized();
    const QByteArray header = request.headers.value("Authorization");
    if (header.size() < kScheme.size() || header.left(kScheme.size()).compare(kScheme, Qt::CaseInsensitive) != 0)
        return unauthorized();
    const QString text = QString::fromLatin1(header.mid(kScheme.size()));
    // The secret is base64url, so only the id's own length says where it starts.
    if (!text.startsWith(u"obs_"_s) || text.size() <= 4 + kIdLength + 1 || text.at(4 + kIdLength) != u'_')
        return unauthorized();
    const auto all = directory();
    const approval::Token *token = all->token(text.mid(4, kIdLength));
    const QString hash = base::digestHex(text.mid(4 + kIdLength + 1).toLatin1());
    // An unknown id is compared too, so that its answer takes as long.
    const QByteArray expected = token ? token->hash.toLatin1() : QByteArray(64, '0');
    if (!base::equalConstantTime(hash.toLatin1(), expected) || !token || token->revoked)
        return unauthorized();
    const approval::Person *sponsor = all->person(token->sponsor);
    if (!sponsor || sponsor->revoked)
        return unauthorized();
    return *token;
}

NewToken newToken(base::Random &random)
{
    NewToken token;
    token.id = QString::fromLatin1(random.bytes(kIdLength / 2).toHex());
    const QByteArray secret =
        random.bytes(32).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals).left(kSecretLength);
    token.text = u"obs_"_s + token.id + u'_' + QString::fromLatin1(secret);
    token.hash = base::digestHex(secret);
    return token;
}

} // namespace obstat::gateway
