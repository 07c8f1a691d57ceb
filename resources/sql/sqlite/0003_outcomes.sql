-- Schema version 3: evidence against an end, and what people settled.

-- Event of evidence against this operation's end, until a person has settled it.
ALTER TABLE operation ADD COLUMN contrary INTEGER;
CREATE INDEX operation_contrary ON operation(id) WHERE contrary IS NOT NULL;
-- Settled work whose owner is asked once more.
CREATE INDEX operation_confirm ON operation(not_before) WHERE status IN ('succeeded','failed') AND not_before IS NOT NULL;

-- Event of the decision that settled it, and the operation that it accepted as other work.
ALTER TABLE conflict ADD COLUMN settled INTEGER;
ALTER TABLE conflict ADD COLUMN planned INTEGER;
