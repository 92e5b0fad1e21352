import type { ReactNode } from 'react';
import type { Found, FoundKind } from '../../../contract/find.ts';
import { findDesk as words } from '../messages/en/find-desk.ts';
import styles from './desk-tools.module.css';

interface FoundListProps {
  /** Of the list, and with the number of each option behind it. */
  id: string;
  /** By kind. */
  options: readonly Found[];
  /** The number of the one that Enter goes to. */
  active: number;
  onChoose: (option: Found) => void;
}

/** What was found, under the name of its kind. The field above keeps the focus, and its arrow keys choose. */
export function FoundList({ id, options, active, onChoose }: FoundListProps) {
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  return (
    <div role="listbox" id={id} aria-label={words.found} hidden={options.length === 0}>
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} id={id}>
          {options.map(
            (option, index) =>
              option.kind === kind && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                <div
                  key={`${option.path} ${option.name}`}
                  role="option"
                  id={`${id}-${index}`}
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  onClick={() => onChoose(option)}
                >
                  <span className={styles.name}>{option.name}</span>
                  {option.note && <span className={styles.note}>{option.note}</span>}
                </div>
              ),
          )}
        </Group>
      ))}
    </div>
  );
}

function Group({ kind, id, children }: { kind: FoundKind; id: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={`${id}-${kind}`} className={styles.group}>
      <p role="presentation" id={`${id}-${kind}`} className={styles.kind}>
        {words.kinds[kind]}
      </p>
      {children}
    </div>
  );
}
