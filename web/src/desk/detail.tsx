import type { ReactNode } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import list from '../ui/list.module.css';
import page from '../ui/page.module.css';

interface DetailProps {
  /** Names it, for those who hear it. */
  label: string;
  title: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  children?: ReactNode;
}

/** What is open of a list: who or what it is, what can be done about it, and what belongs to it. */
export function Detail({ label, title, facts, children }: DetailProps) {
  return (
    <section className={page.section} aria-label={label}>
      <h2 tabIndex={-1}>{title}</h2>
      <dl className={page.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      <p className={list.note}>{words.times}</p>
    </section>
  );
}

interface DetailLinesProps {
  title: string;
  lines: readonly { key: string | number; line: ReactNode; note?: ReactNode }[];
}

/** What there is of a kind, each with a note below it where it has one. */
export function DetailLines({ title, lines }: DetailLinesProps) {
  return (
    <>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className={list.note}>{words.nothing}</p>
      ) : (
        <ul role="list" className={list.rows}>
          {lines.map(({ key, line, note }) => (
            <li key={key} className={list.row}>
              <div className={list.words}>
                <p>{line}</p>
                {note && <div className={list.note}>{note}</div>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface HistoryProps {
  entries: readonly { at: string; action: string; by: string | null; reason: string | null }[];
  /** What an entry's action is called. */
  wordsOf: (action: string) => string;
}

/** What the audit log has of it. */
export function History({ entries, wordsOf }: HistoryProps) {
  return (
    <DetailLines
      title={words.history}
      lines={entries.map(({ at, action, by, reason }, index) => ({
        key: `${at} ${index}`,
        line: wordsOf(action),
        note: [words.entryBy(at, by), reason].filter(Boolean).join(': '),
      }))}
    />
  );
}
