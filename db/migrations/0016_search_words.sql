-- Words as people type them, made a query: each is the beginning of a word, all must be found. Quotes and backslashes would
-- end a word, and unaccent may make some.
create function search_query(words text[]) returns tsquery
  language sql immutable strict parallel safe
  return (
    select to_tsquery('simple', string_agg('''' || translate(searchable(word), '''\', '') || ''':*', ' & '))
    from unnest(words) word where searchable(word) ~ '[[:alnum:]]');

-- Every word that a listing has or had: what a misspelled one is compared with. It is filled in the transaction that writes
-- the listing, whose version (0009) therefore holds for what search makes of it. A word is never taken out: one that no
-- listing has any more finds nothing, and search leaves it aside.
create table search_vocabulary (word text primary key);
create index search_vocabulary_by_spelling on search_vocabulary using gin (word gin_trgm_ops);
create index search_vocabulary_by_initial on search_vocabulary (left(word, 1), length(word));

create function learn_search_words() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into search_vocabulary (word)
    select distinct word from changed, unnest(tsvector_to_array(changed.search_words)) word
    where word ~ '^[[:alpha:]]{3,30}$' order by word
    on conflict do nothing;
  return null;
end $$;
-- By name after listings_changed, whose row lock lets one writer of listings after the other: two that bring the same new
-- words never wait for each other.
create trigger listings_learned after insert on listings
  referencing new table as changed for each statement execute function learn_search_words();
create trigger listings_relearned after update on listings
  referencing new table as changed for each statement execute function learn_search_words();

insert into search_vocabulary (word)
  select distinct word from listings, unnest(tsvector_to_array(search_words)) word where word ~ '^[[:alpha:]]{3,30}$';

-- Words spelled much like a typed one, or like it so far. Of short words every letter is a large part, so all of the same
-- initial and about the same length are candidates too; the caller counts the wrong letters.
create function similar_words(typed text) returns setof text
  language sql stable parallel safe set pg_trgm.word_similarity_threshold = 0.35 as $$
    select word from search_vocabulary where typed <% word
    union
    select word from search_vocabulary
    where length(typed) <= 5 and left(word, 1) = left(typed, 1) and length(word) between length(typed) - 1 and length(typed) + 1
$$;

grant select on search_vocabulary to holoholo_app;
