import { useLoaderData } from 'react-router';
import type { Application, listApplications } from '../../../../contract/applications.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { applicationsDesk as words } from '../../messages/en/applications-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { applicationColumns } from './application-columns.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { type ApplicationAction, ApplicationSheet, applicationDeeds, draftOf } from './application-sheet.tsx';

interface ApplicationsData {
  list: Answer<typeof listApplications>;
  /** The application that is open in the list. */
  open: Application | null;
}

type Query = NonNullable<Request<typeof listApplications>['query']>;

const filters = ['search', 'state', 'stakeholder_type'];

export const loadApplications = deskLoader(async (api, { request }): Promise<ApplicationsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, found] = await Promise.all([
    api('GET /api/admin/applications', { query: asked(query, [...filters, 'sort', 'after']) as Query }),
    id ? api('GET /api/admin/applications', { query: { id } as Query }) : null,
  ]);
  return { list, open: found?.rows[0] ?? null };
});

/** Who would become a partner or an advertiser: each with what speaks for a second look, invited or declined. */
export function ApplicationsScreen() {
  const { list, open } = useLoaderData<ApplicationsData>();
  const address = useTableAddress();
  const change = useChange<ApplicationAction>();
  useReopened((draft) => {
    const does = open && applicationDeeds.find((one) => draft === draftOf({ does: one, application: open }));
    return does && open ? { does, application: open } : null;
  }, change.begin);
  const isFiltered = filters.some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.applications}
        administration={adminTabs('advertisers')}
        sentence={[words.sentence(list.waiting), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <ApplicationDetail application={open} onAct={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        <DataTable
          name="applications"
          caption={words.caption}
          columns={applicationColumns}
          list={list}
          titleOf={({ organization_name }) => organization_name}
          usualSort="-applied"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="state" options={words.states} />
          <TableFilter label={words.kind} param="stakeholder_type" options={words.kinds} />
        </DataTable>
      </DeskFrame>
      {change.action && <ApplicationSheet action={change.action} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
