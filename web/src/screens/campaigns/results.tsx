import { useMemo } from 'react';
import { redirect, useLoaderData } from 'react-router';
import type { getCampaignResults, getCampaignResultsChoices } from '../../../../contract/campaign-results.ts';
import { mostResultRows, resultRanges } from '../../../../contract/campaign-results-form.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { errorCode } from '../../api.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { MeantFigures } from '../../desk/meant-figures.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter } from '../../desk/table-filters.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import lists from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { withQuery } from '../../with-query.ts';
import { type CampaignsDesk, campaignsLoader } from './campaigns-loader.ts';
import { campaignsTabs } from './campaigns-tabs.ts';
import { figureColumns, type Results, type Sum, writtenFigures } from './result-columns.tsx';
import styles from './results.module.css';
import { ResultsByDay } from './results-by-day.tsx';
import { ResultsFile } from './results-file.tsx';
import { WithoutCampaign } from './without-campaign.tsx';

type Query = NonNullable<Request<typeof getCampaignResults>['query']>;
type Choices = Answer<typeof getCampaignResultsChoices>;
interface ResultsData {
  /** Null where there is more to add up than one answer can. */
  results: Results | null;
  choices: Choices;
}
/** What narrows the results to some of them. */
const narrowing = ['organisation', 'campaign', 'listing'] as const;
const filters = ['range', ...narrowing] as const;

export const loadResults = campaignsLoader(async (api, { request }): Promise<ResultsData> => {
  const { pathname, searchParams } = new URL(request.url);
  const query = asked(searchParams, [...filters]) as Query;
  const { range: _, ...narrowed } = query;
  const [choices, results] = await Promise.all([
    api('GET /api/campaign-results/choices', { query: narrowed }),
    api('GET /api/campaign-results', { query }).catch((failure) => {
      if (errorCode(failure) === 'results_too_large') return null;
      throw failure;
    }),
  ]);
  const unfit = unfitOf(searchParams, choices);
  for (const name of unfit) searchParams.delete(name);
  if (unfit.length > 0) throw redirect(withQuery(pathname, searchParams));
  return { results, choices };
});

/** Filters that do not fit the others, as a campaign of another advertiser: whoever has them would see nothing, and not why. */
function unfitOf(query: URLSearchParams, { advertisers, campaigns, listings }: Choices): string[] {
  const choices = { organisation: advertisers, campaign: campaigns, listing: listings };
  return narrowing.filter((name) => {
    const [chosen, all] = [query.get(name), choices[name]];
    // Advertisers are told administrators alone.
    return chosen && (name !== 'organisation' || all.length > 0) && !all.some(({ id }) => String(id) === chosen);
  });
}

/** What came of campaigns in a range of days: in all, by day, and by campaign, listing and place; and what came without one. */
export function ResultsScreen() {
  const { may, results, choices } = useLoaderData<ResultsData & CampaignsDesk>();
  const address = useTableAddress();
  const isAdmin = useSession().role === 'admin';
  const isOfAll = choices.advertisers.length > 0;
  const range = results?.range ?? address.get('range') ?? '30d';
  return (
    <Loaded>
      <DeskFrame
        title={titles.campaignResults}
        {...(isAdmin && { administration: adminTabs('advertisers') })}
        {...campaignsTabs('results', may)}
        sentence={results ? words.sentence(results.total, results.from, results.until) : words.tooLarge}
      >
        <FilterLinks
          label={words.rangesLabel}
          options={resultRanges.map((one) => ({
            to: address.to({ range: one === '30d' ? null : one }),
            label: words.ranges[one],
            current: one === range,
          }))}
        />
        <div className={styles.filters}>
          {isOfAll && (
            <TableFilter
              label={words.filters.organisation}
              param="organisation"
              options={optionsOf(choices.advertisers)}
            />
          )}
          <TableFilter label={words.filters.campaign} param="campaign" options={optionsOf(choices.campaigns)} />
          <TableFilter label={words.filters.listing} param="listing" options={optionsOf(choices.listings)} />
        </div>
        {results ? <ResultsTold of={results} isOfAll={isOfAll} /> : <Notice>{words.tooLargeText}</Notice>}
      </DeskFrame>
    </Loaded>
  );
}

