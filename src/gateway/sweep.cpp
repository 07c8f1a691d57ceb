#include "gateway/sweep.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

base::Result<> endOverdue(ledger::LedgerWriter &writer, flow::LedgerThread &ledger, base::JsonLog &log, int limit)
{
    const auto ended = writer.expireDue(limit);
    if (!ended)
        return tl::unexpected(ended.error());
    for (const ledger::OperationRow &operation : *ended) {
        ledger.announce(operation);
        log.info(statusText(operation.status), {{u"operation"_s, operation.id},
                                                {u"key"_s, operation.intentKey},
                                                {u"natural"_s, operation.natural},
                                                {u"why"_s, u"time_over"_s}});
    }
    return {};
}

} // namespace obstat::gateway
