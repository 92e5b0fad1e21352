alter table platform_bookings
  -- Of the news since which the amount is in doubt; a process of the version before means the newest by it.
  add column doubt_version timestamptz,
  -- Keyed hash of the mailbox for which it was booked, however its address is written.
  add column mailbox_hash bytea;
-- An administrator's amount stays where the platform then tells another, until a person decides.
alter table platform_bookings drop constraint platform_bookings_doubt_check;
alter table platform_bookings add constraint platform_bookings_doubt_check
  check (doubt in ('amount', 'currency', 'final', 'travel', 'corrected')) not valid;

-- When a followed link was reported, where that was told later than it is said to have happened.
alter table bookings add column received_at timestamptz;
-- Of what was there before nothing is in them.
create index bookings_by_code_and_receipt on bookings (qr_code_id, received_at)
  where received_at is not null and qr_code_id is not null;
create index bookings_by_user_and_receipt on bookings (user_id, received_at) where received_at is not null;
