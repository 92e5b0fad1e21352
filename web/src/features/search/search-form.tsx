import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { messages } from '../../messages/index.ts';
import { Select } from '../../ui/field.tsx';
import { SearchIcon } from '../../ui/more-icons.tsx';
import { useTypingPause } from '../../use-typing-pause.ts';
import styles from './search-form.module.css';

const words = messages.search;
const typingPauseMs = 250;

interface SearchFormProps {
  search?: string;
  category?: string;
  view?: string;
  /** Only the line of text, with no list to keep up to date. */
  simple?: boolean;
}

/** Search and category as a plain form; with scripts, the list follows the typing. */
export function SearchForm({ search = '', category = '', view = 'list', simple }: SearchFormProps) {
  const navigate = useNavigate();
  const isBack = useNavigationType() === 'POP';
  const form = useRef<HTMLFormElement>(null);
  const isTaken = useRef(false);

  const follow = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current!)) {
      if (typeof value === 'string' && value.trim()) query.set(name, value.trim());
    }
    // Letters added to a search go on with it; to begin one, to end it, or another category is a step to come back from.
    const goesOn = Boolean(search && query.get('search')) && category === (query.get('category') ?? '');
    navigate(
      { pathname: '/explore', search: query.toString() },
      { replace: !simple && goesOn, preventScrollReset: !simple },
    );
  };
  const typing = useTypingPause(() => !simple && follow(), typingPauseMs);
  const followSoon = () => typing.followSoon();

  // Whoever types while a list is fetched keeps their letters, and the list follows them; going back changes the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address matters here
  useEffect(() => {
    const fields = form.current!.elements as unknown as { search: HTMLInputElement; category?: HTMLSelectElement };
    const isFirst = !isTaken.current;
    isTaken.current = true;
    if (isFirst) {
      // Filled in before the scripts were here.
      if (fields.search.value.trim() !== search || (fields.category?.value ?? category) !== category) followSoon();
      return;
    }
    if (isBack || document.activeElement !== fields.search) fields.search.value = search;
    else if (fields.search.value.trim() !== search) followSoon();
    if (fields.category) fields.category.value = category;
  }, [search, category]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    typing.stop();
    follow();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: phones of recent years do not know the search element
    <form ref={form} action="/explore" role="search" className={styles.form} onSubmit={submit} onInput={followSoon}>
      <div className={styles.line}>
        <input
          type="search"
          aria-label={words.searchLabel}
          name="search"
          className={styles.text}
          defaultValue={search}
          placeholder={words.searchHint}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          {...typing.field}
        />
        <button type="submit" className={styles.submit} aria-label={words.search}>
          <SearchIcon />
        </button>
      </div>
      {!simple && (
        <Select label={words.category} hideLabel name="category" defaultValue={category}>
          <option value="">{words.allCategories}</option>
          {Object.entries(words.categories).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      {view === 'map' && <input type="hidden" name="view" value="map" />}
    </form>
  );
}
