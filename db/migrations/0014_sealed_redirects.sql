-- Where a sign-in returns to can hold an invitation's token. It is sealed with a key derived from the token of the link or of
-- the cookie, of which the database keeps hashes only; links that are under way lose it.
alter table magic_links drop column redirect, add column sealed_redirect bytea;
alter table sign_in_transactions drop column redirect, add column sealed_redirect bytea;

-- Links are forgotten a day after their end.
create index magic_links_by_expiry on magic_links (expires_at);
grant delete on magic_links to holoholo_app;
