-- The candidates of a new answer's trace are stored packed, in a column of their own: as JSON they were most
-- of what an answer takes. Traces of earlier answers keep theirs.
alter table messages add column candidates bytea;
-- Mostly ids: compressing them gains nothing.
alter table messages alter column candidates set storage external;
