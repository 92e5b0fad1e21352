-- A process of the version before knows nothing of reviews that wait for a look (0126): words that it writes wait all the same, and what an
-- administrator hides or shows again by it has been looked at.
create function review_awaits_look() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.awaits_look := new.awaits_look or new.words is not null;
  elsif new.hidden is distinct from old.hidden then
    new.awaits_look := false;
  elsif new.words is distinct from old.words then
    new.awaits_look := new.awaits_look or new.words is not null;
  end if;
  return new;
end $$;
create trigger reviews_await_look before insert or update of words, hidden on reviews
  for each row execute function review_awaits_look();
-- And what one has written since 0126.
update reviews set awaits_look = true where words is not null and not hidden and not awaits_look
  and updated_at >= (select applied_at from migrations where name like '0126\_%');
