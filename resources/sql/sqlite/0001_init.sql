-- Obstat ledger, SQLite, schema version 1. Never edited once landed: its digest is checked.
-- Text digests are 64 lower-case hex; times are microseconds UTC; ids are dense.

CREATE TABLE schema_migration (
  number     INTEGER PRIMARY KEY,
  digest     TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

-- The one row that every writing transaction locks first.
CREATE TABLE head (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  origin       TEXT NOT NULL,              -- of the current epoch
  first_origin TEXT NOT NULL,              -- enters wire keys for ever
  size         INTEGER NOT NULL,           -- events in the log
  range        BLOB NOT NULL,              -- compact range over them: 32-byte hashes, largest subtree first
  at           INTEGER NOT NULL,           -- ledger time: never falls
  operations   INTEGER NOT NULL,           -- highest operation id
  fences       INTEGER NOT NULL,           -- highest fence given out
  simulated    INTEGER NOT NULL DEFAULT 0,
  automatic    INTEGER NOT NULL DEFAULT 1, -- 0: automatic verdicts wait for a person until `automatic_on`
  copy         TEXT NOT NULL               -- id of this copy of the log, as NAME.state names it
) STRICT;

CREATE TABLE operation (
  id                INTEGER PRIMARY KEY,
  version           INTEGER NOT NULL,      -- counts transitions and re-freezes only
  tenant            TEXT NOT NULL,
  tool              TEXT NOT NULL,
  intent_key        TEXT NOT NULL,
  natural_text      TEXT NOT NULL,
  base_text         TEXT NOT NULL,         -- natural text without its window
  work_window       TEXT NOT NULL DEFAULT '',
  revision          INTEGER NOT NULL,
  generation        INTEGER NOT NULL,
  wire_key          TEXT NOT NULL,
  status            TEXT NOT NULL CHECK (status IN ('awaiting_approval','approved','running','unknown','succeeded',
                                                    'failed','rejected','expired','withdrawn')),
  payload_digest    TEXT NOT NULL,
  facts_digest      TEXT NOT NULL,
  rationale_digest  TEXT,                  -- salted
  registry_digest   TEXT NOT NULL,         -- of the tool's entry
  policy_digest     TEXT NOT NULL,
  rule              TEXT NOT NULL DEFAULT '',
  verdict           TEXT NOT NULL,         -- automatic, human
  approvals         TEXT NOT NULL,         -- canonical JSON of the frozen verdict
  role              TEXT NOT NULL DEFAULT '', -- who may approve, for the queue's filter
  mac               TEXT NOT NULL,
  held              INTEGER NOT NULL DEFAULT 0,
  actor             TEXT NOT NULL,
  token_id          TEXT NOT NULL,
  sponsor           TEXT NOT NULL,
  run               TEXT NOT NULL,
  record            TEXT NOT NULL DEFAULT '',
  amount            TEXT NOT NULL DEFAULT '',
  amount_order      REAL,                  -- for ranges; NULL when there is no amount
  currency          TEXT NOT NULL DEFAULT '',
  key_arguments     TEXT NOT NULL DEFAULT '', -- paths of key fields that the model filled and that were removed
  hits              INTEGER NOT NULL DEFAULT 0,
  reference         TEXT,
  result_digest     TEXT,                  -- salted
  attempts          INTEGER NOT NULL DEFAULT 0,
  first_sent_at     INTEGER,
  fence             INTEGER,
  lease_until       INTEGER,
  instance          TEXT,
  not_before        INTEGER,               -- earliest next send, set at creation; NULL on unknown: not without a person
  created_at        INTEGER NOT NULL,
  decided_at        INTEGER,
  finished_at       INTEGER,
  updated_at        INTEGER NOT NULL,
  expires_at        INTEGER NOT NULL
) STRICT;

-- Contract 4.1: one operation alive or with effect per tenant and intent key.
CREATE UNIQUE INDEX operation_one_alive ON operation(tenant, intent_key)
  WHERE status NOT IN ('rejected','expired','withdrawn','failed');
CREATE INDEX operation_key ON operation(tenant, intent_key, id);
CREATE INDEX operation_any_key ON operation(intent_key, id);
-- Contract 3.2: the guard over windows.
CREATE INDEX operation_open_work ON operation(tenant, base_text)
  WHERE status IN ('awaiting_approval','approved','running','unknown') AND work_window <> '';
CREATE INDEX operation_live ON operation(status, id)
  WHERE status IN ('awaiting_approval','approved','running','unknown');
CREATE INDEX operation_expiry ON operation(expires_at) WHERE status IN ('awaiting_approval','approved');
CREATE INDEX operation_due ON operation(not_before) WHERE status IN ('approved','unknown') AND held = 0;
-- No instance writes such a row: only a hand does.
CREATE INDEX operation_by_hand ON operation(id) WHERE status = 'approved' AND not_before IS NULL AND held = 0;
CREATE INDEX operation_held ON operation(id) WHERE held = 1;
CREATE INDEX operation_status ON operation(status, id);
CREATE INDEX operation_tool ON operation(tool, id);
CREATE INDEX operation_run ON operation(run, id);
CREATE INDEX operation_actor ON operation(actor, id);
CREATE INDEX operation_record ON operation(record, id);
CREATE INDEX operation_rule ON operation(rule, id);
CREATE INDEX operation_reference ON operation(reference, id) WHERE reference IS NOT NULL;
CREATE INDEX operation_tenant ON operation(tenant, id);
CREATE INDEX operation_role ON operation(role, id) WHERE role <> '';
-- Amounts sorted inside blocks of 4,096 ids: a range of amounts is read newest first block by block, without a sort
-- over all that match.
CREATE INDEX operation_amount ON operation(id >> 12, amount_order, id) WHERE amount_order IS NOT NULL;
CREATE INDEX operation_created ON operation(created_at, id);

-- The window of a run's work, pinned at the first submit (contract 3.2).
CREATE TABLE pin (
  tenant      TEXT NOT NULL,
  run         TEXT NOT NULL,
  base_text   TEXT NOT NULL,
  work_window TEXT NOT NULL,
  PRIMARY KEY (tenant, run, base_text)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  seq       INTEGER PRIMARY KEY,           -- the leaf index
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  tenant    TEXT NOT NULL,
  operation INTEGER,
  actor     TEXT NOT NULL,
  run       TEXT NOT NULL DEFAULT '',
  leaf      BLOB NOT NULL                  -- the exact canonical bytes
) STRICT;
CREATE INDEX event_operation ON event(operation, seq) WHERE operation IS NOT NULL;
CREATE INDEX event_kind ON event(kind, seq);
CREATE INDEX event_actor ON event(actor, seq);
CREATE INDEX event_run ON event(run, seq) WHERE run <> '';
CREATE INDEX event_tenant ON event(tenant, seq);
CREATE INDEX event_at ON event(at, seq);

CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

-- Values that leaves name by digest: plain where salt is NULL, else SHA-256(salt‖bytes).
CREATE TABLE payload (
  digest TEXT PRIMARY KEY,
  bytes  BLOB NOT NULL,
  salt   BLOB
) STRICT;
CREATE TRIGGER payload_no_update BEFORE UPDATE ON payload BEGIN SELECT RAISE(ABORT, 'payloads never change'); END;

-- Registry and policy texts, and tool entries in canonical form, by digest.
CREATE TABLE document (
  digest TEXT PRIMARY KEY,
  kind   TEXT NOT NULL CHECK (kind IN ('registry','policy','entry')),
  name   TEXT NOT NULL DEFAULT '',
  bytes  BLOB NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE attempt (
  id              INTEGER PRIMARY KEY,
  operation       INTEGER NOT NULL REFERENCES operation(id),
  number          INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('commit','query')),
  fence           INTEGER NOT NULL,
  instance        TEXT NOT NULL,
  started_at      INTEGER NOT NULL,
  timeout         INTEGER NOT NULL,
  ended_at        INTEGER,
  outcome         TEXT,                    -- answered-class words of ledger::AttemptOutcome
  http_status     INTEGER,
  duration        INTEGER,                 -- of the answer, monotonic; NULL when none came
  late            INTEGER NOT NULL DEFAULT 0,
  request_digest  TEXT NOT NULL,           -- salted
  response_digest TEXT,                    -- salted
  reference       TEXT,
  UNIQUE (operation, number)
) STRICT;
CREATE INDEX attempt_open ON attempt(operation) WHERE ended_at IS NULL;
CREATE INDEX attempt_started ON attempt(started_at, id);

CREATE TABLE decision (
  id          INTEGER PRIMARY KEY,
  nonce       TEXT NOT NULL UNIQUE,
  operation   INTEGER NOT NULL,
  kind        TEXT NOT NULL,
  approver    TEXT NOT NULL,
  key_id      TEXT NOT NULL,
  body        BLOB NOT NULL,
  signature   BLOB NOT NULL,
  decided_at  INTEGER NOT NULL,
  sent_at     INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('admitted','lost','expired','refused')),
  code        TEXT NOT NULL DEFAULT '',    -- machine word of the answer: admitted, lost, wrong_version …
  why         TEXT NOT NULL DEFAULT '',    -- the answer's sentence
  version     INTEGER NOT NULL DEFAULT 0,  -- of the operation, as seen by the approver
  event       INTEGER NOT NULL
) STRICT;
CREATE INDEX decision_operation ON decision(operation, id);
CREATE INDEX decision_approver ON decision(approver, id);
CREATE INDEX decision_received ON decision(received_at, id);

