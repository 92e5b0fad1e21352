-- What campaigns cost, in the same ledger: an advertiser owes what the house has earned by advertising, and an invoice that was paid
-- settles it. An entry is about a booking, a campaign or an invoice.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check,
  drop constraint ledger_accounts_check2,
  add constraint ledger_accounts_kind check (kind in ('partner', 'platform', 'house', 'advertiser')),
  add constraint ledger_accounts_whose check ((kind in ('partner', 'advertiser')) = (organisation_id is not null)),
  add constraint ledger_accounts_state check (case kind
    when 'partner' then state in ('estimated', 'pending', 'held', 'payable', 'in_payout', 'paid')
    when 'advertiser' then state in ('owed', 'paid')
    when 'house' then state in ('estimated', 'pending', 'earned', 'advertising')
    else state in ('estimated', 'pending', 'earned') end);

-- A month of an advertiser, as it was when the month was closed. `number` is what it is called to them.
create table campaign_invoices (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  organisation_id uuid not null references organisations,
  month date not null references statement_months,
  -- The advertiser's, as it was then.
  name text not null,
  cents bigint not null check (cents > 0),
  -- Each campaign with its name, its listing, what was counted and its cents, as it was then.
  lines jsonb not null,
  made_at timestamptz not null,
  unique (organisation_id, month)
);
create index campaign_invoices_by_time on campaign_invoices (month desc, number desc);
create trigger campaign_invoices_are_append_only before update or delete or truncate on campaign_invoices
  for each statement execute function refuse_audit_change();
grant select, insert on campaign_invoices to holoholo_app;
create policy application on campaign_invoices to holoholo_app using (true) with check (true);
create policy own on campaign_invoices for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select on campaign_invoices to holoholo_tenant;
alter table campaign_invoices enable row level security;

-- `charge`: a campaign was seen or clicked. `credit`: an administrator takes a charge back, with a reason in the audit log.
-- `invoice_paid`: the money has come. The rows there are hold these already.
alter table ledger_entries
  alter column booking_id drop not null,
  add column campaign_id uuid references campaigns,
  add column invoice_id uuid references campaign_invoices,
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind check (kind in ('estimate', 'true_up', 'confirm', 'earn', 'hold', 'release', 'void', 'correction',
    'reversal', 'clawback', 'payout', 'paid', 'payout_back', 'charge', 'credit', 'invoice_paid')) not valid,
  add constraint ledger_entries_about check (num_nonnulls(booking_id, campaign_id, invoice_id) = 1) not valid,
  add constraint ledger_entries_of_campaign check ((kind in ('charge', 'credit')) = (campaign_id is not null)) not valid,
  add constraint ledger_entries_of_invoice check ((kind = 'invoice_paid') = (invoice_id is not null)) not valid;
-- Their indexes are built beside the work (0148_advertising_indexes.sql).
