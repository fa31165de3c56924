-- A session by single sign-on opens the workspace whose provider vouched for somebody, and no other.
alter table accounts.sessions add column sso_workspace_id uuid;

-- It cannot be told which of the sessions there are began that way: these people sign in again.
delete from accounts.sessions s using accounts.credentials c
where c.user_id = s.user_id and c.provider_id like 'sso %';

-- Accounts that a provider made. Whatever else opens them by now was added by such a session, so it goes
-- when the owner of the address first shows that it is theirs.
update accounts.people p set email_verified = false
where exists (select from accounts.credentials c
              where c.user_id = p.id and c.provider_id like 'sso %'
                and c.created_at < p.created_at + interval '10 seconds');
