-- A code from an authenticator as the second step of signing in, and sign-in by link. The columns are
-- as better-auth writes them; secret and codes are encrypted under a key that is not stored.
alter table accounts.people add column two_factor_enabled boolean not null default false;

create table accounts.second_factors (
  id                        uuid primary key,
  user_id                   uuid not null unique references accounts.people on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  -- False until the first code was given.
  verified                  boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);

-- Reads the verifications that have ended, in order to delete them.
create index verifications_by_expiry on accounts.verifications (expires_at);

grant select, insert, update, delete on accounts.second_factors to footnote_worker;
