import type { AuditCheck } from '../../../../contract/audit-log.ts';
import { auditWords } from '../../../../contract/audit-words.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { dollars, moment } from './format.ts';

const entries = (count: number) => (count > 10_000 ? 'More than 10,000 entries' : counted(count, 'entry', 'entries'));
/** Names of the log by what they are called, for a choice of them. */
const called = (names: readonly string[], wordsOf: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, wordsOf(name)]));

/** What a check has found, in words. */
function found({ holds_up_to, anchored_up_to, erased, damage }: AuditCheck): string {
  const holds =
    holds_up_to === 0
      ? 'No entry was found in order.'
      : `The chain holds up to entry ${number(holds_up_to)}${damage ? ', and is broken after it' : ''}.`;
  const anchored =
    anchored_up_to === 0
      ? 'It is not anchored outside the database yet.'
      : `It is anchored outside the database up to entry ${number(anchored_up_to)}.`;
  return [
    holds,
    ...(damage ? [`${damage.what.charAt(0).toUpperCase()}${damage.what.slice(1)}.`] : []),
    anchored,
    ...(erased > 0 ? [`Of ${entries(erased).toLowerCase()} nothing but hashes is left.`] : []),
  ].join(' ');
}

/** Words of the administrators' audit log. */
export const auditDesk = {
  sentence: (count: number, isFiltered: boolean) =>
    `${entries(count)}${isFiltered ? ' found' : ''}, newest first. What you open or export here is noted, too.`,
  caption: 'Audit log',
  search: 'Who: name or e-mail address',
  action: 'Action',
  kind: 'Kind of subject',
  subject: 'Id or QR code',
  days: 'Days',
  columns: { action: 'Action', at: 'When', actor: 'Who', kind: 'Kind', subject: 'Subject', entry: 'Entry' },
  ...{ actionOf: auditWords.action, kindOf: auditWords.kind, fieldOf: auditWords.field },
  valueOf: (name: string, value: string) => auditWords.value(name, value, dollars),
  actionsOf: (names: readonly string[]) => called(names, auditWords.action),
  kindsOf: (names: readonly string[]) => called(names, auditWords.kind),
  ...{ system: auditWords.system, gone: auditWords.gone, theValue: auditWords.theValue },
  number,
  moment,
  none: 'No entry is like that',
  noneText: 'Choose all actions and kinds, more days, or take words out of the search.',
  detail: 'About this entry',
  id: 'Id',
  open: 'Open what it is about',
  place: 'Place in the chain',
  placeOf: (id: number, of: number) => `${number(id)} of ${number(of)}`,
  request: 'Request',
  noRequest: 'None',
  erased:
    'What can be read of this entry was erased with the account that it was about. Its hashes stay, so that the chain holds.',
  noValues: 'This entry says that it was done, and no values.',
  values: 'Before and after',
  value: 'Value',
  before: 'Before',
  after: 'After',
  nothing: 'Nothing',
  changed: 'Changed',
  hashes: 'Hashes',
  hash: 'Of this entry',
  previous: 'Of the one before',
  details: 'Of what was before and after',
  check: 'Verify',
  checking: 'Beginning…',
  found,
  foundTitle: { whole: 'The audit log is whole', broken: 'The audit log is damaged' },
};
