import { desk as words } from '../messages/en/desk.ts';
import styles from './change-history.module.css';
import { DetailLines } from './detail.tsx';

interface ChangeHistoryProps<Entry> {
  title: string;
  /** Newest first; of each what was changed by it, a line each. */
  entries: readonly Entry[];
  wordsOf: (entry: Entry) => string;
  changesOf: (entry: Entry) => readonly { field: string; words: string }[];
}

/** Who changed what of one thing. */
export function ChangeHistory<Entry extends { at: string; by: string | null }>(props: ChangeHistoryProps<Entry>) {
  const { title, entries, wordsOf, changesOf } = props;
  return (
    <DetailLines
      title={title}
      lines={entries.map((entry, index) => {
        const changes = changesOf(entry);
        return {
          key: `${entry.at} ${index}`,
          line: wordsOf(entry),
          note: (
            <>
              <p>{words.entryBy(entry.at, entry.by)}</p>
              {changes.length > 0 && (
                <ul className={styles.changes}>
                  {changes.map((change) => (
                    <li key={change.field}>{change.words}</li>
                  ))}
                </ul>
              )}
            </>
          ),
        };
      })}
    />
  );
}
