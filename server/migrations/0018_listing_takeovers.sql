-- How often a worker was lost while it listed the source: what it reads there may be what it dies of.
alter table syncs add column listing_takeovers integer not null default 0;
