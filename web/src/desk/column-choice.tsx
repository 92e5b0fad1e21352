import { type KeyboardEvent, memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import styles from './data-table.module.css';

const keyOf = (name: string) => `holoholo-columns-${name}`;

type Choosable = readonly { key: string; label: string; isFixed?: boolean; isExtra?: boolean }[];

/** The columns that somebody has hidden on this device; where it keeps nothing, those that must be chosen to be shown. */
export function useHiddenColumns(
  name: string,
  columns: Choosable,
): [ReadonlySet<string>, (key: string, isShown: boolean) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => extraOf(columns));
  useEffect(() => setHidden(readHidden(name) ?? extraOf(columns)), [name, columns]);
  const show = useCallback(
    (key: string, isShown: boolean) => {
      const next = new Set(hidden);
      if (isShown) next.delete(key);
      else next.add(key);
      setHidden(next);
      try {
        localStorage.setItem(keyOf(name), JSON.stringify([...next]));
      } catch {
        // Private windows keep nothing: it holds as long as the page.
      }
    },
    [hidden, name],
  );
  return [hidden, show];
}

const extraOf = (columns: Choosable) => new Set(columns.filter(({ isExtra }) => isExtra).map(({ key }) => key));

function readHidden(name: string): ReadonlySet<string> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    return Array.isArray(kept) ? new Set(kept.filter((one) => typeof one === 'string')) : undefined;
  } catch {
    return undefined;
  }
}

interface ColumnChoiceProps {
  columns: Choosable;
  hidden: ReadonlySet<string>;
  onShow: (key: string, isShown: boolean) => void;
}

function Choice({ columns, hidden, onShow }: ColumnChoiceProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useTapOffList(box);
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (key !== 'Escape' || !currentTarget.open) return;
    currentTarget.open = false;
    currentTarget.querySelector('summary')!.focus();
  };
  return (
    <details ref={box} className={styles.columns} onKeyDown={closeOnEscape}>
      <summary className={styles.summary}>{words.columns}</summary>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{words.columns}</legend>
        {columns
          .filter(({ isFixed }) => !isFixed)
          .map(({ key, label }) => (
            <label key={key} className={styles.tick}>
              <input
                type="checkbox"
                checked={!hidden.has(key)}
                onChange={(event) => onShow(key, event.target.checked)}
              />
              <span>{label}</span>
            </label>
          ))}
      </fieldset>
    </details>
  );
}

/** Where it lies over the list, a tap beside it closes it. */
function useTapOffList(box: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = ({ target }: Event) => {
      const shown = box.current!;
      if (!shown.open || shown.contains(target as Node)) return;
      if (getComputedStyle(shown.lastElementChild!).position === 'absolute') shown.open = false;
    };
    document.addEventListener('click', close);
    return () => document.removeEventListener('click', close);
  }, [box]);
}

/** Which columns are shown. */
export const ColumnChoice = memo(Choice);
