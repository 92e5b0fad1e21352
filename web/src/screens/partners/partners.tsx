import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { AdminPartner, listPartners } from '../../../../contract/partners.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { partnersDesk as words } from '../../messages/en/partners-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { partnerColumns } from './partner-columns.tsx';
import { PartnerDetail } from './partner-detail.tsx';
import { deedOf, draftOf, type PartnerAction, PartnerSheet } from './partner-sheet.tsx';
import { partnersTabs } from './partners-tabs.ts';

interface PartnersData {
  list: Answer<typeof listPartners>;
  /** The partner that is open in the list. */
  open: AdminPartner | null;
}

type Query = NonNullable<Request<typeof listPartners>['query']>;

export const loadPartners = deskLoader(async (api, { request }): Promise<PartnersData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, found] = await Promise.all([
    api('GET /api/admin/partners', { query: asked(query, ['search', 'sort', 'status', 'after']) as Query }),
    id ? api('GET /api/admin/partners', { query: { id } as Query }) : null,
  ]);
  return { list, open: found?.rows[0] ?? null };
});

/** Partners and who is invited to become one: found, opened, suspended and reactivated with a reason. */
export function PartnersScreen() {
  const { list, open } = useLoaderData<PartnersData>();
  const address = useTableAddress();
  const change = useChange<PartnerAction>();
  useReopened((draft) => {
    if (!open) return null;
    const deeds = [deedOf(open), 'limit' as const].flatMap((does) => (does ? [{ does, partner: open }] : []));
    return deeds.find((action) => draft === draftOf(action)) ?? null;
  }, change.begin);
  const isFiltered = ['search', 'status'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerManagement}
        administration={adminTabs('partners')}
        tabs={partnersTabs('partners', list.counts.pending_qr_requests)}
        sentence={[words.sentence(list.counts), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <PartnerDetail partner={open} onAct={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        <DataTable
          name="partners"
          caption={words.caption}
          columns={partnerColumns}
          list={list}
          titleOf={({ organization_name }) => organization_name}
          usualSort="name"
          opens
          empty={
            isFiltered ? (
              <EmptyState title={words.none}>{words.noneText}</EmptyState>
            ) : (
              <EmptyState
                title={words.nothing}
                action={<ButtonLink to="/dashboard?tab=stakeholders">{words.toInvitations}</ButtonLink>}
              >
                {words.nothingText}
              </EmptyState>
            )
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.status} param="status" options={words.statuses} />
        </DataTable>
      </DeskFrame>
      {change.action && <PartnerSheet action={change.action} open={open} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
