-- Channels may be in GitHub, where posts are answered that nobody has addressed to the app. A service of
-- the version before does not answer in those.

alter table channels drop constraint channels_kind_check;
alter table channels add constraint channels_kind_check check (kind in ('slack', 'discord', 'github'));
alter table channels
  -- What becomes of a post that does not mention the app.
  add column unasked text not null default 'propose' check (unasked in ('answer', 'propose', 'ignore')),
  -- Whether it also answers those when the documentation does not cover them.
  add column say_not_covered boolean not null default false;
