-- What was answered to a creating call that named a key, kept in the transaction of its effect.
create table idempotency_keys (
  -- Whose key it is: the signed-in user, else the visit, else the network.
  scope text not null,
  endpoint text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status smallint,
  reply text,
  created_at timestamptz not null,
  primary key (scope, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to holoholo_app;
