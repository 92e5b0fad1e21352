import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { ListingProposal, listListingProposals } from '../../../../contract/listing-proposals.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { listingProposalsDesk as words } from '../../messages/en/listing-proposals-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { contentTabs } from './content-tabs.ts';
import { listingProposalColumns } from './listing-proposal-columns.tsx';
import { ListingProposalDetail } from './listing-proposal-detail.tsx';
import { draftOf, type ListingDecision, ListingProposalSheet, listingDecisions } from './listing-proposal-sheet.tsx';

interface ListingProposalsData {
  list: Answer<typeof listListingProposals>;
  /** What is open in the list. */
  open: ListingProposal | null;
}

type Query = NonNullable<Request<typeof listListingProposals>['query']>;

export const loadListingProposals = deskLoader(async (api, { request }): Promise<ListingProposalsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, found] = await Promise.all([
    api('GET /api/admin/listing-proposals', { query: asked(query, ['search', 'sort', 'state', 'after']) as Query }),
    id ? api('GET /api/admin/listing-proposals', { query: { id } as Query }) : null,
  ]);
  return { list, open: found?.rows[0] ?? null };
});

/** What advertisers submit: new listings, and other links and prices of those that guests find. */
export function ListingProposalsScreen() {
  const { list, open } = useLoaderData<ListingProposalsData>();
  const address = useTableAddress();
  const change = useChange<ListingDecision>();
  useReopened((draft) => {
    const does = open && listingDecisions.find((one) => draft === draftOf({ does: one, proposal: open }));
    return does && open ? { does, proposal: open } : null;
  }, change.begin);
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.listingProposals}
        administration={adminTabs('content')}
        tabs={contentTabs('proposals', new URLSearchParams())}
        sentence={[words.sentence(list.waiting), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <ListingProposalDetail proposal={open} onAct={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        <DataTable
          name="listing-proposals"
          caption={words.caption}
          columns={listingProposalColumns}
          list={list}
          titleOf={({ name }) => name}
          usualSort="submitted"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && (
        <ListingProposalSheet action={change.action} open={open} onClose={change.leave} onDone={change.tell} />
      )}
    </Loaded>
  );
}
