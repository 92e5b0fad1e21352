import { useLoaderData } from 'react-router';
import type { Campaign, listCampaigns } from '../../../../contract/campaigns.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { campaignColumns } from './campaign-columns.tsx';
import { CampaignDetail } from './campaign-detail.tsx';
import { type CampaignDeed, CampaignSheet, deedsOf, draftOf } from './campaign-sheet.tsx';
import styles from './campaigns.module.css';
import { type CampaignsDesk, campaignsLoader } from './campaigns-loader.ts';
import { campaignsTabs, toCampaignEditor } from './campaigns-tabs.ts';

interface CampaignsData {
  list: Answer<typeof listCampaigns>;
  /** The campaign that is open in the list. */
  open: Campaign | null;
}

type Query = NonNullable<Request<typeof listCampaigns>['query']>;

export const loadCampaigns = campaignsLoader(async (api, { request }): Promise<CampaignsData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open] = await Promise.all([
    api('GET /api/campaigns', { query: asked(query, ['search', 'state', 'sort', 'after']) as Query }),
    opened(query.get('open'), (id) => api('GET /api/campaigns/{id}', { params: { id } })),
  ]);
  return { list, open };
});

/** Campaigns: an advertiser's own, all for administrators; found, opened, started, paused, ended, credited. */
export function CampaignsScreen() {
  const { list, open, may } = useLoaderData<CampaignsData & CampaignsDesk>();
  const address = useTableAddress();
  const change = useChange<CampaignDeed>();
  const isAdmin = useSession().role === 'admin';
  const whose = isAdmin ? 'all' : 'own';
  useReopened((draft) => {
    const does = open && deedsOf(open, isAdmin).find((one) => draft === draftOf({ does: one, campaign: open }));
    return does ? { does, campaign: open } : null;
  }, change.begin);
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  const add = !isAdmin && <ButtonLink to={toCampaignEditor(address.query, null)}>{words.add}</ButtonLink>;
  const isEmpty = list.rows.length === 0 && !isFiltered;
  return (
    <Loaded>
      <DeskFrame
        title={titles.campaigns}
        {...(isAdmin && { administration: adminTabs('advertisers') })}
        {...campaignsTabs('campaigns', may)}
        sentence={[words.sentence(list.counts), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <CampaignDetail
                key={open.id}
                campaign={open}
                editor={toCampaignEditor(address.query, open.id)}
                onAct={change.begin}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        {!isEmpty && add && <div className={styles.alone}>{add}</div>}
        <DataTable
          name="campaigns"
          caption={words.caption}
          columns={campaignColumns(whose, list.rows)}
          list={list}
          titleOf={({ name }) => name}
          usualSort="-updated"
          opens
          empty={
            isFiltered ? (
              <EmptyState title={words.none}>{words.noneText}</EmptyState>
            ) : (
              <EmptyState title={words.nothing} action={add}>
                {words.nothingText[whose]}
              </EmptyState>
            )
          }
        >
          <TableSearch label={words.search[whose]} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && (
        <CampaignSheet
          deed={change.action}
          open={open}
          onClose={change.leave}
          onDone={change.action.does === 'delete' ? change.tellGone : change.tell}
        />
      )}
    </Loaded>
  );
}
