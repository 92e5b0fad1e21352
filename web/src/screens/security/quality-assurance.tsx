import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { Fault, FaultDetail as FaultWithReports, listFaults } from '../../../../contract/faults.ts';
import type { SystemHealth } from '../../../../contract/security-desk.ts';
import type { Api } from '../../api.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { usePolled } from '../../desk/use-polled.ts';
import { useReopened } from '../../desk/use-reopened.ts';
import { faultsDesk as words } from '../../messages/en/faults-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { noneIfAway } from '../../none-if-away.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import note from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { faultColumns, nameOf } from './fault-columns.tsx';
import { FaultDetail } from './fault-detail.tsx';
import { FaultSheet } from './fault-sheet.tsx';
import { HealthChecks } from './health-checks.tsx';
import { securityTabs } from './security-tabs.ts';

export { SectionFailed } from './section-failed.tsx';

interface QualityData {
  list: Answer<typeof listFaults>;
  /** What the platform is measured by; null where that cannot be had while the faults can. */
  checks: SystemHealth['checks'] | null;
  /** The fault that is open in the list. */
  open: FaultWithReports | null;
}

type FaultsQuery = NonNullable<Request<typeof listFaults>['query']>;

/** How often the screen asks what was reported since. */
const everyMs = 30_000;

/** The faults that the query of the address asks for. */
async function askQuality(api: Api, query: URLSearchParams): Promise<QualityData> {
  const [list, open, checks] = await Promise.all([
    api('GET /api/admin/faults', { query: asked(query, ['search', 'sort', 'state', 'after']) as FaultsQuery }),
    opened(query.get('open'), (id) => api('GET /api/admin/faults/{id}', { params: { id } })),
    api('GET /api/security/system-health').then(({ health }) => health.checks, noneIfAway),
  ]);
  return { list, open, checks };
}

export const loadQuality = deskLoader(
  (api, { request }) => askQuality(api, new URL(request.url).searchParams),
  remembered,
);

/** Errors that pages reported, grouped to faults: found, sorted, opened, closed and opened again with a reason. */
export function QualityScreen() {
  const loaded = useLoaderData<QualityData>();
  const address = useTableAddress();
  const polled = usePolled({
    loaded,
    ask: (api) => askQuality(api, address.query),
    everyMs: () => everyMs,
  });
  const { list, open, checks } = polled.answer;
  const change = useChange<Fault>();
  useReopened(
    (draft) => (/^(close|reopen) fault /.test(draft) && draft.endsWith(` ${open?.id}`) ? open : null),
    change.begin,
  );
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.security}
        sentence={[words.sentence(list.open), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        tabs={securityTabs('quality')}
        detail={
          open && (
            <>
              {change.notice}
              <FaultDetail fault={open} onChange={() => change.begin(open)} />
            </>
          )
        }
      >
        <PolledNotice of={polled} />
        {!open && change.notice}
        <section className={page.section} aria-labelledby="checks">
          <h2 id="checks">{words.checks}</h2>
          {checks ? <HealthChecks of={checks} /> : <p className={note.note}>{words.noChecks}</p>}
          <div>
            <ButtonLink look="plain" to="/security">
              {words.checksMore}
            </ButtonLink>
          </div>
        </section>
        <section className={page.section} aria-labelledby="faults">
          <h2 id="faults">{words.title}</h2>
          <DataTable
            name="faults"
            caption={words.caption}
            columns={faultColumns}
            list={list}
            titleOf={nameOf}
            usualSort="-last_seen"
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
        </section>
      </DeskFrame>
      {change.action && <FaultSheet fault={change.action} open={open} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
