-- What is owed for bookings, to whom and why: a ledger of transfers. A row moves cents from one account to another, so that every
-- row balances by itself, and with it every sum (docs/decisions/033-a-ledger-of-transfers.md).

-- Which card an organisation's bookings earn by, and from how many cents on it is paid.
alter table organisations
  add column tier text not null default 'standard',
  add column minimum_payout_cents bigint not null default 5000,
  add constraint organisations_tier check (tier ~ '^[a-z][a-z0-9_-]{0,39}$') not valid,
  add constraint organisations_minimum_payout check (minimum_payout_cents >= 0) not valid;

-- What share of a booking's amount its partner earns. A card holds from the beginning of a day that is still to come when it is
-- made: no booking that there is changes its share by it, in whatever order things are written down.
create table rate_cards (
  id integer generated always as identity primary key,
  tier text not null check (tier ~ '^[a-z][a-z0-9_-]{0,39}$'),
  partner_share numeric(5, 4) not null check (partner_share between 0 and 1),
  -- A day of Hawaiʻi.
  effective_from date not null,
  created_at timestamptz not null,
  created_by uuid references users,
  reason text not null,
  check (effective_from > (created_at at time zone 'Pacific/Honolulu')::date)
);
create index rate_cards_by_tier on rate_cards (tier, effective_from desc, id desc);
insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
  values ('standard', 0.15, '2000-01-01', '1999-12-01', 'The share of a partner with whom nothing else was agreed');

-- What a platform pays, what of it a partner has in each state, and what is left to the house. Made on first use, never changed.
create table ledger_accounts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('partner', 'platform', 'house')),
  organisation_id uuid references organisations,
  platform text,
  state text not null,
  unique nulls not distinct (kind, organisation_id, platform, state),
  check ((kind = 'partner') = (organisation_id is not null)),
  check ((kind = 'platform') = (platform is not null)),
  check (case kind when 'partner' then state in ('estimated', 'pending', 'held', 'payable', 'in_payout', 'paid')
    else state in ('estimated', 'pending', 'earned') end)
);
create index ledger_accounts_by_organisation on ledger_accounts (organisation_id) where organisation_id is not null;

-- A payout of one organisation: prepared by one administrator, then released, which says that it was paid, or withdrawn.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  -- The long work that prepared it, which is forgotten earlier.
  run_id uuid not null,
  cents bigint not null check (cents > 0),
  state text not null default 'prepared' check (state in ('prepared', 'released', 'withdrawn')),
  prepared_by uuid not null references users,
  prepared_at timestamptz not null,
  settled_by uuid references users,
  settled_at timestamptz,
  -- However often a run is begun again, it pays an organisation once.
  unique (run_id, organisation_id),
  check ((state = 'prepared') = (settled_at is null)),
  check ((settled_at is null) = (settled_by is null))
);
create index payouts_by_organisation on payouts (organisation_id, prepared_at);
create index payouts_by_time on payouts (prepared_at, id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  posted_at timestamptz not null,
  kind text not null check (kind in ('estimate', 'true_up', 'confirm', 'earn', 'hold', 'release', 'void', 'correction', 'reversal',
    'clawback', 'payout', 'paid', 'payout_back')),
  from_account integer not null references ledger_accounts,
  to_account integer not null references ledger_accounts,
  cents bigint not null check (cents > 0),
  booking_id uuid not null references bookings,
  payout_id uuid references payouts,
  rate_card_id integer references rate_cards,
  reverses bigint,
  -- Why money that was in a payout is asked back.
  reason text check (reason in ('cancelled_after_payout', 'amount_corrected', 'duplicate', 'fraud', 'mistake')),
  -- The person who caused it; null for news and for daily work.
  actor_id uuid,
  -- The request, the news or the work that it follows from.
  cause text not null check (length(cause) <= 200),
  check (from_account <> to_account),
  check ((kind in ('reversal', 'clawback', 'payout_back')) = (reverses is not null)),
  check ((kind in ('payout', 'paid', 'payout_back')) = (payout_id is not null)),
  check ((kind = 'clawback') = (reason is not null)),
  -- What reverses a row is its opposite to the cent, between the same accounts, of the same booking.
  unique (id, booking_id, from_account, to_account, cents),
  foreign key (reverses, booking_id, to_account, from_account, cents)
    references ledger_entries (id, booking_id, from_account, to_account, cents)
);
-- And there is one of them at most.
create unique index ledger_reversed_once on ledger_entries (reverses) where reverses is not null;
-- A payout takes each booking in once, and settles it once: paid, or back.
create unique index ledger_prepared_once on ledger_entries (payout_id, booking_id) where kind = 'payout';
create unique index ledger_settled_once on ledger_entries (payout_id, booking_id) where kind in ('paid', 'payout_back');
create index ledger_by_booking on ledger_entries (booking_id, id);
create index ledger_by_payer on ledger_entries (from_account, posted_at);
create index ledger_by_payee on ledger_entries (to_account, posted_at);

-- Neither the application nor the owner edits what was written.
create trigger ledger_entries_are_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_audit_change();
create trigger ledger_accounts_are_append_only before update or delete or truncate on ledger_accounts
  for each statement execute function refuse_audit_change();
create trigger rate_cards_are_append_only before update or delete or truncate on rate_cards
  for each statement execute function refuse_audit_change();

-- What stands on each account, added up as entries are written. As of booking_sums each connection adds to rows of its own number, so that
-- writers rarely wait for each other, and a balance is a sum of 16 rows at most however many entries there are.
create table ledger_balances (
  account_id integer not null references ledger_accounts,
  part smallint not null,
  cents bigint not null,
  primary key (account_id, part)
) with (fillfactor = 50);

