-- What one administrator proposes of what partners earn, a rate card or a partner's terms, and another one confirms
-- (docs/decisions/039-another-one-confirms-a-rate.md). Until then it is in no table that anything is reckoned by: what holds already stays.
create table rate_changes (
  id uuid primary key default gen_random_uuid(),
  -- Whose terms; of a rate card null.
  organisation_id uuid references organisations,
  tier text not null check (tier ~ '^[a-z][a-z0-9_-]{0,39}$'),
  -- Of a rate card, with the day of Hawaiʻi that was asked for.
  partner_share numeric(5, 4) check (partner_share between 0 and 1),
  effective_from date,
  -- Of terms, with those that held when they were proposed.
  minimum_payout_cents bigint check (minimum_payout_cents >= 0),
  former_tier text,
  former_minimum_cents bigint,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'withdrawn')),
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  -- As of payouts: whether somebody else was an administrator then or in the 30 days before, and who was one.
  had_another boolean not null,
  admins uuid[] not null default '{}',
  settled_by uuid references users,
  settled_at timestamptz,
  withdrawal_reason text,
  rate_card_id integer unique references rate_cards,
  check (num_nonnulls(partner_share, effective_from) = case when organisation_id is null then 2 else 0 end),
  check (num_nonnulls(minimum_payout_cents, former_tier, former_minimum_cents) = case when organisation_id is null then 0 else 3 end),
  check ((state = 'proposed') = (settled_at is null)),
  check ((settled_at is null) = (settled_by is null)),
  check ((state = 'withdrawn') = (withdrawal_reason is not null)),
  check ((state = 'confirmed' and organisation_id is null) = (rate_card_id is not null)),
  -- Nobody confirms their own beside another one, nor what was proposed while they were no administrator.
  constraint rate_changes_second_admin check (state <> 'confirmed'
    or case when settled_by = proposed_by then not had_another else settled_by = any (admins) end)
);
create index rate_changes_waiting on rate_changes (proposed_at, id) where state = 'proposed';
create index rate_changes_by_organisation on rate_changes (organisation_id) where organisation_id is not null;

create trigger rate_changes_name_admins before insert on rate_changes for each row execute function payout_names_admins();

-- What was settled stays as it is.
create function settle_rate_change_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'proposed' then
    raise exception 'a settled rate change is not changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger rate_changes_settle_once before update on rate_changes for each row execute function settle_rate_change_once();

grant select, insert, update (state, settled_by, settled_at, withdrawal_reason, rate_card_id) on rate_changes to holoholo_app;
