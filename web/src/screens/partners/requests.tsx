import { useMemo } from 'react';
import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { AdminQrRequest, listAllQrRequests } from '../../../../contract/qr-requests.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import type { PositionMeans } from '../../desk/position-fields.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { requestsDesk as words } from '../../messages/en/requests-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { partnersTabs } from './partners-tabs.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestDetail } from './request-detail.tsx';
import { draftOf, type RequestAction, RequestSheet, requestDeeds } from './request-sheet.tsx';

interface RequestsData {
  list: Answer<typeof listAllQrRequests>;
  /** The request that is open in the list. */
  open: AdminQrRequest | null;
  means: PositionMeans;
}

type Query = NonNullable<Request<typeof listAllQrRequests>['query']>;

export const loadRequests = deskLoader(async (api, { request }): Promise<RequestsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, means, found] = await Promise.all([
    api('GET /api/admin/qr-requests', { query: asked(query, ['search', 'sort', 'status', 'after']) as Query }),
    api('GET /api/admin/location-editor'),
    id ? api('GET /api/admin/qr-requests', { query: { id } as Query }) : null,
  ]);
  return { list, means, open: found?.rows[0] ?? null };
});

/** What partners request of codes, by when a decision is due: approved, which makes the code, or rejected with a reason. */
export function RequestsScreen() {
  const { list, open, means } = useLoaderData<RequestsData>();
  const address = useTableAddress();
  const change = useChange<RequestAction>();
  useReopened((draft) => {
    const all = [...(open ? [open] : []), ...list.rows].flatMap((request) =>
      requestDeeds.map((does) => ({ does, request })),
    );
    return all.find((action) => draft === draftOf(action)) ?? null;
  }, change.begin);
  const columns = useMemo(() => requestColumns(change.begin), [change.begin]);
  const isFiltered = ['search', 'status'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.qrRequests}
        administration={adminTabs('partners')}
        tabs={partnersTabs('requests', list.waiting.pending)}
        sentence={[words.sentence(list), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <RequestDetail request={open} onAct={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        <DataTable
          name="partner-requests"
          caption={words.caption}
          columns={columns}
          list={list}
          titleOf={({ location_name }) => location_name}
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
      {change.action && (
        <RequestSheet action={change.action} means={means} onClose={change.leave} onDone={change.tell} />
      )}
    </Loaded>
  );
}
