-- Searched by no statement since there is search_words.
alter table listings drop column search_text;
