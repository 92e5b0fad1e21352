import type { Fault } from '../../../../contract/faults.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const states: Record<Fault['state'], string> = { open: 'Open', resolved: 'Closed', ignored: 'Closed for good' };
const severities: Record<NonNullable<Fault['severity']>, string> = { low: 'Low', medium: 'Medium', high: 'High' };
const total = (count: number) => (count > 10_000 ? 'More than 10,000 faults' : counted(count, 'fault', 'faults'));
const open = (count: number) => (count > 10_000 ? 'more than 10,000' : number(count));

/** What an entry of the audit log tells of a fault. */
const history: Record<string, string> = {
  fault_open: 'Opened again',
  fault_resolved: 'Closed',
  fault_ignored: 'Closed for good',
};

/** Words of the administrators' list of faults. */
export const faultsDesk = {
  sentence: (openCount: number) => `Faults that are open: ${open(openCount)}. Every change is kept in the audit log.`,
  found: (count: number) => `${total(count)} found.`,
  checks: 'Checks',
  noChecks: 'They could not be had just now.',
  checksMore: 'What they mean, in Security Monitoring',
  title: 'Faults',
  caption: 'Faults that pages reported',
  search: 'Search by message or script',
  state: 'State',
  states,
  columns: {
    message: 'Message',
    place: 'Where',
    severity: 'How bad',
    state: 'State',
    reports: 'Reports',
    people: 'People',
    first: 'First seen',
    last: 'Last seen',
  },
  kind: 'Kind',
  severityOf: (severity: Fault['severity']) => (severity ? severities[severity] : 'Not said'),
  unknownPlace: 'Not known',
  noMessage: 'Without a message',
  again: 'Open again',
  nothing: 'No fault was reported',
  nothingText: 'What pages report is listed here as soon as it comes.',
  none: 'No fault is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  number,
  moment,
  detail: 'About this fault',
  newest: 'Newest reports',
  byPage: (at: string, browser: string) => `${moment(at)}, ${browser}`,
  byPerson: (at: string, browser: string) => `${moment(at)}, ${browser}, in their own words`,
  stack: 'Where it happened',
  close: 'Close',
  reopen: 'Open again',
  titles: { close: 'Close a fault', reopen: 'Open a fault again' },
  texts: {
    close: 'It leaves the list of open faults; its reports are still counted.',
    reopen: 'It stands in the list of open faults again.',
  },
  byNow: (state: string) => `The fault is by now: ${state}.`,
  whenAgain: 'When it is reported again',
  choices: { resolved: 'It opens again', ignored: 'It stays closed' },
  said: {
    open: 'The fault is open again.',
    resolved: 'The fault is closed.',
    ignored: 'The fault is closed for good.',
  },
  entry: (action: string) => history[action] ?? action.replaceAll('_', ' '),
};
