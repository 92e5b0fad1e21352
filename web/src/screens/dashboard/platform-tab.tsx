import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { analyticsDesk } from '../../messages/en/analytics-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { beside } from '../analytics/meant.ts';
import styles from './dashboard.module.css';
import { type AskedReport, ExportReport } from './export-report.tsx';
import type { AdminShown } from './load-admin.ts';
import { MeantTiles } from './meant-tiles.tsx';

const report: AskedReport = { type: 'platform', format: 'csv', filters: { time_range: '30d' }, instant: true };

/** The platform from the beginning and now, and the ways to more of it. */
export function PlatformTab({ summary = null }: { summary: AdminShown['summary'] | undefined }) {
  return (
    <>
      <section className={page.section} aria-labelledby="platform">
        <h2 id="platform">{words.tabs.analytics}</h2>
        {!summary && <Notice tone="warn">{words.failed}</Notice>}
        {summary && <Cards of={summary} />}
      </section>
      {summary && <Now of={summary} />}
      <div className={styles.bar}>
        <ButtonLink to="/analytics">{words.detailed}</ButtonLink>
        <ExportReport asked={report}>{words.exportPlatform}</ExportReport>
      </div>
    </>
  );
}

type Summary = NonNullable<AdminShown['summary']>;

function Cards({ of }: { of: Summary }) {
  const { cards } = words;
  return (
    <>
      <MeantTiles
        tiles={[
          [cards.scans, words.number(of.total_scans), words.meanings.scans],
          [cards.revenue, words.dollars(of.total_revenue), words.meanings.total],
          [cards.bookings, words.number(of.total_bookings), words.meanings.bookings],
          [cards.conversion, words.percent(of.conversion_rate), words.meanings.conversion],
        ]}
      />
      <p className={list.note}>{words.cardsNote}</p>
    </>
  );
}

function Now({ of }: { of: Summary }) {
  return (
    <>
      <section className={page.section} aria-labelledby="live">
        <h2 id="live">{words.live}</h2>
        <MeantTiles
          tiles={[
            [words.active, words.number(of.active_stakeholders), words.meanings.stakeholders],
            [
              ...([words.bookingsToday, words.number(of.bookings_today), words.meanings.bookings] as const),
              analyticsDesk.compared(beside(of.bookings_today, of.before.bookings), words.number),
            ],
          ]}
        />
        <p className={list.note}>{words.yesterdayNote}</p>
      </section>
      <section className={page.section} aria-labelledby="summary">
        <h2 id="summary">{words.summary}</h2>
        <MeantTiles
          tiles={[
            [words.locations, words.number(of.locations_active), words.meanings.locations],
            [words.rating, words.outOfFive(of.average_rating), words.meanings.rating],
            [words.uptime, words.percent(of.uptime), words.meanings.uptime],
          ]}
        />
      </section>
    </>
  );
}
