import { useMemo } from 'react';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { MeantFigures } from '../../desk/meant-figures.tsx';
import { RankedChart } from '../../desk/ranked-chart.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Intelligence } from './load-desk.ts';
import { beside, counted, meaningOf, paid, plain, rated } from './meant.ts';
import { useRowsLink } from './use-rows-link.ts';

type Row = Intelligence['stakeholder_insights']['distributor_performance'][number];

/** Where what a figure counts is listed, for each who has such a list. */
const lists: Record<'admin' | 'partner', Partial<Record<keyof typeof words.see, string>>> = {
  admin: {
    reviews: '/bookings?view=reviews',
    campaigns: '/campaigns/results?range=:range',
    partners: '/partners?status=active',
    advertisers: '/dashboard?tab=advertisers',
    ...{ places: '/locations', codes: '/locations', listings: '/content' },
  },
  partner: { places: '/partner-portal/places', codes: '/partner-portal/qr-codes' },
};

/** How far those come who scan, how content they are, who pays off, and how large it all is. */
export function IntelligenceSection({ of }: { of: Intelligence }) {
  const { tourist_satisfaction: satisfaction, advertiser_roi: roi } = of.stakeholder_insights;
  const { network_size: network } = of;
  const isAdmin = useSession().role === 'admin';
  const see = (name: keyof typeof words.see) => {
    const to = (isAdmin ? lists.admin : lists.partner)[name];
    return to ? { to: to.replace(':range', of.time_range), label: words.see[name] } : undefined;
  };
  const sized = (name: 'partners' | 'advertisers' | 'places' | 'codes' | 'listings') =>
    network[name] === null ? [] : [plain(name, words.number(network[name]), see(name))];
  return (
    <>
      <Funnel of={of.conversion_funnel} range={of.time_range} />
      <section className={page.section} aria-labelledby="insights">
        <h2 id="insights">{words.insights}</h2>
        <MeantFigures
          figures={[
            {
              ...plain(
                'satisfaction',
                `${words.decimal(satisfaction.average)} (${words.reviews(satisfaction.reviews)})`,
                see('reviews'),
              ),
              compared: words.comparedMean(beside(satisfaction.average, satisfaction.average_before)),
            },
            ...(roi !== null
              ? [
                  rated('roi', beside(roi.roi, roi.before?.roi ?? null), see('campaigns')),
                  paid('campaignRevenue', beside(roi.revenue, roi.before?.revenue ?? null), see('campaigns')),
                  paid('campaignCost', beside(roi.cost, roi.before?.cost ?? null), see('campaigns')),
                ]
              : []),
          ]}
        />
        {isAdmin && roi === null && (
          <p className={list.note}>{of.time_range === '24h' ? words.roiByDays : words.roiTooLarge}</p>
        )}
        {satisfaction.reviews > 0 && satisfaction.stars === null && <p className={list.note}>{words.fewReviews}</p>}
        {satisfaction.reviews === 0 && <p className={list.note}>{words.noReviews}</p>}
      </section>
      {satisfaction.reviews > 0 && satisfaction.stars && (
        <RankedChart
          title={words.starsTitle}
          sentence={words.reviews(satisfaction.reviews)}
          rowLabel={words.starsTitle}
          valueLabel={words.count}
          meaning={words.starsMeaning}
          rows={satisfaction.stars.map((value, at) => ({ label: words.stars(at + 1), value })).toReversed()}
        />
      )}
      <Distributors
        rows={of.stakeholder_insights.distributor_performance}
        areUntold={!isAdmin && of.time_range === '24h'}
      />
      <section className={page.section} aria-labelledby="network">
        <h2 id="network">{words.network}</h2>
        <MeantFigures
          figures={[
            ...sized('partners'),
            ...sized('advertisers'),
            ...sized('places'),
            ...sized('codes'),
            ...sized('listings'),
          ]}
        />
      </section>
    </>
  );
}

interface FunnelProps {
  of: Intelligence['conversion_funnel'];
  range: Intelligence['time_range'];
}

function Funnel({ of, range }: FunnelProps) {
  const { compared, conversion_rates: rates } = of;
  const rows = useRowsLink(range);
  const step = (name: 'clicks' | 'bookings' | 'completed', beside: typeof compared.clicks, part: number | null) => ({
    ...counted(name, beside, rows(name)),
    figure: words.stepOf(beside.value ?? 0, part),
  });
  return (
    <section className={page.section} aria-labelledby="funnel">
      <h2 id="funnel">{words.funnel}</h2>
      <MeantFigures
        figures={[
          counted('scans', compared.qr_scans, rows('scans')),
          counted('openings', compared.openings, rows('openings')),
          step('clicks', compared.clicks, rates.clicks),
          step('bookings', compared.bookings, rates.bookings),
          step('completed', compared.completed_bookings, rates.overall_conversion),
          rated('clickRate', compared.click_rate, rows('clicks')),
          rated('overall', compared.overall_conversion, rows('completed')),
        ]}
      />
      <p className={list.note}>{words.comparedNote(range, 'both')}</p>
    </section>
  );
}

const columnsFor = (who: 'admin' | 'partner'): readonly Column<Row>[] => [
  {
    key: 'name',
    label: words.distributor[who],
    cell: ({ name }) => name,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  {
    ...{ key: 'scans', label: words.columns.scans, numeric: true, meaning: meaningOf('scans') },
    cell: ({ scans }) => words.told(scans),
  },
  {
    ...{ key: 'bookings', label: words.columns.bookings, numeric: true, meaning: meaningOf('bookings') },
    cell: ({ bookings }) => words.told(bookings),
  },
  {
    ...{ key: 'conversion', label: words.columns.conversion, numeric: true, meaning: meaningOf('conversion') },
    cell: ({ conversion_rate }) => words.rate(conversion_rate),
  },
  {
    ...{ key: 'revenue', label: words.columns.revenue, numeric: true, meaning: meaningOf('revenue') },
    cell: ({ revenue }) => words.money(revenue),
  },
];
const columns = { admin: columnsFor('admin'), partner: columnsFor('partner') };

/** @param areUntold of hours a partner is not told of its places */
function Distributors({ rows, areUntold }: { rows: readonly Row[]; areUntold: boolean }) {
  const who = useSession().role === 'admin' ? 'admin' : 'partner';
  const shown = useMemo(() => ({ rows, total: rows.length, next: null }), [rows]);
  return (
    <div className={page.section}>
      <h2>{words.distributors[who]}</h2>
      <DataTable
        name={`distributors-${who}`}
        caption={words.distributors[who]}
        columns={columns[who]}
        list={shown}
        titleOf={({ name }) => name}
        empty={
          areUntold ? (
            <EmptyState title={words.placesByDays}>{words.placesByDaysText}</EmptyState>
          ) : (
            <EmptyState title={words.noDistributors[who]}>{words.noDistributorsText[who]}</EmptyState>
          )
        }
      />
    </div>
  );
}
