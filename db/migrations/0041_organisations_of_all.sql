-- The organisations of whoever is a partner or an advertiser, and what is theirs: done by the triggers of 0040, apart from it, so
-- that no table is held that long.
update profiles set role = role where role in ('partner', 'advertiser');
update locations set partner_id = partner_id where partner_id is not null and organisation_id is null;
update listings set advertiser_id = advertiser_id where advertiser_id is not null and organisation_id is null;