-- The accounts of a statement are taken in one order, so that two of one part cannot wait for each other in a circle.
create function sum_ledger_entries() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances as sums (account_id, part, cents)
    select account, pg_backend_pid() % 16, sum(moved) from (
      select to_account as account, cents as moved from fresh union all select from_account, -cents from fresh
    ) as sides group by account order by account
    on conflict (account_id, part) do update set cents = sums.cents + excluded.cents;
  return null;
end $$;
revoke execute on function sum_ledger_entries from public;
create trigger ledger_entries_sum after insert on ledger_entries
  referencing new table as fresh for each statement execute function sum_ledger_entries();

-- Where a booking's commission stands: what its entries come to, and the facts that were frozen when it was first posted. Whoever
-- posts for a booking, or takes it into a payout, holds its row.
create table commissions (
  booking_id uuid primary key references bookings,
  -- Who is credited, if anybody, and by which card.
  organisation_id uuid references organisations,
  rate_card_id integer references rate_cards,
  partner_share numeric(5, 4) not null,
  platform_rate numeric(5, 4) not null,
  listing_id integer not null references listings,
  booked_at timestamptz not null,
  -- The position as it was posted last; none: nothing is owed.
  state text not null default 'none' check (state in ('none', 'estimated', 'pending', 'held', 'payable', 'voided')),
  -- How certain the platform's money is, whatever holds the partner's.
  basis text not null default 'none' check (basis in ('none', 'estimated', 'pending', 'earned')),
  amount_cents bigint not null default 0,
  partner_cents bigint not null default 0 check (partner_cents >= 0),
  platform_cents bigint not null default 0 check (platform_cents >= 0),
  -- Days of Hawaiʻi.
  travel_day date,
  payable_on date,
  completed_on date,
  -- What payouts have taken out of payable, whether or not they are released.
  paid_out_cents bigint not null default 0,
  -- What the next payout takes; below zero where it is asked back.
  due_cents bigint not null generated always as (case when state = 'payable' then partner_cents else 0 end - paid_out_cents) stored,
  check ((organisation_id is null) = (rate_card_id is null))
);
create index commissions_due on commissions (organisation_id, due_cents) where due_cents <> 0;
create index commissions_by_organisation on commissions (organisation_id, booked_at) where organisation_id is not null;
create index commissions_becoming_payable on commissions (booking_id) include (payable_on) where basis = 'pending';

-- Why a commission is looked at before it is paid.
create table commission_holds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  rule text not null check (rule ~ '^[a-z][a-z0-9_]{1,39}$'),
  details jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'released', 'voided')),
  opened_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  check ((state = 'open') = (decided_at is null))
);
create unique index commission_holds_open_once on commission_holds (booking_id, rule) where state = 'open';
create index commission_holds_by_booking on commission_holds (booking_id);
create index commission_holds_by_state on commission_holds (state, opened_at, id);

grant select, insert on rate_cards, ledger_accounts, ledger_entries to holoholo_app;
grant select on ledger_balances to holoholo_app;
grant select, insert, update (state, settled_by, settled_at) on payouts to holoholo_app;
grant select, insert, update (state, basis, amount_cents, partner_cents, platform_cents, travel_day, payable_on, completed_on,
  paid_out_cents) on commissions to holoholo_app;
grant select, insert, update (state, decided_by, decided_at, decision_reason) on commission_holds to holoholo_app;

-- An organisation sees its own accounts, what moves on them, its commissions and its payouts. What the platform pays and what the house
-- keeps stands on accounts and in columns that are not there for it, nor do the administrators who did something.
create policy application on ledger_accounts to holoholo_app using (true) with check (true);
create policy own on ledger_accounts for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select on ledger_accounts to holoholo_tenant;

create policy application on ledger_balances to holoholo_app using (true) with check (true);
create policy own on ledger_balances for select to holoholo_tenant
  using (account_id in (select id from ledger_accounts where organisation_id = (select tenant_organisation())));
grant select on ledger_balances to holoholo_tenant;

create policy application on ledger_entries to holoholo_app using (true) with check (true);
create policy own on ledger_entries for select to holoholo_tenant using (
  from_account in (select id from ledger_accounts where organisation_id = (select tenant_organisation()))
  or to_account in (select id from ledger_accounts where organisation_id = (select tenant_organisation())));
grant select (id, posted_at, kind, from_account, to_account, cents, booking_id, payout_id, rate_card_id, reverses, reason)
  on ledger_entries to holoholo_tenant;

create policy application on commissions to holoholo_app using (true) with check (true);
create policy own on commissions for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select (booking_id, organisation_id, rate_card_id, partner_share, listing_id, booked_at, state, amount_cents, partner_cents,
  travel_day, payable_on, completed_on, paid_out_cents, due_cents) on commissions to holoholo_tenant;

create policy application on commission_holds to holoholo_app using (true) with check (true);
create policy own on commission_holds for select to holoholo_tenant
  using (booking_id in (select booking_id from commissions where organisation_id = (select tenant_organisation())));
grant select (id, booking_id, rule, state, opened_at, decided_at) on commission_holds to holoholo_tenant;

create policy application on payouts to holoholo_app using (true) with check (true);
create policy own on payouts for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select (id, organisation_id, run_id, cents, state, prepared_at, settled_at) on payouts to holoholo_tenant;

alter table ledger_accounts enable row level security;
alter table ledger_balances enable row level security;
alter table ledger_entries enable row level security;
alter table commissions enable row level security;
alter table commission_holds enable row level security;
alter table payouts enable row level security;
