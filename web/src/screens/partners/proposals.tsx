import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { AdminPlaceProposal, listAllProposals } from '../../../../contract/place-proposals.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { proposalsDesk as words } from '../../messages/en/proposals-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { partnersTabs } from './partners-tabs.ts';
import { proposalColumns } from './proposal-columns.tsx';
import { ProposalDetail } from './proposal-detail.tsx';
import { draftOf, type ProposalAction, ProposalSheet, proposalDeeds } from './proposal-sheet.tsx';

interface ProposalsData {
  list: Answer<typeof listAllProposals>;
  /** The proposal that is open in the list. */
  open: AdminPlaceProposal | null;
}

type Query = NonNullable<Request<typeof listAllProposals>['query']>;

export const loadProposals = deskLoader(async (api, { request }): Promise<ProposalsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, found] = await Promise.all([
    api('GET /api/admin/place-proposals', { query: asked(query, ['search', 'sort', 'status', 'after']) as Query }),
    id ? api('GET /api/admin/place-proposals', { query: { id } as Query }) : null,
  ]);
  return { list, open: found?.rows[0] ?? null };
});

/** What partners propose for the name, the words and the picture of their places: seen beside what is there, approved or declined. */
export function ProposalsScreen() {
  const { list, open } = useLoaderData<ProposalsData>();
  const address = useTableAddress();
  const change = useChange<ProposalAction>();
  useReopened((draft) => {
    const does = open && proposalDeeds.find((one) => draft === draftOf({ does: one, proposal: open }));
    return does && open ? { does, proposal: open } : null;
  }, change.begin);
  const isFiltered = ['search', 'status'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.placeProposals}
        administration={adminTabs('partners')}
        tabs={partnersTabs('proposals')}
        sentence={[words.sentence(list.pending), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <ProposalDetail proposal={open} onAct={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        <DataTable
          name="place-proposals"
          caption={words.caption}
          columns={proposalColumns}
          list={list}
          titleOf={({ place }) => place.name}
          usualSort="created"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="status" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && <ProposalSheet action={change.action} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
