import { useMemo } from 'react';
import { useLoaderData } from 'react-router';
import type { ApiSecurity } from '../../../../contract/security-desk.ts';
import type { Api } from '../../api.ts';
import { type Column, DataTable, type ListPage } from '../../desk/data-table.tsx';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableSearch } from '../../desk/table-filters.tsx';
import { usePolled } from '../../desk/use-polled.ts';
import { titles } from '../../messages/en/screens.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { accountOf } from './event-columns.tsx';
import { type EventLine, pageOf } from './load-monitoring.ts';
import styles from './security.module.css';
import { securityTabs } from './security-tabs.ts';

export { SectionFailed } from './section-failed.tsx';

interface ApiSecurityData {
  of: ApiSecurity;
  denials: ListPage<EventLine>;
}

const everyMs = 30_000;
/** So many denials stand here; all of them are in Security Monitoring. */
const denialsShown = '10';

async function askApiSecurity(api: Api): Promise<ApiSecurityData> {
  const query = { kind: 'denials' as const, limit: denialsShown };
  const [of, denials] = await Promise.all([api('GET /api/security/api'), api('GET /api/security/events', { query })]);
  return { of, denials: pageOf(denials) };
}

export const loadApiSecurity = deskLoader((api) => askApiSecurity(api), remembered);

type EndpointLine = ApiSecurity['endpoints'][number] & { id: string };
type LimitLine = ApiSecurity['limits'][number] & { id: string };

const roles = ['guest', 'traveler', 'partner', 'advertiser', 'admin'] as const;
const endpointColumns: readonly Column<EndpointLine>[] = [
  {
    ...{ key: 'endpoint', label: words.endpoint, isTitle: true, isFixed: true, isEndless: true },
    cell: ({ id }) => id,
  },
  ...roles.map((role) => ({
    ...{ key: role, label: words.roles[role] },
    cell: (line: EndpointLine) => words.allowed[line[role]],
  })),
  { key: 'limit', label: words.limit, cell: ({ limit }) => limit ?? words.noLimit },
];
const { limitColumns } = words;
const limitsColumns: readonly Column<LimitLine>[] = [
  { key: 'name', label: limitColumns.name, cell: ({ name }) => name, isTitle: true, isFixed: true },
  {
    ...{ key: 'amount', label: limitColumns.amount },
    cell: ({ amount, unit, seconds }) => words.amountOf(amount, unit, seconds),
  },
  { key: 'key', label: limitColumns.key, cell: ({ key }) => key },
  {
    ...{ key: 'use', label: limitColumns.inUse, numeric: true },
    cell: ({ in_use }) => (in_use === null ? words.notCounted : words.number(in_use)),
  },
  {
    ...{ key: 'spent', label: limitColumns.spent, numeric: true },
    cell: ({ most_spent }) => (most_spent === null ? words.notCounted : words.number(most_spent)),
  },
];
const whole = <Row,>(rows: readonly Row[]): ListPage<Row> => ({ rows, total: rows.length, next: null });

/** Who may call what, how much of each limit is spent now, and who was refused. */
export function ApiSecurityScreen() {
  const loaded = useLoaderData<ApiSecurityData>();
  const search = useTableAddress().get('search')?.trim().toLowerCase() ?? '';
  const polled = usePolled({ loaded, ask: askApiSecurity, everyMs: () => everyMs });
  const { of, denials } = polled.answer;
  const endpoints = useMemo(() => {
    const lines = of.endpoints.map((one) => ({ ...one, id: `${one.method} ${one.path}` }));
    return whole(lines.filter(({ id }) => id.toLowerCase().includes(search)));
  }, [of.endpoints, search]);
  return (
    <Loaded>
      <DeskFrame title={titles.security} sentence={words.apiSentence(of.endpoints.length)} tabs={securityTabs('api')}>
        <PolledNotice of={polled} />
        <section className={page.section} aria-labelledby="denials">
          <h2 id="denials">{words.denials}</h2>
          <Denials of={denials.rows} />
        </section>
        <section className={page.section} aria-labelledby="limits">
          <h2 id="limits">{words.limits}</h2>
          <p className={list.note}>{words.limitsText}</p>
          {!of.limits_on && <Notice tone="warn">{words.limitsOff}</Notice>}
          <div className={styles.ownHeight}>
            <DataTable
              name="limits"
              caption={words.limitsCaption}
              columns={limitsColumns}
              list={whole(of.limits.map((one) => ({ ...one, id: one.name })))}
              titleOf={({ name }) => name}
              empty={null}
            />
          </div>
        </section>
        <section className={page.section} aria-labelledby="matrix">
          <h2 id="matrix">{words.matrix}</h2>
          <p className={list.note}>{words.matrixText}</p>
          <div className={styles.ownHeight}>
            <DataTable
              name="access-matrix"
              caption={words.matrixCaption}
              columns={endpointColumns}
              list={endpoints}
              titleOf={({ id }) => id}
              empty={<EmptyState title={words.noEndpoint}>{words.noEndpointText}</EmptyState>}
            >
              <TableSearch label={words.endpointSearch} />
            </DataTable>
          </div>
        </section>
      </DeskFrame>
    </Loaded>
  );
}

function Denials({ of }: { of: readonly EventLine[] }) {
  if (of.length === 0) return <EmptyState title={words.noDenials}>{words.noDenialsText}</EmptyState>;
  return (
    <>
      <ul role="list" className={list.rows}>
        {of.map((event) => (
          <li key={event.id} className={list.row}>
            <div className={list.words}>
              <p>{event.description}</p>
              <p className={list.note}>
                {[accountOf(event), event.ip_address, words.moment(event.timestamp)].filter(Boolean).join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink look="plain" to="/security?kind=denials">
          {words.denialsAll}
        </ButtonLink>
      </div>
    </>
  );
}
