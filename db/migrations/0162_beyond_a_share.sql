-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Impressions that counted as none only because their site had had its share: charged to nobody, and in no figure of impressions.
-- Whoever reads them for long, as a backup does, holds this up, and whoever counts would wait behind it: it is tried again instead.
set lock_timeout = '2s';
alter table campaign_days add column if not exists beyond integer not null default 0;
-- Which visits they were of, so that each is one a day.
alter table campaign_touches drop constraint if exists campaign_touches_kind_check,
  add constraint campaign_touches_kind_check check (kind in ('impression', 'open', 'click', 'beyond')) not valid;
set lock_timeout = '10min';
alter table campaign_touches validate constraint campaign_touches_kind_check;
