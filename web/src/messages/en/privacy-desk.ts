import type { PrivacyRequest, PrivacyWork } from '../../../../contract/privacy.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { thirdPartyWords } from './third-parties.ts';

const kinds: Record<PrivacyRequest['kind'], string> = { export: 'Download of own data', erasure: 'Erased account' };
const states: Record<PrivacyRequest['state'], string> = { under_way: 'Under way', done: 'Done', failed: 'Failed' };

/** Words of the administrators' Privacy Management. */
export const privacyDesk = {
  sentence: ({ under_way }: PrivacyWork) =>
    under_way === 0
      ? 'No request is under way.'
      : `${counted(under_way, 'request is', 'requests are')} under way: an erasure is done within minutes, unless news of a platform waits to be dealt with.`,
  underWay: 'Requests under way',
  exports: 'Downloads in 30 days',
  erasures: 'Erasures in 30 days',
  number,
  requests: 'Requests',
  caption: 'Requests of people about their own data, the newest first',
  columns: { kind: 'Request', user: 'Account', state: 'State', asked: 'Asked', ended: 'Ended' },
  kind: 'Request',
  kinds,
  state: 'State',
  states,
  moment,
  notEnded: 'Not yet',
  nothing: 'Nobody has asked',
  nothingText:
    'What people ask for in their profile stands here: a file with their data, or that their account is erased.',
  none: 'No such requests',
  noneText: 'Choose other filters.',
  retention: 'What is forgotten in time',
  retentionCaption: 'What is forgotten, after how long, and when it was done last',
  retentionText: 'Each hour. The privacy page tells travelers the same figures.',
  retentionColumns: { task: 'What', days: 'Kept for', last: 'Last run' },
  days: (days: number | null) => (days === null ? 'Until its own end' : counted(days, 'day', 'days')),
  lastRun: (at: string | null) => (at ? moment(at) : 'Not yet'),
  failing: (tasks: string) => `Not forgotten the last time: ${tasks}. The log says why.`,
  others: 'Third parties',
  othersText: 'Whose servers a browser meets besides this one.',
  parties: thirdPartyWords,
  page: 'Open the privacy page',
};
