-- Invoices are numbered one after the other, as whoever audits them expects: a sequence leaves a gap where a transaction fails, or where
-- two make the same invoice. Invoices that there are keep their numbers. A trigger does it, as a process of the version before makes
-- invoices too; who makes one waits for all others that are being made (advisory lock 7305458).
create function number_campaign_invoice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7305458);
  -- Whoever waited finds the one that was made meanwhile, and takes no number for it.
  if exists (select from campaign_invoices i where i.organisation_id = new.organisation_id and i.month = new.month) then
    return null;
  end if;
  new.number := (select coalesce(max(i.number), 0) + 1 from campaign_invoices i);
  return new;
end $$;
revoke execute on function number_campaign_invoice from public;
create trigger campaign_invoices_are_numbered before insert on campaign_invoices
  for each row execute function number_campaign_invoice();
