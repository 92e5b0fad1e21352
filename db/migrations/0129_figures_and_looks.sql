-- outside a transaction
-- The travelers there are, counted without reading their profiles.
create index concurrently if not exists profiles_active_travelers on profiles (user_id) where role = 'traveler' and is_active;
