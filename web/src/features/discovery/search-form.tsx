import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '../../messages/index.ts';
import { Select } from '../../ui/field.tsx';
import { SearchIcon } from '../../ui/more-icons.tsx';
import styles from './search-form.module.css';

const words = messages.search;
const typingPauseMs = 250;

interface SearchFormProps {
  search?: string;
  category?: string;
  /** Only the line of text, with no list to keep up to date. */
  simple?: boolean;
}

/** Search and category as a plain form; with scripts, the list follows the typing. */
export function SearchForm({ search = '', category = '', simple }: SearchFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const follow = (replace: boolean) => {
    clearTimeout(timer.current);
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current!)) {
      if (typeof value === 'string' && value.trim()) query.set(name, value.trim());
    }
    navigate({ pathname: '/explore', search: query.toString() }, { replace, preventScrollReset: replace });
  };
  const followSoon = () => {
    if (simple) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => follow(true), typingPauseMs);
  };

  // Going back changes the address under the form; whoever is typing keeps their letters, and the list follows them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address matters here
  useEffect(() => {
    const fields = form.current!.elements as unknown as { search: HTMLInputElement; category?: HTMLSelectElement };
    if (document.activeElement !== fields.search) fields.search.value = search;
    else if (fields.search.value.trim() !== search) followSoon();
    if (fields.category) fields.category.value = category;
  }, [search, category]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    follow(!simple);
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
    </form>
  );
}
