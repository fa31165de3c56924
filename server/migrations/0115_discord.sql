-- Channels may be in Discord. A service of the version before does not answer in those.

alter table channels drop constraint channels_kind_check;
alter table channels add constraint channels_kind_check check (kind in ('slack', 'discord'));
