import { memo, useCallback, useEffect, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import styles from './data-table.module.css';

const keyOf = (name: string) => `holoholo-columns-${name}`;

/** The columns that somebody has hidden on this device; none where it keeps nothing. */
export function useHiddenColumns(name: string): [ReadonlySet<string>, (key: string, isShown: boolean) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setHidden(new Set(readHidden(name))), [name]);
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

function readHidden(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

interface ColumnChoiceProps {
  columns: readonly { key: string; label: string; isFixed?: boolean }[];
  hidden: ReadonlySet<string>;
  onShow: (key: string, isShown: boolean) => void;
}

function Choice({ columns, hidden, onShow }: ColumnChoiceProps) {
  return (
    <details className={styles.columns}>
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

/** Which columns are shown. */
export const ColumnChoice = memo(Choice);
