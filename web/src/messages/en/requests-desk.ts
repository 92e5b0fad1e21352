import type { Answer } from '../../../../contract/endpoint.ts';
import type { QrRequestStatus, requestTypes } from '../../../../contract/portal-states.ts';
import type { AdminQrRequest, listAllQrRequests } from '../../../../contract/qr-requests.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { span, spanBetween } from './span.ts';

const states: Record<QrRequestStatus, string> = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };
const waits: Record<NonNullable<AdminQrRequest['waits']>, string> = {
  in_time: 'In time',
  due: 'Due soon',
  late: 'Late',
};
const kinds: Record<(typeof requestTypes)[number], string> = {
  new_location: 'New location',
  replacement: 'Replacement',
};
const requests = (count: number) => counted(count, 'request', 'requests');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 requests' : requests(count));

/** How many wait, how many of them are late or soon will be, and how long decisions took. */
const sentence = ({ waiting, decided }: Pick<Answer<typeof listAllQrRequests>, 'waiting' | 'decided'>) => {
  const { pending, due, late } = waiting;
  const marked = [late > 0 && `${number(late)} late`, due > 0 && `${number(due)} due soon`].filter(Boolean).join(', ');
  const now = pending === 0 ? 'No request waits' : `Waiting: ${requests(pending)}${marked && `, of them ${marked}`}`;
  const took =
    decided.median_hours !== null &&
    `Median of ${counted(decided.count, 'decision', 'decisions')} in the last 30 days: ${span(decided.median_hours)}.`;
  return [`${now}.`, took].filter(Boolean).join(' ');
};

/** Words of the administrators' desk of requests for QR codes. */
export const requestsDesk = {
  sentence,
  found: (count: number) => `${total(count)} found.`,
  caption: 'Requests for QR codes',
  search: 'Search by partner or place',
  state: 'State',
  states,
  waits,
  kinds,
  columns: {
    place: 'Place',
    state: 'State',
    partner: 'Partner',
    kind: 'Request',
    due: 'Due',
    created: 'Requested',
    decided: 'Decided',
    decision: 'Decision',
  },
  moment,
  none: 'No request is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'Nobody has requested a code yet',
  nothingText: 'What partners request in their QR Manager waits here for a decision.',
  detail: 'About this request',
  address: 'Address',
  description: 'Description',
  label: 'Label',
  replaces: 'Code to be replaced',
  position: 'Position',
  at: ({ latitude, longitude }: { latitude: number; longitude: number }) => `${latitude}, ${longitude}`,
  noPosition: (status: string) =>
    status === 'pending' ? 'Not told: it can be given at the approval.' : 'Not told: the place is on no map.',
  requestedBy: 'Requested by',
  decidedBy: ({ decided_at, decided_by, decision_reason }: AdminQrRequest) =>
    decided_at && [moment(decided_at), decided_by, decision_reason].filter(Boolean).join(', '),
  took: 'Decided after',
  spanBetween,
  code: 'Code',
  deeds: { approve: 'Approve', reject: 'Reject' },
  ofPlace: (place: string) => ` for ${place}`,
  approveText: (place: string, partner: string) =>
    `${partner} gets the code for ${place} at once, and is told by e-mail.`,
  rejectText: (place: string, partner: string) => `${partner} gets no code for ${place}, and is told why by e-mail.`,
  lookedUp: 'Address to look up',
  lookedUpHint: 'It is for the look-up alone: the place keeps the address of the request.',
  positionHint:
    'In degrees, or both at once as maps copy them: 21.3069, -157.8583. Left empty, the place is where the partner’s other place at this address is, else in lists and not on the map.',
  choose: 'Choose its experiences',
  limitReached: 'This partner has as many QR codes as its account allows.',
  said: {
    approved: (place: string, code: string) =>
      `QR code request approved and generated successfully! The code of ${place} is ${code}.`,
    rejected: (place: string) => `QR code request rejected. It was for ${place}.`,
  },
  failed: {
    approve: (why: string) => `Failed to approve request: ${why}`,
    reject: (why: string) => `Failed to reject request: ${why}`,
  },
};
