import { decimal, number } from '../format.ts';
import { counted } from './counted.ts';

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1_000))} kB` : `${decimal(bytes / 1_000_000)} MB`;

/** Words of the forms of desks. */
export const deskForms = {
  required: 'required',
  // What a field finds wrong with what stands in it.
  missing: 'Please fill this in.',
  check: 'Please check this.',
  notWhole: 'Please give a whole date or time.',
  noNumber: 'Please give a number.',
  outOfRange: 'Please stay within what can be chosen here.',
  faults: (count: number) => `${counted(count, 'field needs', 'fields need')} another look`,
  fault: (label: string, error: string) => `${label}: ${error}`,
  inDollars: 'In US dollars.',
  noAmount: 'Please give an amount in dollars, like 1,234.50.',
  leastAmount: (amount: string) => `Please give at least ${amount}.`,
  mostAmount: (amount: string) => `Please give at most ${amount}.`,
  hawaiiDay: 'A day in Hawaiʻi.',
  hawaiiDays: 'Days in Hawaiʻi, both included.',
  ends: { from: 'First day', to: 'Last day' },
  backwards: 'The last day cannot lie before the first.',
  longRange: (days: number) => `Please choose at most ${number(days)} days.`,
  presets: 'Often meant',
  days: { today: 'Today', tomorrow: 'Tomorrow', nextWeek: 'In a week' },
  ranges: {
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    last90: 'Last 90 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
  chosen: (count: number, all: number) => `${number(count)} of ${number(all)} chosen`,
  searchIn: (label: string) => `Search in: ${label}`,
  noneLike: 'None is like that.',
  noneChosen: 'Please choose at least one.',
  clear: 'Clear',
  uploadHint: (mostBytes: number) => `Drop a file here, or choose one. At most ${size(mostBytes)}.`,
  uploadFaults: {
    kind: () => 'This file is of another kind. Please choose one that fits.',
    empty: () => 'There is nothing in this file.',
    large: (mostBytes: number) => `This file is larger than ${size(mostBytes)}.`,
  },
  sendingFile: (name: string, bytes: number) => `Sending ${name}, ${size(bytes)}`,
  sentFile: (name: string, bytes: number) => `${name}, ${size(bytes)}, is here`,
  progress: 'How much is sent',
  stillSending: 'Please wait until the file is sent, or cancel it.',
  again: 'Try again',
  cancel: 'Cancel',
  remove: 'Remove',
  removeRow: (row: string) => `Remove ${row}`,
  leaveTitle: 'Leave without sending?',
  leaveText: 'What you changed here has not been sent, and would be lost.',
  stay: 'Stay here',
  leave: 'Leave',
};
