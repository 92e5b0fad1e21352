-- How many days after the day of travel what is booked under a rate card becomes payable: 14 until now, for all.
alter table rate_cards add column holding_days integer not null default 14 check (holding_days between 0 and 180);
-- Null of terms, and of a card that a process of the version before proposed: it is as long then as by its tier's card in force.
alter table rate_changes add column holding_days integer check (holding_days between 0 and 180),
  add check (organisation_id is null or holding_days is null);

-- What was settled stays as it is. A process of the version before knows no days: it cannot confirm a card for others than were proposed.
create or replace function settle_rate_change_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'proposed' then
    raise exception 'a settled rate change is not changed' using errcode = '42501';
  end if;
  if new.rate_card_id is not null and new.holding_days <> (select holding_days from rate_cards where id = new.rate_card_id) then
    raise exception 'the card is of another holding period than was proposed' using errcode = '23514';
  end if;
  return new;
end $$;
