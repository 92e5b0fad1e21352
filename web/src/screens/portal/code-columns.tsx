import type { QrCodeState, QrRequestStatus } from '../../../../contract/portal-states.ts';
import type { QrRequest } from '../../../../contract/qr-requests.ts';
import type { Column } from '../../desk/data-table.tsx';
import { portalCodes as words } from '../../messages/en/portal-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AlertBadges } from './code-alerts.tsx';
import type { CodeLine } from './load-codes.ts';
import styles from './portal.module.css';

const codeLooks = { active: 'ok', paused: 'waits', expired: 'over', replaced: 'over' } as const;

/** What a code is now. */
export function CodeState({ state }: { state: QrCodeState }) {
  return <StatusBadge look={codeLooks[state]}>{words.states[state]}</StatusBadge>;
}

const { columns } = words;

/** A file of a code's picture, by its place in the address and its name on the device. */
export const fileOf = ({ qr_image_url, location_name, qr_code_id }: CodeLine, query: string, ending: string) => ({
  href: `${qr_image_url}?${query}`,
  download: `${location_name} ${qr_code_id}.${ending}`,
});
export const isOpenCode = ({ status }: CodeLine) => status === 'active' || status === 'paused';

/** What the list shows of each code. */
export const codeColumns: readonly Column<CodeLine>[] = [
  {
    key: 'image',
    label: columns.image,
    // A sample has no picture of its own.
    cell: ({ qr_image_url: src }) =>
      src && <img className={styles.small} src={src} alt="" width="64" height="64" loading="lazy" />,
  },
  { key: 'place', label: columns.place, cell: ({ location_name }) => location_name, isTitle: true, isFixed: true },
  { key: 'label', label: columns.label, cell: ({ label }) => label, isBrief: true },
  {
    key: 'status',
    label: columns.status,
    cell: (code) => (
      <>
        <CodeState state={code.status} /> <AlertBadges code={code} />
      </>
    ),
    isBrief: true,
  },
  { key: 'scans', label: columns.scans, cell: ({ scan_count }) => words.number(scan_count), numeric: true },
  {
    key: 'download',
    label: columns.download,
    cell: (code) => {
      const { href, download } = fileOf(code, 'format=png', 'png');
      const named = words.download(code.location_name, code.label);
      return (
        code.qr_image_url &&
        isOpenCode(code) && (
          <a className={styles.download} href={href} download={download} aria-label={named}>
            {words.png}
          </a>
        )
      );
    },
  },
  {
    key: 'last',
    label: columns.last,
    cell: ({ last_scanned_at }) => (last_scanned_at ? words.calendarDay(last_scanned_at) : words.never),
  },
  { key: 'created', label: columns.created, cell: ({ created_at }) => words.moment(created_at), isMoment: true },
  {
    key: 'description',
    label: columns.description,
    cell: ({ location_description }) => <span className={styles.clamped}>{location_description}</span>,
    isProse: true,
  },
];

const requestLooks = { pending: 'waits', approved: 'ok', rejected: 'over' } as const;

function RequestState({ state }: { state: QrRequestStatus }) {
  return <StatusBadge look={requestLooks[state]}>{words.requestStates[state]}</StatusBadge>;
}

/** What the list shows of each request. */
export const requestColumns: readonly Column<QrRequest>[] = [
  {
    key: 'place',
    label: words.requestColumns.place,
    cell: ({ location_name }) => location_name,
    isTitle: true,
    isFixed: true,
  },
  {
    key: 'kind',
    label: words.requestColumns.kind,
    cell: ({ request_type }) => words.kinds[request_type],
    isBrief: true,
  },
  {
    key: 'status',
    label: words.requestColumns.status,
    cell: ({ status }) => <RequestState state={status} />,
    isBrief: true,
  },
  { key: 'made', label: words.requestColumns.made, cell: ({ created_at }) => words.moment(created_at), isMoment: true },
  {
    key: 'decided',
    label: words.requestColumns.decided,
    cell: ({ decided_at, due_at }) => (decided_at ? words.moment(decided_at) : words.due(words.moment(due_at))),
    isMoment: true,
  },
  { key: 'reason', label: words.requestColumns.reason, cell: ({ decision_reason }) => decision_reason, isProse: true },
];
