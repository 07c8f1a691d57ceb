-- Schema version 2: quorum and delegations, the MAC over the head row, and fewer indexes to write for each new row.

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

-- Approvals of a plan that count so far (quorum).
ALTER TABLE operation ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;

-- Current delegations for people who query; the programs believe the signed acts only.
CREATE TABLE delegation (
  delegate   TEXT NOT NULL,
  principal  TEXT NOT NULL,
  from_at    INTEGER NOT NULL,
  until_at   INTEGER NOT NULL,
  since      INTEGER NOT NULL,             -- event number
  revoked    INTEGER,
  PRIMARY KEY (delegate, principal, since)
) STRICT;

-- When a waiting plan is next raised: half and nine tenths of its time, and its escalation.
ALTER TABLE operation ADD COLUMN remind_at INTEGER;
CREATE INDEX operation_remind ON operation(remind_at) WHERE status = 'awaiting_approval' AND remind_at IS NOT NULL;

-- The instances' MAC over a pin: another window would be another key.
ALTER TABLE pin ADD COLUMN mac TEXT NOT NULL DEFAULT '';
