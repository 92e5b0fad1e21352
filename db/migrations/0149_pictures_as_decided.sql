-- What a new listing showed when it was decided about, in its order: what is put in or worded anew later was nobody's to decide.
alter table listing_proposals add column pictures jsonb;

-- As findPlacedOf has them (server/features/content/listing-pictures.store.ts). Whoever decides, or takes it back, is not asked: a process
-- of the version before knows nothing of it.
create function listing_proposal_keeps_pictures() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'url', p.url, 'color', p.color, 'widths', p.widths, 'words', p.words)
      order by p.place, p.id), '[]') into new.pictures from (
    select o.id, o.url, o.color, o.widths, o.words, case when o.url = l.image_url then 0 else o.place end as place
      from listings l join listing_pictures o on o.listing_id = l.id
      where l.id = new.listing_id and (o.url = l.image_url or o.place is not null and o.past_since is null)
    union all select md5(l.id || ' ' || l.image_url)::uuid, l.image_url, l.image_color, l.image_widths, l.image_words, 0 from listings l
      where l.id = new.listing_id and l.image_url is not null
        and not exists (select from listing_pictures o where o.listing_id = l.id and o.url = l.image_url)) p;
  return new;
end $$;
revoke execute on function listing_proposal_keeps_pictures() from public;
create trigger listing_proposals_keep_pictures before update of state on listing_proposals for each row
  when (new.is_new and old.state = 'submitted' and new.state <> 'submitted') execute function listing_proposal_keeps_pictures();

-- Of what was decided before: those that are shown now and had been sent by then.
update listing_proposals r set pictures = (
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'url', o.url, 'color', o.color, 'widths', o.widths, 'words', o.words)
    order by o.place, o.id), '[]') from listing_pictures o
  where o.listing_id = r.listing_id and o.place is not null and o.past_since is null and o.asked_at <= r.decided_at)
where r.is_new and r.state <> 'submitted';
