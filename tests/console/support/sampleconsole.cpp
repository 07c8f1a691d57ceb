#include "support/sampleconsole.h"

namespace obstat::tests {

using namespace Qt::StringLiterals;

SampleConsole::SampleConsole(bool picture) : book(clock.now()), key(approval::SigningKey::generate())
{
    if (picture)
        book.addPicture();
    auto client = std::make_unique<FakeLedgerClient>();
    auto sender = std::make_unique<FakeDecisionClient>();
    ledger = client.get();
    decisions = sender.get();
    ledger->book = book.details();
    ledger->frame.head.origin = QString::fromLatin1(SampleBook::kOrigin);
    ledger->frame.head.size = book.events();
    ledger->frame.checkpointSize = book.events();
    const approval::PublicKey publicKey = key.publicKey();
    ledger->frame.people = {{u"m.keller"_s, publicKey.id(), publicKey.base64(), {u"treasury"_s}, {u"*"_s}, false}};
    setFlow(true);
    console::Session::Parts parts;
    parts.ledger = std::move(client);
    parts.decisions = std::move(sender);
    auto acts = std::make_unique<FakeAdminClient>();
    admin = acts.get();
    parts.admin = std::move(acts);
    parts.clock = &clock;
    parts.random = &random;
    parts.outbox = m_folder.path(u"outbox.jsonl"_s);
    session = std::make_unique<console::Session>(std::move(parts));
}

void SampleConsole::publish()
{
    ledger->book = book.details();
    ledger->frame.head.size = book.events();
    ledger->change();
}

void SampleConsole::setFlow(bool alive)
{
    ledger->frame.instances.clear();
    if (!alive)
        return;
    ledger::InstanceRow row;
    row.id = u"i-1"_s;
    row.address = u"127.0.0.1:9400"_s;
    row.state = u"running"_s;
    row.heartbeat = clock.now();
    row.flow = true;
    ledger->frame.instances.append(row);
}

} // namespace obstat::tests
