import type { LongWorkProblem, LongWorkState } from '../../../../contract/work.ts';
import { number } from '../format.ts';
import { moment } from './format.ts';

const states: Record<LongWorkState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const kinds: Record<string, string> = {
  'scans-export': 'Export of scans',
  'raw-export': 'Export of raw rows',
  'accounts-suspension': 'Suspension of accounts',
  'holds-decision': 'Decision of holds',
  'statement-preview': 'Reading of a statement',
  'statement-application': 'Applying of a statement',
  'places-change': 'Change of places',
  'listings-change': 'Change of listings',
  'listings-check': 'Check of a list of experiences',
  'listings-export': 'Export of listings',
  'listings-import': 'Import of listings',
  'audit-check': 'Verifying of the audit log',
  'payout-run': 'Preparing of payouts',
  report: 'Report',
  'location-batch': 'Create Location QR Batch',
};
const problems: Record<LongWorkProblem, string> = {
  broke_off: 'It broke off too often.',
  no_room: 'There was no room for its file.',
  internal: 'A fault of ours; the log of the server says which.',
};

/** Words of long work, wherever it is shown. */
export const longWork = {
  states,
  kindOf: (kind: string) => kinds[kind] ?? kind.replaceAll('-', ' '),
  problems,
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  steps: number,
  ended: (kind: string, state: string, progress: string) => `${kind}: ${state}, ${progress}.`,
  fileGone: 'Its file is gone',
  noOutcome: 'None yet',
  progressOf: (kind: string) => `How far it is: ${kind}`,
  untilDay: (at: string) => `It can be fetched until ${moment(at)}.`,
  download: 'Download',
  cancel: 'Cancel this work',
  cancelling: 'Cancelling…',
  cancelled: 'The work is cancelled.',
  ending: 'The work ends within a moment.',
  over: 'The work had ended before.',
  putAway: 'Put away',
};
