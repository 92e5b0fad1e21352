import { useEffect } from 'react';
import type { FigureRows } from '../../../../contract/figure-rows.ts';
import { keepDesk } from '../../desk/kept-desk.ts';
import { type MeantFigure, MeantFigures } from '../../desk/meant-figures.tsx';
import { StillShown } from '../../desk/still-shown.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { analyticsDesk } from '../../messages/en/analytics-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { beside } from '../analytics/meant.ts';
import { rowsAt } from '../analytics/use-rows-link.ts';
import styles from './dashboard.module.css';
import { FirstPartners } from './first-partners.tsx';
import { type AdminShown, metricsAs } from './load-admin.ts';
import { MeantTiles } from './meant-tiles.tsx';
import { AllDesks } from './role-overview.tsx';
import { Today } from './today.tsx';

const quickActions = [
  { to: '/partners', label: words.toPartners },
  { to: '/content', label: words.toContent },
  { to: '/dashboard?tab=distributors', label: words.toDistributors },
  { to: '/dashboard?tab=analytics', label: words.toAnalytics },
];

/** What waits, then how the platform does, then the ways to all that an administrator does. */
export function AdminOverview({ shown }: { shown: AdminShown }) {
  const { today = null, metrics = null, week = null, partners = null } = shown;
  return (
    <>
      <Today today={today} />
      <Metrics metrics={metrics} />
      <Week week={week} />
      <FirstPartners partners={partners} />
      <section className={page.section} aria-labelledby="quick">
        <h2 id="quick">{words.quick}</h2>
        <div className={styles.bar}>
          {quickActions.map(({ to, label }) => (
            <ButtonLink key={to} to={to} look="plain">
              {label}
            </ButtonLink>
          ))}
        </div>
      </section>
      <section className={page.section} aria-labelledby="desks">
        <h2 id="desks">{words.desks}</h2>
        <AllDesks />
      </section>
    </>
  );
}

/** A group of figures under its name. */
function Figures({ id, title, tiles }: { id: string; title: string } & Parameters<typeof MeantTiles>[0]) {
  return (
    <section className={page.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <MeantTiles tiles={tiles} />
    </section>
  );
}

function Metrics({ metrics }: { metrics: NonNullable<AdminShown['metrics']> | null }) {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (metrics && !metrics.standIn && userId) keepDesk(metricsAs, userId, metrics.figures);
  }, [metrics, userId]);
  if (!metrics) return <Notice tone="warn">{words.failed}</Notice>;
  const { figures, standIn } = metrics;
  const { number, percent, dollars, meanings } = words;
  return (
    <>
      <StillShown isUnreached={false} standIn={standIn} />
      <div className={styles.groups}>
        <Figures
          id="users"
          title={words.users}
          tiles={[
            [words.travelers, number(figures.total_travelers), meanings.travelers],
            [words.stakeholders, number(figures.active_stakeholders), meanings.stakeholders],
          ]}
        />
        <Figures
          id="revenue"
          title={words.revenue}
          tiles={[
            [words.total, dollars(figures.total_revenue), meanings.total],
            [words.conversion, percent(figures.conversion_rate), meanings.conversion],
          ]}
        />
        <Figures
          id="figures-today"
          title={words.today}
          tiles={[
            [
              ...([words.scans, number(figures.qr_scans_today), meanings.scans] as const),
              analyticsDesk.compared(beside(figures.qr_scans_today, figures.before.qr_scans), number),
            ],
            [
              ...([words.bookings, number(figures.bookings_today), meanings.bookings] as const),
              analyticsDesk.compared(beside(figures.bookings_today, figures.before.bookings), number),
            ],
          ]}
        />
      </div>
      <p className={list.note}>{words.metricsNote}</p>
    </>
  );
}

const figuresOf = (compared: NonNullable<AdminShown['week']>['compared']): readonly MeantFigure[] => {
  const { funnel, meanings, number } = words;
  const rows = (of: FigureRows) => ({ to: rowsAt('7d', of), label: analyticsDesk.seeRows[of] });
  const counted = (of: typeof compared.clicks) => ({
    figure: number(of.value ?? 0),
    compared: analyticsDesk.compared(of, number),
  });
  const { overall_conversion: overall } = compared;
  return [
    { name: funnel.scans, meaning: meanings.scans, rows: rows('scans'), ...counted(compared.qr_scans) },
    { name: funnel.clicks, meaning: meanings.clicks, rows: rows('clicks'), ...counted(compared.clicks) },
    { name: funnel.bookings, meaning: meanings.bookings, rows: rows('bookings'), ...counted(compared.bookings) },
    {
      ...{ name: funnel.completed, meaning: meanings.completed, rows: rows('completed') },
      ...counted(compared.completed_bookings),
    },
    {
      ...{ name: funnel.conversion, meaning: meanings.overall, figure: words.percent(overall.value) },
      compared: analyticsDesk.comparedRate(overall),
    },
  ];
};

/** How far those came who scanned in the last seven days. */
function Week({ week }: { week: NonNullable<AdminShown['week']> | null }) {
  return (
    <section className={page.section} aria-labelledby="week">
      <h2 id="week">{words.intelligence}</h2>
      {!week && <Notice tone="warn">{words.failed}</Notice>}
      {week && week.qr_scans + week.clicks + week.bookings === 0 && (
        <EmptyState title={words.intelligenceNone}>{words.intelligenceNoneText}</EmptyState>
      )}
      {week && week.qr_scans + week.clicks + week.bookings > 0 && (
        <>
          <MeantFigures figures={figuresOf(week.compared)} />
          <p className={list.note}>
            {words.span(week.from, week.until)} {analyticsDesk.comparedNote('7d', 'both')}
          </p>
        </>
      )}
    </section>
  );
}