function ResultsTold({ of, isOfAll }: { of: Results; isOfAll: boolean }) {
  const address = useTableAddress();
  const query = asked(address.query, [...filters]) as Query;
  const isNarrowed = narrowing.some((name) => address.get(name));
  return (
    <>
      <section className={page.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <MeantFigures figures={writtenFigures(of.total)} />
      </section>
      <ResultsFile part="campaigns" query={query} lines={of.file_lines} />
      {of.campaigns.length === 0 ? (
        <NoResults all={isNarrowed ? address.to({ organisation: null, campaign: null, listing: null }) : null} />
      ) : (
        <Breakdowns of={of} isOfAll={isOfAll} />
      )}
      {of.without && <WithoutCampaign of={of.without} query={query} isOfAll={isOfAll} />}
    </>
  );
}

/** Nothing came of it yet; where that is under filters, a way to take them off. @param all the address without them */
const NoResults = ({ all }: { all: string | null }) =>
  all ? (
    <EmptyState title={words.noneLikeThat} action={<ButtonLink to={all}>{words.withoutFilters}</ButtonLink>}>
      {words.noneLikeThatText}
    </EmptyState>
  ) : (
    <EmptyState title={words.none}>{words.noneText}</EmptyState>
  );

/** The figures day by day, and by what they are of. */
function Breakdowns({ of, isOfAll }: { of: Results; isOfAll: boolean }) {
  const { campaigns, listings, places, total } = of;
  const shows = `${isOfAll ? 'all' : 'own'} ${total.cost === null ? 'noMoney' : 'money'}` as const;
  const rows = useMemo(
    () => ({
      campaigns: campaigns.map((row) => ({ ...row, id: row.campaign_id, name: row.campaign })),
      listings: listings.map((row) => ({ ...row, id: `${row.listing_id} ${row.advertiser}`, name: row.listing })),
      places: places.map((row) => ({ ...row, id: String(row.location_id), name: placeName(row) })),
    }),
    [campaigns, listings, places],
  );
  return (
    <>
      <ResultsByDay of={of} />
      <Breakdown name="campaigns" columns={campaignColumns[shows]} rows={rows.campaigns} />
      <Breakdown name="listings" columns={listingColumns[shows]} rows={rows.listings} />
      <Breakdown name="places" columns={placeColumns[shows]} rows={rows.places} />
    </>
  );
}

const optionsOf = (all: readonly { id: string | number; name: string }[]) =>
  Object.fromEntries(all.map(({ id, name }) => [id, name]));

/** A list of the guide, credits, or a place by its name. */
function placeName({ location_id, place }: Results['places'][number]): string {
  if (location_id === null) return words.credits;
  return location_id === 0 ? words.explore : (place ?? words.gonePlace);
}

type Row = Sum & { id: string; name: string };
const named = (key: string, label: string): Column<Row> => ({
  ...{ key, label, cell: ({ name }) => name, isTitle: true, isFixed: true, isEndless: true },
});
const campaign = named('campaign', words.columns.campaign);
const ofListing = named('listing', words.columns.listing);
const place = named('place', words.columns.place);
const listing: Column<{ listing: string }> = {
  ...{ key: 'listing', label: words.columns.listing, cell: (row) => row.listing, isEndless: true },
};
const advertiser: Column<{ advertiser: string }> = {
  ...{ key: 'advertiser', label: words.columns.advertiser, cell: (row) => row.advertiser, isEndless: true },
};

/** The columns of a table, made once for each of those who read it: with whose it is for administrators, with money for who may see it. */
const columnsOf = <One extends Row>(own: readonly Column<One>[], all: readonly Column<One>[]) => ({
  'all money': [...all, ...figureColumns.money] as readonly Column<One>[],
  'all noMoney': [...all, ...figureColumns.noMoney] as readonly Column<One>[],
  'own money': [...own, ...figureColumns.money] as readonly Column<One>[],
  'own noMoney': [...own, ...figureColumns.noMoney] as readonly Column<One>[],
});
type OfCampaign = Row & { listing: string; advertiser: string };
type OfListing = Row & { advertiser: string };
const campaignColumns = columnsOf<OfCampaign>([campaign, listing], [campaign, listing, advertiser]);
const listingColumns = columnsOf<OfListing>([ofListing], [ofListing, advertiser]);
const placeColumns = columnsOf<Row>([place], [place]);

interface BreakdownProps<One extends Row> {
  name: keyof typeof words.tables;
  columns: readonly Column<One>[];
  rows: readonly One[];
}

function Breakdown<One extends Row>({ name, columns, rows }: BreakdownProps<One>) {
  const list = useMemo(() => ({ rows, total: rows.length, next: null }), [rows]);
  return (
    <div className={page.section}>
      <h2>{words.tables[name]}</h2>
      <DataTable
        name={`campaign-results-${name}`}
        caption={words.tables[name]}
        columns={columns}
        list={list}
        titleOf={(row) => row.name}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
      />
      {rows.length === mostResultRows && <p className={lists.note}>{words.first(rows.length)}</p>}
    </div>
  );
}
