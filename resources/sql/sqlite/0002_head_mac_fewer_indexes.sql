-- Schema version 2: the instances' MAC over the head row, and fewer indexes to write for each new row.

-- HMAC of NAME.key over the whole row (ledger/headmac.h): a head that no instance wrote is noticed (C17).
ALTER TABLE head ADD COLUMN mac TEXT NOT NULL DEFAULT '';

-- One index over intent keys serves both the submit and the search over all tenants.
DROP INDEX operation_key;
DROP INDEX operation_any_key;
CREATE INDEX operation_any_key ON operation(intent_key, id, tenant);
-- operation_status serves the live ones as well.
DROP INDEX operation_live;
-- Ledger time never falls, so moments are found by bisection over the dense ids and numbers.
DROP INDEX operation_created;
DROP INDEX event_at;
