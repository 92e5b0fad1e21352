-- outside a transaction
-- The reviews that wait for a look.
create index concurrently if not exists reviews_awaiting on reviews (created_at) where awaits_look;
-- The travelers there are, counted without reading their profiles.
create index concurrently if not exists profiles_active_travelers on profiles (user_id) where role = 'traveler' and is_active;
