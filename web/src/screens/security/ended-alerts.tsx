import type { EndedAlert } from '../../../../contract/security-desk.ts';
import { type Column, DataTable, type ListPage } from '../../desk/data-table.tsx';
import { endedAfterName } from '../../desk/table-address.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { alertLooks } from './active-alerts.tsx';
import styles from './security.module.css';

const { endedColumns } = words;

function howItEnded({ dismissed_at, dismissed_by }: EndedAlert): string {
  if (dismissed_at === null) return words.endedByItself;
  return dismissed_by === null ? words.dismissedByGone : words.dismissedBy(dismissed_by);
}

const columns: readonly Column<EndedAlert>[] = [
  { ...{ key: 'title', label: endedColumns.title, isTitle: true, isFixed: true }, cell: ({ title }) => title },
  {
    ...{ key: 'type', label: endedColumns.type, isBrief: true },
    cell: ({ type }) => <StatusBadge look={alertLooks[type]}>{words.alertTypes[type]}</StatusBadge>,
  },
  { ...{ key: 'text', label: endedColumns.text, isProse: true }, cell: ({ description }) => description },
  { ...{ key: 'since', label: endedColumns.since, isMoment: true }, cell: ({ timestamp }) => words.moment(timestamp) },
  {
    ...{ key: 'until', label: endedColumns.until, isMoment: true, isBrief: true },
    cell: ({ ended_at }) => words.moment(ended_at),
  },
  { ...{ key: 'how', label: endedColumns.how, isEndless: true }, cell: howItEnded },
];

/** Alerts that go on no more, the last first, page by page. */
export function EndedAlerts({ list: ended }: { list: ListPage<EndedAlert> }) {
  return (
    <>
      <p className={list.note}>
        {words.endedFound(ended.total)} {words.endedMeaning}
      </p>
      <div className={styles.ownHeight}>
        <DataTable
          name="ended-alerts"
          caption={words.endedCaption}
          columns={columns}
          list={ended}
          titleOf={({ title }) => title}
          pages={{ name: endedAfterName, label: words.endedPages }}
          empty={<EmptyState title={words.noneEnded}>{words.noneEndedText}</EmptyState>}
        />
      </div>
    </>
  );
}
