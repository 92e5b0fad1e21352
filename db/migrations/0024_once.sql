-- Where anyone may call, the key alone names a call, whoever repeats it. Keys of before stood under their sender: of one key
-- under several the first in order stays. Only those of the last day, as a call is hardly repeated later, and an insert of the
-- same key waits meanwhile. Ahead of the changes of tables, whose locks nobody should wait for.
update idempotency_keys k set scope = 'anyone'
where created_at > now() - interval '1 day' and endpoint in ('POST /api/qr/scan', 'POST /api/auth/magic-link', 'POST /api/errors/report')
  and not exists (select from idempotency_keys o where o.endpoint = k.endpoint and o.key = k.key and o.scope < k.scope);

-- A visit's own limit of scans, counted with the scan itself: how many since when.
alter table visits
  add column limit_from timestamptz,
  add column limit_spent integer not null default 0;

-- What a keyed call made, by its id: enough to answer it again. Replies are no longer kept.
alter table idempotency_keys add column reference text;
