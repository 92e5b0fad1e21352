-- When, and to whom, a place shows a listing (contract/list-rules.ts); null where always and to everyone. A change of it is one of the
-- guide, as each of this table (0027_guide_version.sql).
alter table curated_listings add column rules jsonb check (jsonb_typeof(rules) = 'object');

-- When its partner last put the list of a place in order, as long as that order stands: the house does not replace it unasked.
alter table locations add column arranged_at timestamptz;
grant update (arranged_at) on locations to holoholo_tenant;
