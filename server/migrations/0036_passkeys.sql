-- Passkeys of people, as better-auth's plugin writes them. The public key is no secret.
create table accounts.passkeys (
  id            uuid primary key,
  user_id       uuid not null references accounts.people on delete cascade,
  name          text,
  credential_id text not null unique,
  public_key    text not null,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz not null default now()
);
create index passkeys_by_user on accounts.passkeys (user_id);

grant select, insert, update, delete on accounts.passkeys to footnote_worker;

-- Whoever was invited by a link that was handed over has not shown that the address is theirs. When its
-- owner does, better-auth removes the password and the sessions of before; passkeys it leaves.
create function accounts.remove_unproved_passkeys() returns trigger
  language plpgsql
as $$
begin
  delete from accounts.passkeys where user_id = new.id;
  return null;
end $$;

create trigger remove_unproved_passkeys
  after update of email_verified on accounts.people
  for each row when (new.email_verified and not old.email_verified)
  execute function accounts.remove_unproved_passkeys();
