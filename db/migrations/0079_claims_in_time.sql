-- What tells a claim that knows from one that guesses: when it was made, beside whom the platform credits. Claims from before count as made
-- now: those that met news have been compared with it, and news that is still to come is later.
alter table bookings add column claimed_at timestamptz;
update bookings set claimed_at = now() where claimed_reference is not null and reference is null;
grant update (claimed_at) on bookings to holoholo_tenant;

alter table platform_bookings
  -- Whom the platform credits, in small letters; null where it does not say.
  add column affiliate text,
  -- When it was booked, where its platform says so.
  add column booked_at timestamptz,
  -- A person has taken it from a booking that it was matched with: no match is sure by itself any more.
  add column parted_at timestamptz;
-- What is told is looked for by its names each time: nobody then reads a list of rows that the index still has to take in.
alter index platform_bookings_by_key set (fastupdate = off);
select gin_clean_pending_list('platform_bookings_by_key');
-- A version from the future would be newer than all that comes.
update platform_bookings set version = last_news_at where version > last_news_at;
update platform_bookings set amount_version = last_news_at where amount_version > last_news_at;
