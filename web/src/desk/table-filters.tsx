import { useEffect, useRef, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import { Field, Select } from '../ui/field.tsx';
import { useTypingPause } from '../use-typing-pause.ts';
import styles from './data-table.module.css';
import { useTableAddress } from './table-address.ts';

/** A list follows what is typed after this pause. */
const typingPauseMs = 300;

/** The search of a list. Its words stand in the address. */
export function TableSearch({ label, name = 'search' }: { label: string; name?: string }) {
  const address = useTableAddress();
  const asked = address.asked(name) ?? '';
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  // Another search came by the address: a step back, or a link. Our own does not take back what was typed since.
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  // A row that is opened within the pause stays open.
  const open = address.asked('open');
  const opened = useRef({ now: open, asTyped: open });
  opened.current.now = open;
  const ask = (value: string) => {
    const search = value.trim();
    if (search === sent.current) return;
    sent.current = search;
    const { now, asTyped } = opened.current;
    const stays = now !== null && now !== asTyped && { open: now };
    address.change({ [name]: search || null, ...stays }, { replace: true });
  };
  const typing = useTypingPause(ask, typingPauseMs);
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          typing.stop();
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
            opened.current.asTyped = opened.current.now;
            typing.followSoon(value);
          }}
          {...typing.field}
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
