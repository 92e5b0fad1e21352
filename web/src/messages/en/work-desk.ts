import type { RawFormat, RawSource } from '../../../../contract/export-limits.ts';
import { number } from '../format.ts';
import { moment } from './format.ts';

const rawSources: Record<RawSource, string> = {
  events: 'Events of pages',
  scans: 'Scans',
  clicks: 'Clicks to booking pages',
  bookings: 'Bookings',
};
const rawFormats: Record<RawFormat, string> = { csv: 'CSV', parquet: 'Parquet' };
const queues: Record<string, string> = { mail: 'Mail', news: 'News', 'long-work': 'Long work' };
const parameters: Record<string, string> = {
  type: 'Report',
  from: 'From',
  to: 'To',
  source: 'Rows',
  format: 'Format',
  search: 'Search',
  role: 'Role',
  state: 'State of the accounts',
  until: 'Joined until',
  reason: 'Reason',
};

/** Words of the administrators' lists of long work and of what could not be done. */
export const workDesk = {
  sentence: (running: number, undone: number) =>
    `Waiting or running: ${number(running)}. Could not be done: ${number(undone)}.`,
  found: (count: number) => `${count > 10_000 ? 'More than 10,000' : number(count)} found.`,
  lists: 'What is listed',
  tabs: {
    work: 'Long work',
    'dead-letters': (count: number) => `Dead letters: ${number(count)}`,
    news: (count: number) => `Unreadable news: ${number(count)}`,
  },
  captions: {
    work: 'Long work',
    'dead-letters': 'Jobs that failed for good',
    news: 'News that could not be read',
  },
  searches: {
    work: 'Search by who asked',
    'dead-letters': 'Search by recipient or subject',
    news: 'Search by source or reason',
  },
  exportScans: 'Export scans',
  exportTitle: 'Export of scans',
  exportText:
    'All scans of these days, one a line, as a CSV file. It is made in the background; this page shows how far it is.',
  exportRows: 'Export raw rows',
  rowsTitle: 'Export of raw rows',
  rowsText:
    'What came on these days, row by row, for tools of your own. Visits and accounts have other names in it, which hold for this one file. Fetching it may ask for your passkey.',
  rowsOf: 'Rows',
  rawSources,
  rowsFormat: 'Format',
  rawFormats,
  exportDays: 'Days',
  mailWhenDone: 'Mail me when it is there',
  mailWhenDoneHint: 'The mail leads to the file.',
  exportBegin: 'Begin the export',
  exportBeginning: 'Beginning…',
  state: 'State',
  queue: 'Kind',
  queues,
  columns: {
    kind: 'Kind',
    who: 'Asked by',
    state: 'State',
    progress: 'Progress',
    asked: 'Asked',
    begun: 'Begun',
    ended: 'Ended',
    outcome: 'Outcome',
    what: 'What',
    from: 'From',
    recipient: 'Recipient',
    problem: 'Why',
    came: 'Came',
    failed: 'Given up',
    tries: 'Tries',
  },
  queueOf: (queue: string) => queues[queue] ?? queue,
  notYet: 'Not yet',
  number,
  moment,
  parameters,
  aboutWork: 'About this work',
  aboutUndone: 'About what could not be done',
  newsOf: (id: string) => `News ${id}`,
  workOf: (id: string) => `Long work ${id}`,
  noSubject: 'Mail without a subject',
  noRecipient: 'Nobody',
  noReason: 'Not said',
  emptied: 'What this mail said is gone within a minute, so it cannot be sent again.',
  retry: 'Try again',
  discard: 'Discard',
  show: 'Show what it says',
  showing: 'Asking…',
  says: 'What it says',
  titles: { retry: 'Try again', discard: 'Discard' },
  texts: {
    retry: (what: string) => `${what} is asked for again, as if it had just come.`,
    discard: (what: string) => `${what} is put away for good and is not done.`,
  },
  said: {
    retry: (what: string) => `${what} is tried again.`,
    discard: (what: string) => `${what} is put away.`,
  },
  none: {
    work: 'No long work',
    'dead-letters': 'No dead letters',
    news: 'No unreadable news',
  },
  noneText: 'Nothing waits for you here.',
  noMatch: 'Nothing is like that',
  noMatchText: 'Take a word out of the search, or choose all.',
};
