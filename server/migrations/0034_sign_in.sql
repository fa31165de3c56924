-- Messages with a sign-in link, counted for each address and day (UTC). Addresses without an account
-- count alike.
create table accounts.sign_in_mails (
  day          date not null,
  email_digest bytea not null,
  messages     integer not null,
  primary key (day, email_digest)
);

grant select, insert, update, delete on accounts.sign_in_mails to footnote_worker;
