-- The first page of a category, in its order, without sorting all of it.
create index listings_shown_by_category on listings (category, is_featured desc, rating desc nulls last, name) where is_active;

-- Of each searched word: as it is looked up, whether an active listing has it or a word that begins with it, and where none
-- has, the words of active listings that are spelled alike. Each of these questions is one look into an index; on a table
-- swollen by many updates the planner would read it whole instead, in the hope of an early find.
create function spellings(words text[]) returns table (typed text, known boolean, alike text[])
  language sql stable set enable_seqscan = off as $$
    select asked.typed, asked.known, case when asked.known then '{}' else array(
      select word from similar_words(asked.typed) word where exists (
        select from listings l where l.is_active and l.search_words @@ quote_literal(word)::tsquery)) end
    from (
      select translate(searchable(word), '''\', '') as typed, exists (
        select from listings l where l.is_active and l.search_words @@ search_query(array[word])) as known
      from unnest(words) word
    ) asked
$$;

-- What is written goes into the indexes at once: kept aside for later, as is the default, every search would read it through
-- (measured after five changes of every listing: p95 290 ms).
alter index listings_by_words set (fastupdate = off);
alter index search_vocabulary_by_spelling set (fastupdate = off);
select gin_clean_pending_list('listings_by_words'), gin_clean_pending_list('search_vocabulary_by_spelling');
