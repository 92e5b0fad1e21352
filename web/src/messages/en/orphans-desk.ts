import { type OrphanState, orphanDays } from '../../../../contract/location-form.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const states: Record<OrphanState, string> = {
  unknown: 'Unknown',
  mistyped: 'Mistyped or invented',
  paused: 'Paused',
  expired: 'Expired',
  replaced: 'Replaced',
  active: 'In use now',
};

/** Words of the administrators' desk of scans that credited nobody. */
export const orphansDesk = {
  sentence: (total: number) =>
    `${total > 10_000 ? 'More than 10,000 codes' : counted(total, 'code', 'codes')} whose scans of the last ${orphanDays} days credited nobody.`,
  caption: 'Codes that were scanned and credited nobody',
  search: 'Search by code',
  state: 'State',
  states,
  columns: { code: 'Code', state: 'State', scans: 'Scans', last: 'Last scan', first: 'First scan', place: 'Place' },
  none: 'No code is like that',
  noneText:
    'Take a letter out of the search, or choose all. Codes that are in use by now are found by their state alone.',
  nothing: 'Every scan credits somebody',
  nothingText: 'What guests scan that is no code, or no longer one, stands here.',
  number,
  moment,
  detail: 'About this code',
  sources: 'Scanned by',
  sourcesOf: ({ scanner, camera }: { scanner: number; camera: number }) =>
    `${number(scanner)} by the scanner of the guide, ${number(camera)} by the phone’s camera`,
  device: 'Last device',
  deviceOf: ({ type, user_agent }: { type: string | null; user_agent: string | null }) =>
    [type, user_agent].filter(Boolean).join(': '),
  from: 'Scanned near',
  replacedBy: 'Replaced by',
  past: 'Past scans stay as they are: nobody is credited afterwards. The next scan counts.',
  make: 'Make this a code',
  makeText: 'It was made by us, and nobody knows where it belongs. Find its place, or make one.',
  find: 'Find a place',
  findHint: 'By name, address or partner',
  findNow: 'Find',
  finding: 'Finding…',
  found: (count: number) => (count === 0 ? 'No place is like that.' : `${counted(count, 'place', 'places')} found.`),
  choose: (name: string) => `Choose ${name}`,
  newPlace: 'Make a place for it',
  chosen: (name: string) => `It will lead to ${name}.`,
  cannot: {
    mistyped:
      'It was not made by us, or it was mistyped: its last letters do not fit the others. It cannot become a code.',
    expired: 'Its time is over. Give the place a further code instead.',
    replaced: 'Another code has taken its place.',
    active: 'It is a code, and leads to its place.',
  },
  resume: 'Resume',
  resumeText: 'It is paused. Resumed, it leads to its place again.',
  confirmMake: (code: string, place: string) => `${code} leads to ${place} from now on.`,
  confirmResume: (code: string, place: string) => `${code} leads to ${place} again.`,
  said: {
    made: (code: string, place: string) => `${code} is a code of ${place} now.`,
    resumed: (code: string) => `${code} goes on.`,
  },
};
