import { DataTable, type ListPage } from '../../desk/data-table.tsx';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { eventColumns } from './event-columns.tsx';
import type { EventLine } from './load-monitoring.ts';
import styles from './security.module.css';

/** What happened, the newest first: narrowed, read page by page, and opened. */
export function RecentEvents({ list: events, opens }: { list: ListPage<EventLine>; opens: boolean }) {
  return (
    <>
      <p className={list.note}>{words.eventsFound(events.total)}</p>
      <div className={styles.ownHeight}>
        <DataTable
          name="security-events"
          caption={words.eventsCaption}
          columns={eventColumns}
          list={events}
          titleOf={({ description }) => description}
          usualSort="-occurred"
          opens={opens}
          empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.kind} param="kind" options={words.kinds} />
          <TableFilter label={words.severity} param="severity" options={words.severities} />
          <TableFilter label={words.resolvedOrNot} param="state" options={words.eventStates} />
        </DataTable>
      </div>
    </>
  );
}
