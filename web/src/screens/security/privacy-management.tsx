import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listPrivacyRequests, PrivacyRequest, PrivacyWork } from '../../../../contract/privacy.ts';
import type { Api } from '../../api.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter } from '../../desk/table-filters.tsx';
import { usePolled } from '../../desk/use-polled.ts';
import { ThirdParties } from '../../features/own-data/third-parties.tsx';
import { privacyDesk as words } from '../../messages/en/privacy-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Tiles } from '../../ui/tiles.tsx';
import { securityTabs } from './security-tabs.ts';

export { SectionFailed } from './section-failed.tsx';

interface PrivacyData {
  requests: Answer<typeof listPrivacyRequests>;
  work: PrivacyWork;
}
type RequestsQuery = NonNullable<Request<typeof listPrivacyRequests>['query']>;

const everyMs = 30_000;

async function askPrivacy(api: Api, query: URLSearchParams): Promise<PrivacyData> {
  const [requests, work] = await Promise.all([
    api('GET /api/security/privacy-requests', {
      query: asked(query, ['sort', 'kind', 'state', 'after']) as RequestsQuery,
    }),
    api('GET /api/security/privacy'),
  ]);
  return { requests, work };
}

export const loadPrivacyManagement = deskLoader(
  (api, { request }) => askPrivacy(api, new URL(request.url).searchParams),
  remembered,
);

const { columns, retentionColumns } = words;
const requestColumns: readonly Column<PrivacyRequest>[] = [
  { key: 'kind', label: columns.kind, cell: ({ kind }) => words.kinds[kind], isTitle: true, isFixed: true },
  { key: 'user', label: columns.user, cell: ({ user, user_id }) => user ?? user_id, isEndless: true },
  {
    ...{ key: 'state', label: columns.state, isBrief: true },
    cell: ({ state }) => <StatusBadge look={state === 'done' ? 'done' : 'odd'}>{words.states[state]}</StatusBadge>,
  },
  {
    ...{ key: 'asked', label: columns.asked, isMoment: true, sort: 'asked' },
    cell: ({ asked_at }) => words.moment(asked_at),
  },
  {
    ...{ key: 'ended', label: columns.ended, isMoment: true },
    cell: ({ ended_at }) => (ended_at ? words.moment(ended_at) : words.notEnded),
  },
];
type RetentionLine = PrivacyWork['retention'][number] & { id: string };
const taskColumns: readonly Column<RetentionLine>[] = [
  { key: 'task', label: retentionColumns.task, cell: ({ task }) => task, isTitle: true, isFixed: true },
  { key: 'days', label: retentionColumns.days, cell: ({ days }) => words.days(days), numeric: true },
  { key: 'last', label: retentionColumns.last, cell: ({ last_run }) => words.lastRun(last_run), isMoment: true },
];

/** What people asked for of their own data, what is forgotten in time, and whose servers a browser meets. */
export function PrivacyManagementScreen() {
  const loaded = useLoaderData<PrivacyData>();
  const address = useTableAddress();
  const polled = usePolled({ loaded, ask: (api) => askPrivacy(api, address.query), everyMs: () => everyMs });
  const { requests, work } = polled.answer;
  const isFiltered = ['kind', 'state'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame title={titles.security} sentence={words.sentence(work)} tabs={securityTabs('privacy')}>
        <PolledNotice of={polled} />
        <Tiles
          tiles={[
            [words.underWay, words.number(work.under_way)],
            [words.exports, words.number(work.exports)],
            [words.erasures, words.number(work.erasures)],
          ]}
        />
        <section className={page.section} aria-labelledby="requests">
          <h2 id="requests">{words.requests}</h2>
          <DataTable
            name="privacy-requests"
            caption={words.caption}
            columns={requestColumns}
            list={requests}
            titleOf={({ kind }) => words.kinds[kind]}
            usualSort="-asked"
            empty={
              <EmptyState title={isFiltered ? words.none : words.nothing}>
                {isFiltered ? words.noneText : words.nothingText}
              </EmptyState>
            }
          >
            <TableFilter label={words.kind} param="kind" options={words.kinds} />
            <TableFilter label={words.state} param="state" options={words.states} />
          </DataTable>
        </section>
        <section className={page.section} aria-labelledby="retention">
          <h2 id="retention">{words.retention}</h2>
          <p className={list.note}>{words.retentionText}</p>
          {work.failing && <Notice tone="warn">{words.failing(work.failing)}</Notice>}
          <DataTable
            name="retention"
            caption={words.retentionCaption}
            columns={taskColumns}
            list={{
              rows: work.retention.map((one) => ({ ...one, id: one.task })),
              ...{ total: work.retention.length, next: null },
            }}
            titleOf={({ task }) => task}
            empty={null}
          />
        </section>
        <section className={page.section} aria-labelledby="third-parties">
          <h2 id="third-parties">{words.others}</h2>
          <p className={list.note}>{words.othersText}</p>
          <ThirdParties parties={work.third_parties} words={words.parties} />
          <div>
            <ButtonLink look="plain" to="/privacy">
              {words.page}
            </ButtonLink>
          </div>
        </section>
      </DeskFrame>
    </Loaded>
  );
}
