import { FigureMeanings } from '../../desk/figure-meanings.tsx';
import { mostOf, ShareBar } from '../../desk/share-bar.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import styles from './analytics.module.css';
import type { Behavior } from './load-desk.ts';
import { meaningOf } from './meant.ts';

/** At which hours and on which days guests scan, open and follow: a bar in each row says it. */
export function WhenChart({ of: { hours, weekdays } }: { of: Behavior }) {
  return (
    <div className={styles.when}>
      <When
        title={words.hours}
        {...(weekdays && { note: words.hoursNote })}
        rows={hours.map((row, hour) => ({ ...row, name: words.hourOf(hour) }))}
        write={words.number}
      />
      {weekdays && (
        <When
          title={words.weekdays}
          note={words.weekdaysNote}
          rows={weekdays.map((row, day) => ({ ...meanOf(row), name: words.weekdayNames[day]! }))}
          write={words.decimal}
        />
      )}
    </div>
  );
}

/** Of one such day: a time may have one of the week more often than another. */
const meanOf = ({ days, scans, openings, clicks }: NonNullable<Behavior['weekdays']>[number]) => ({
  ...{ scans: scans / days, openings: openings / days, clicks: clicks / days },
});

interface WhenProps {
  title: string;
  note?: string;
  rows: readonly (Behavior['hours'][number] & { name: string })[];
  write: (figure: number) => string;
}

function When({ title, note, rows, write }: WhenProps) {
  const most = mostOf(rows.map(({ openings }) => openings));
  return (
    <div className={page.section}>
      <h2>{title}</h2>
      {note && <p className={list.note}>{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.whens}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <td />
              {(['scans', 'openings', 'clicks'] as const).map((one) => (
                <th key={one} scope="col">
                  {words.columns[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, scans, openings, clicks }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{write(scans)}</td>
                <td>
                  {write(openings)}
                  <ShareBar value={openings} most={most} />
                </td>
                <td>{write(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <FigureMeanings
        of={(['scans', 'openings', 'clicks'] as const).map((one) => ({
          label: words.columns[one],
          meaning: meaningOf(one),
        }))}
      />
    </div>
  );
}