-- Administrators' signed acts in the order of the log; who may do what is folded from these and from nothing else.
CREATE TABLE act (
  event     INTEGER PRIMARY KEY,
  act       TEXT NOT NULL,
  subject   TEXT NOT NULL,
  body      BLOB NOT NULL,
  signature BLOB NOT NULL
) STRICT;

-- Current state for people who query; the programs do not believe these rows.
CREATE TABLE enrolment (
  person     TEXT NOT NULL,
  key_id     TEXT NOT NULL,
  public_key TEXT NOT NULL,
  roles      TEXT NOT NULL,
  tenants    TEXT NOT NULL,
  since      INTEGER NOT NULL,
  revoked    INTEGER,
  PRIMARY KEY (person, key_id)
) STRICT;
CREATE TABLE token (
  id      TEXT PRIMARY KEY,
  hash    TEXT NOT NULL,
  tenant  TEXT NOT NULL,
  actor   TEXT NOT NULL,
  sponsor TEXT NOT NULL,
  scopes  TEXT NOT NULL,
  since   INTEGER NOT NULL,
  revoked INTEGER
) STRICT;

-- Second payloads under a held key, and what became of them (Attention).
CREATE TABLE conflict (
  event          INTEGER PRIMARY KEY,
  operation      INTEGER NOT NULL,
  payload_digest TEXT NOT NULL,
  paths          TEXT NOT NULL,            -- JSON array of pointers that differ
  actor          TEXT NOT NULL,
  run            TEXT NOT NULL,
  at             INTEGER NOT NULL,
  state          TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open','kept','new','dismissed'))
) STRICT;
CREATE INDEX conflict_open ON conflict(event) WHERE state = 'open';
CREATE INDEX conflict_operation ON conflict(operation, event);

CREATE TABLE instance (
  id         TEXT PRIMARY KEY,
  address    TEXT NOT NULL,                -- host:port of its gateway, '' when it has none
  pid        INTEGER NOT NULL,
  version    TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  heartbeat  INTEGER NOT NULL,
  stopped_at INTEGER,
  flow       INTEGER NOT NULL DEFAULT 0,   -- 1: it drains approved plans
  state      TEXT NOT NULL DEFAULT ''      -- 'running', 'doubt', 'clock', 'disk'
) STRICT;

CREATE TABLE checkpoint (
  size INTEGER PRIMARY KEY,
  root TEXT NOT NULL,
  at   INTEGER NOT NULL,
  note BLOB NOT NULL
) STRICT;
