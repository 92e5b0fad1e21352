import { useEffect, useRef, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import { Field, Select } from '../ui/field.tsx';
import styles from './data-table.module.css';
import { useTableAddress } from './table-address.ts';

/** A list follows what is typed after this pause, in milliseconds. */
const typingPause = 300;

/** The search of a list. Its words stand in the address. */
export function TableSearch({ label, name = 'search' }: { label: string; name?: string }) {
  const address = useTableAddress();
  const asked = address.asked(name) ?? '';
  const [typed, setTyped] = useState(asked);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(asked);
  /** Whether letters are being put together into characters, as in Japanese: half a word is no search. */
  const isComposing = useRef(false);
  // Another search came by the address: a step back, or a link. Our own does not take back what was typed since.
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const ask = (value: string) => {
    clearTimeout(pause.current);
    const search = value.trim();
    if (search === sent.current) return;
    sent.current = search;
    address.change({ [name]: search || null }, { replace: true });
  };
  const askSoon = (value: string) => {
    clearTimeout(pause.current);
    if (!isComposing.current) pause.current = setTimeout(() => ask(value), typingPause);
  };
  const compose = (on: boolean, value: string) => {
    isComposing.current = on;
    askSoon(value);
  };
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed);
        }}
      >
        <Field
          label={label}
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            const { value } = event.target;
            setTyped(value);
            askSoon(value);
          }}
          onCompositionStart={(event) => compose(true, event.currentTarget.value)}
          onCompositionEnd={(event) => compose(false, event.currentTarget.value)}
        />
      </form>
    </search>
  );
}

interface TableFilterProps {
  label: string;
  /** Its name in the address. */
  param: string;
  /** Words by value; all unless one is chosen. */
  options: Readonly<Record<string, string>>;
}

/** Narrows a list to one of several values. */
export function TableFilter({ label, param, options }: TableFilterProps) {
  const address = useTableAddress();
  return (
    <Select
      label={label}
      value={address.asked(param) ?? ''}
      onChange={(event) => address.change({ [param]: event.target.value || null })}
    >
      <option value="">{words.any}</option>
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
}
