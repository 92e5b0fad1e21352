import { useEffect, useId, useRef, useState } from 'react';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import type { LabelledBy } from '../ui/labelled.tsx';
import styles from './form.module.css';

interface MultiSelectProps<Value extends string> extends LabelledBy {
  name: string;
  options: readonly { value: Value; label: string }[];
  initial?: readonly Value[] | undefined;
  onValues?: (values: Value[]) => void;
}

/** With more options than this there is a search. */
const mostWithoutSearch = 8;

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}ʻ’']/gu, '')
    .toLowerCase();

/** Any number of many, ticked in a list; with a search where it is long, which takes away nothing that is ticked. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const { name, options, initial = [], onValues, required, error, ...labelled } = props;
  const [chosen, setChosen] = useState<ReadonlySet<Value>>(new Set(initial));
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const take = (next: ReadonlySet<Value>) => {
    setChosen(next);
    onValues?.(options.flatMap(({ value }) => (next.has(value) ? [value] : [])));
  };
  // Ticked before the scripts were here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later each tells by itself
  useEffect(() => {
    const ticked = [...list.current!.querySelectorAll<HTMLInputElement>('input:checked')].map(
      ({ value }) => value as Value,
    );
    if (ticked.length !== chosen.size || !ticked.every((one) => chosen.has(one))) take(new Set(ticked));
  }, []);
  const wanted = plain(search.trim());
  const shown = options.filter(({ label }) => plain(label).includes(wanted));
  // A group is missing where its first tick is: native ticks know no group.
  const isMissing = required && chosen.size === 0;
  useEffect(() => {
    list.current!.querySelector('input')?.setCustomValidity(isMissing ? words.noneChosen : '');
  });
  return (
    <FieldGroup {...labelled} required={required} error={error}>
      <p className={styles.count} role="status">
        {words.chosen(chosen.size, options.length)}
      </p>
      {options.length > mostWithoutSearch && (
        <search>
          <Field
            label={words.searchIn(labelled.label)}
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            // It would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </search>
      )}
      <ul ref={list} role="list" className={styles.options}>
        {options.map(({ value, label }) => (
          <li key={value} hidden={!shown.some((one) => one.value === value)}>
            <label className={styles.option}>
              <input
                id={`${id}-${value}`}
                type="checkbox"
                name={name}
                value={value}
                checked={chosen.has(value)}
                aria-invalid={error && shown[0]?.value === value ? true : undefined}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(value);
                  else next.delete(value);
                  take(next);
                }}
              />
              <span>{label}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.count}>{words.noneLike}</p>}
      {chosen.size > 0 && (
        <div className={styles.quiet}>
          <Button
            look="quiet"
            onClick={() => {
              list.current!.querySelector('input')?.focus();
              take(new Set());
            }}
          >
            {words.clear}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
