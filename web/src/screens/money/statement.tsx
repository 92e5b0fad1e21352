import { Link, useLoaderData } from 'react-router';
import type { Statement } from '../../../../contract/commission.ts';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DownloadLink } from '../../desk/download-link.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import work from '../../desk/long-work.module.css';
import { currentSession } from '../../features/session/current-session.ts';
import { titles } from '../../messages/en/screens.ts';
import { statementDesk as words } from '../../messages/en/statement-desk.ts';
import { calendarDay, dollars, percent } from '../../messages/format.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { explanationOf } from './explanation-of.ts';
import { PartnerTerms, type PartnerTermsOf, type WaitingTerms } from './partner-terms.tsx';
import styles from './statement.module.css';
import { statementOf } from './statement-of.ts';

interface StatementData {
  statement: Statement | null;
  /** For administrators alone. */
  terms: PartnerTermsOf | null;
  /** Of its terms, what waits to be confirmed. */
  waiting: WaitingTerms;
}

const noTerms: WaitingTerms = { rows: [], total: 0 };

/** What the address asks for; a partner's own, and of this month, where it does not say. */
export const loadStatement = deskLoader(async (api, args): Promise<StatementData> => {
  const { searchParams: query } = new URL(args.request.url);
  const month = query.get('month') ?? thisMonth();
  const { user } = await currentSession(args);
  const role = user?.profile?.role;
  const id = query.get('organisation') ?? (role === 'partner' ? (await api('GET /api/organisation')).id : null);
  if (!id) return { statement: null, terms: null, waiting: noTerms };
  const [statement, terms, waiting] = await Promise.all([
    api('GET /api/organisations/{id}/statements/{month}', { params: { id, month } }),
    role === 'admin' ? api('GET /api/admin/organisations/{id}/terms', { params: { id } }) : null,
    role === 'admin' ? api('GET /api/admin/rate-changes', { query: { organisation: id } }) : noTerms,
  ]);
  return { statement, terms, waiting };
});

const thisMonth = () => hawaiiDay(new Date()).slice(0, 7);

/** The month so many after another. */
const monthAfter = (month: string, months: number) => {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
};

type Line = Statement['lines'][number] & { id: string };

const columns: readonly Column<Line>[] = [
  {
    key: 'experience',
    label: words.columns.experience,
    cell: ({ experience }) => experience,
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'booked', label: words.columns.booked, cell: ({ booked_on }) => calendarDay(booked_on) },
  { key: 'travel', label: words.columns.travel, cell: ({ travel_day }) => travel_day && calendarDay(travel_day) },
  { key: 'amount', label: words.columns.amount, cell: ({ amount }) => dollars(amount), numeric: true },
  {
    key: 'share',
    label: words.columns.share,
    cell: ({ partner_share }) => percent(partner_share),
    numeric: true,
  },
  { key: 'earned', label: words.columns.earned, cell: ({ earned }) => dollars(earned), numeric: true },
  {
    key: 'clawed_back',
    label: words.columns.clawed_back,
    cell: ({ clawed_back }) => dollars(clawed_back),
    numeric: true,
  },
  { key: 'paid', label: words.columns.paid, cell: ({ paid }) => dollars(paid), numeric: true },
  {
    key: 'why',
    label: words.why,
    cell: ({ booking_id, experience }) => (
      <Link className={styles.why} to={explanationOf(booking_id)}>
        <span>
          {words.explain}
          <VisuallyHidden>{words.explainOf(experience)}</VisuallyHidden>
        </span>
      </Link>
    ),
  },
];

/** A partner's statement of a month: what was owed, what moved, by which bookings, and the same as a file. */
export function StatementScreen() {
  const { statement, terms, waiting } = useLoaderData<StatementData>();
  if (!statement)
    return (
      <DeskFrame title={titles.statement} sentence={words.none}>
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      </DeskFrame>
    );
  const { organisation, month, is_over, lines, line_count } = statement;
  const params = { id: organisation.id, month };
  const file = (format: 'csv' | 'pdf') => (
    <DownloadLink
      className={work.download}
      href={`/api/organisations/${organisation.id}/statements/${month}/file?format=${format}`}
      ready={(api) => api('GET /api/organisations/{id}/statements/{month}', { params })}
    >
      {words.files[format]}
    </DownloadLink>
  );
  const monthLink = (other: string) => (
    <Link className={work.download} to={statementOf(organisation.id, other)} preventScrollReset>
      {words.monthName(other)}
    </Link>
  );
  return (
    <Loaded>
      <DeskFrame title={titles.statement} sentence={words.sentence(organisation.name, month, statement.closing)}>
        <p className={list.note}>{words.standing(statement)}</p>
        <dl className={page.facts}>
          {words.sums(statement).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <nav className={page.actions} aria-label={words.months}>
          {monthLink(monthAfter(month, -1))}
          {is_over && monthLink(monthAfter(month, 1))}
        </nav>
        <div className={page.actions}>
          {file('csv')}
          {file('pdf')}
        </div>
        <DataTable
          name="statement"
          caption={words.caption}
          columns={columns}
          list={{ rows: lines.map((line) => ({ ...line, id: line.booking_id })), total: line_count, next: null }}
          titleOf={({ experience }) => experience}
          empty={<EmptyState title={words.nothing}>{words.nothingText}</EmptyState>}
        />
        {line_count > lines.length && <p className={list.note}>{words.first(lines.length)}</p>}
        {terms && <PartnerTerms of={terms} waiting={waiting} />}
      </DeskFrame>
    </Loaded>
  );
}
