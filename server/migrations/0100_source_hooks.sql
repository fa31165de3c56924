-- The secret with which another product signs its calls of a source's webhook, and syncs that are called for
-- again while they run.

-- Sealed. Products that take a secret of ours need none here.
alter table sources add column hook_secret bytea;
alter table sources add column hook_secret_since timestamptz;
-- Sealed: a token that the product sent and that nobody has confirmed yet. No call is accepted by it.
alter table sources add column hook_token bytea;

-- What a call during a sync is about may have been listed already, so another sync follows.
alter table syncs add column called_again boolean not null default false;
