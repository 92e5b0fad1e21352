import type { QrCodeState, QrRequestStatus } from '../../../../contract/portal-states.ts';
import type { QrRequest } from '../../../../contract/qr-requests.ts';
import type { Column } from '../../desk/data-table.tsx';
import { portalDesk } from '../../messages/en/portal-desk.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ClockIcon, CrossCircleIcon } from '../../ui/more-icons.tsx';
import type { CodeLine } from './load-codes.ts';

const { codes: words, moment, number } = portalDesk;

const codeIcons: Record<QrCodeState, typeof CheckIcon> = {
  active: CheckIcon,
  paused: ClockIcon,
  expired: CrossCircleIcon,
  replaced: CrossCircleIcon,
};

/** What a code is now. */
export function CodeState({ state }: { state: QrCodeState }) {
  const Icon = codeIcons[state];
  return (
    <Badge tone={state === 'active' ? 'ok' : 'plain'}>
      <Icon />
      {words.states[state]}
    </Badge>
  );
}

const { columns } = words;

/** What the list shows of each code. */
export const codeColumns: readonly Column<CodeLine>[] = [
  { key: 'place', label: columns.place, cell: ({ location_name }) => location_name, isTitle: true, isFixed: true },
  { key: 'label', label: columns.label, cell: ({ label }) => label, isBrief: true },
  { key: 'status', label: columns.status, cell: ({ status }) => <CodeState state={status} />, isBrief: true },
  { key: 'scans', label: columns.scans, cell: ({ scan_count }) => number(scan_count), numeric: true },
  {
    key: 'last',
    label: columns.last,
    cell: ({ last_scanned_at }) => (last_scanned_at ? moment(last_scanned_at) : words.never),
    isMoment: true,
  },
  { key: 'created', label: columns.created, cell: ({ created_at }) => moment(created_at), isMoment: true },
  {
    key: 'description',
    label: columns.description,
    cell: ({ location_description }) => location_description,
    isProse: true,
  },
];

const requestIcons: Record<QrRequestStatus, typeof CheckIcon> = {
  pending: ClockIcon,
  approved: CheckIcon,
  rejected: CrossCircleIcon,
};

function RequestState({ state }: { state: QrRequestStatus }) {
  const Icon = requestIcons[state];
  return (
    <Badge tone={state === 'approved' ? 'ok' : 'plain'}>
      <Icon />
      {words.requestStates[state]}
    </Badge>
  );
}

const { requestColumns: of } = words;

/** What the list shows of each request. */
export const requestColumns: readonly Column<QrRequest>[] = [
  { key: 'place', label: of.place, cell: ({ location_name }) => location_name, isTitle: true, isFixed: true },
  { key: 'kind', label: of.kind, cell: ({ request_type }) => words.kinds[request_type], isBrief: true },
  { key: 'status', label: of.status, cell: ({ status }) => <RequestState state={status} />, isBrief: true },
  { key: 'made', label: of.made, cell: ({ created_at }) => moment(created_at), isMoment: true },
  {
    key: 'decided',
    label: of.decided,
    cell: ({ decided_at, due_at }) => (decided_at ? moment(decided_at) : words.promise(moment(due_at))),
  },
  { key: 'reason', label: of.reason, cell: ({ decision_reason }) => decision_reason, isProse: true },
];
