import type { ListingWithHistory } from '../../../../contract/content.ts';
import { DetailLines } from '../../desk/detail.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import styles from './content.module.css';

/** Who changed what of a listing, newest first. */
export function ListingHistory({ history }: Pick<ListingWithHistory, 'history'>) {
  return (
    <DetailLines
      title={words.history}
      lines={history.map((entry, index) => ({
        key: `${entry.at} ${index}`,
        line: words.actionOf(entry),
        note: (
          <>
            <p>{desk.entryBy(entry.at, entry.by)}</p>
            {entry.action === 'listing_changed' && (
              <ul className={styles.changes}>
                {entry.changes.map((change) => (
                  <li key={change.field}>{words.changeOf(change)}</li>
                ))}
              </ul>
            )}
          </>
        ),
      }))}
    />
  );
}
