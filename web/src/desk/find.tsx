import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Found } from '../../../contract/find.ts';
import { findDesk as words } from '../messages/en/find-desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Status } from '../ui/status.tsx';
import styles from './desk-tools.module.css';
import { findScreens } from './find-screens.ts';
import { FoundList } from './found-list.tsx';
import { useFound } from './use-found.ts';

/** Finds a partner, place, listing, code, booking or tool by its name, and goes there. */
export const Find = ({ onClose }: { onClose: () => void }) => (
  <Sheet open onClose={onClose} title={words.title} closeLabel={words.close} lang={contentLanguage}>
    {(close) => <Finder onLeave={close} />}
  </Sheet>
);

function Finder({ onLeave }: { onLeave: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { state, found, field, follow, askNow } = useFound();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const options = state === 'nothing' ? [] : [...found, ...(state === 'found' ? findScreens(typed) : [])];
  const active = Math.min(chosen, options.length - 1);
  // The dialog gives it the focus as it opens, before its button.
  const takesFocus = (node: HTMLInputElement | null) => {
    input.current = node;
    node?.setAttribute('autofocus', '');
  };
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const go = ({ path }: Found) => {
    onLeave();
    void navigate(path);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setChosen((active + step + options.length) % options.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // What is not the answer to these words yet is not gone to.
    if (state === 'found' && options[active]) go(options[active]);
    else askNow(typed);
  };
  return (
    <>
      <div className={styles.field}>
        <Field
          ref={takesFocus}
          label={words.search}
          hint={words.hint}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          value={typed}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onKeyDown={press}
          onChange={({ target: { value } }) => {
            setTyped(value);
            setChosen(0);
            follow(value);
          }}
          {...field}
        />
      </div>
      <Status>
        <Said state={state} count={options.length} />
      </Status>
      {(state === 'offline' || state === 'failed') && (
        <Button
          look="plain"
          onClick={() => {
            askNow(typed);
            input.current?.focus();
          }}
        >
          {words.again}
        </Button>
      )}
      <FoundList id={id} options={options} active={active} onChoose={go} />
    </>
  );
}

function Said({ state, count }: Pick<ReturnType<typeof useFound>, 'state'> & { count: number }) {
  if (state === 'nothing') return null;
  if (state === 'found') return <p className={styles.said}>{count > 0 ? words.count(count) : words.none}</p>;
  return <p className={styles.said}>{words.states[state]}</p>;
}
