import type { getEarnings } from '../../../../contract/commission.ts';
import type { AccountState, EarningState, WaitsFor } from '../../../../contract/commission-states.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { BookingRows } from '../../../../contract/figure-rows.ts';
import {
  type CodeAlertKind,
  fewestTold,
  mostCodesByDay,
  type PerformanceRange,
  promisedHours,
  type QrCodeState,
  type QrRequestStatus,
  type reportingFrequencies,
  type Told,
} from '../../../../contract/portal-states.ts';
import { calendarDay, dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { statementDesk } from './statement-desk.ts';
import { told } from './told.ts';

const codeStates: Record<QrCodeState, string> = {
  active: 'Active',
  paused: 'Paused',
  expired: 'Expired',
  replaced: 'Replaced',
};
const codeAlerts: Record<CodeAlertKind, string> = {
  quiet: 'Gone quiet',
  place_quiet: 'Place gone quiet',
  far: 'Scanned far away',
};
const codeAlertTexts: Record<CodeAlertKind, (day: string) => string> = {
  quiet: (day) =>
    `Usually it is scanned; since ${day} nobody has, for longer than chance explains. Does it still hang there, and can it be read? One that is lost can be replaced.`,
  place_quiet: (day) =>
    `Since ${day} nobody has scanned any code of this place, for longer than chance explains. If the place is closed, pause its codes.`,
  far: (day) =>
    `Since ${day} several visitors who shared where they are have scanned it far from its place. Does it still hang there, or has somebody copied it? Look also at where the place is on the map.`,
};
const requestStates: Record<QrRequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};
const ranges: Record<PerformanceRange, string> = {
  month: 'This month',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': 'A year',
  all: 'All',
};
const frequencies: Record<(typeof reportingFrequencies)[number], string> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
};
const scans = (count: number) => counted(count, 'scan', 'scans');
const bookings = (count: number) => counted(count, 'booking', 'bookings');
const more = (now: number, before: number) =>
  now === before
    ? 'as many as before'
    : `${number(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than before`;

const promised = `${promisedHours.from}-${promisedHours.until} hours`;

const percent = (part: number) => `${number(Math.round(part * 1_000) / 10)}%`;

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

type Earnings = Pick<Answer<typeof getEarnings>, 'balances' | 'next' | 'minimum_payout'>;

/** When it comes: what is in a payout by itself, the rest with the next one, where it is enough for one. */
const comingOf = ({ balances: { payable, in_payout }, minimum_payout }: Earnings) => {
  if (payable < 0) return '';
  const isEnough = payable > 0 && payable >= minimum_payout;
  if (in_payout === 0) return isEnough ? ' and comes with the next payout' : '';
  if (payable === 0) return ' and on its way';
  return `, ${dollars(in_payout)} of it on its way${isEnough ? ' and the rest with the next payout' : ''}`;
};

/** What is owed now and when it comes, and what will be. */
const owedIn = (earnings: Earnings) => {
  const { balances, next } = earnings;
  const owed = (100 * balances.payable + 100 * balances.in_payout) / 100;
  if (owed < 0) return `${dollars(-owed)} of what was paid is asked back`;
  const coming =
    next && `${dollars(next.amount)} ${owed > 0 ? 'more ' : ''}becomes payable on ${calendarDay(next.day)}`;
  if (owed === 0) return coming ?? 'nothing is owed to you yet';
  return [`${dollars(owed)} is owed to you${comingOf(earnings)}`, coming].filter(Boolean).join(', ');
};

/** Words that the sections of the partners' portal share. */
export const portalDesk = {
  tabs: {
    overview: 'Overview',
    codes: 'QR Manager',
    places: 'Places',
    performance: 'Performance',
    earnings: 'Earnings',
    team: 'Team',
    settings: 'Settings',
  },
};

/** Words of the first screen of the portal. */
export const portalOverview = {
  /** Did people scan, did they book, what is owed and when. */
  sentence: (told: { figures: { scans: number; before: number; bookings: number } | null; money: Earnings | null }) =>
    [
      ...(told.figures
        ? [
            `${scans(told.figures.scans)} this month, ${more(told.figures.scans, told.figures.before)}`,
            bookings(told.figures.bookings),
          ]
        : []),
      ...(told.money ? [owedIn(told.money)] : []),
    ]
      .join('; ')
      .concat('.'),
  nothing: 'Your figures are for those of your organization who may see them.',
  month: 'This month',
  earnings: 'Earnings',
  commissions: 'All commissions',
  statement: 'Monthly statement, each booking explained',
  /** A figure that is told is none or five at least. */
  placeFigures: (scanned: Told, booked: Told) => `Scans: ${told(scanned)}; bookings: ${told(booked).toLowerCase()}`,
  privacy: `Of a place no figure below ${fewestTold} is told, nor of fewer than ${fewestTold} visitors, nor what would tell such a one.`,
  actions: 'Quick Actions',
  manage: 'Manage QR codes',
  analytics: 'View analytics',
  report: 'Export report',
  settings: 'Account settings',
  reportFailed: 'Failed to export report. Please try again.',
  reportRefused: (why: string) => `Failed to export report: ${why}`,
};

/** Said where a code leads to a place that shows no experience: none is chosen, all are hidden, or none is in the guide just now. */
const nothingShown = (place: string) =>
  `No experience is shown at ${place} just now: whoever scans its code sees an empty list.`;

/** Words of the way from the invitation to the first scan. */
export const portalFirstSteps = {
  title: 'From your invitation to your first scan',
  text: 'Five steps. You can do all else meanwhile.',
  done: 'Done',
  accepted: 'You have accepted your invitation',
  ask: 'Request a QR code for your place',
  asked: (at: string) => `You have requested a QR code, ${moment(at)}`,
  approval: `It is approved within ${promised}; a mail tells you.`,
  code: 'Your QR code is made',
  codeOf: (place: string) => `Your QR code is made, for ${place}`,
  print: 'Print a card',
  printed: (at: string) => `You have downloaded a card, ${moment(at)}`,
  put: 'Put it up where guests see it.',
  scan: 'Scan it once, as a guest does: with your phone’s camera',
  scanned: (day: string) => `Your first scan arrived, ${calendarDay(day)}`,
  nothingShown,
};

/** What stands in where neither the server nor the device has an answer, and says that it is an example. */
export const portalSamples = {
  place: 'Example: a house by the sea',
  description: 'Example: what guests read about the place.',
  desk: 'Example: the front desk',
  breakfast: 'Example: the breakfast room',
};

/** Words of the QR manager. */
export const portalCodes = {
  number,
  moment,
  calendarDay,
  views: { codes: 'My QR Codes', new: 'Request New' },
  sentence: (made: number, limit: number, waiting: number) =>
    `${number(made)} of ${counted(limit, 'QR code', 'QR codes')}${waiting > 0 ? `; ${counted(waiting, 'request waits', 'requests wait')} for approval` : ''}.`,
  caption: 'QR codes by place',
  columns: {
    place: 'Place',
    label: 'Called',
    status: 'Status',
    scans: 'Scans',
    last: 'Last scanned',
    created: 'Created',
    description: 'Description',
    image: 'QR image',
    download: 'Download',
    code: 'Code under the QR',
  },
  states: codeStates,
  alerts: codeAlerts,
  alertsTitle: (count: number) => `Please look after ${counted(count, 'QR code', 'QR codes')}`,
  alertsTexts: {
    told: 'We have told you by e-mail.',
    quiet: 'A code that was quiet and is scanned again needs nothing more.',
    far: 'One that was copied is scanned on: request a replacement, and the copy leads nowhere.',
  },
  alertOf: (kind: CodeAlertKind, since: string) => codeAlertTexts[kind](calendarDay(since)),
  never: 'Not yet',
  empty: 'No QR code yet',
  emptyText: `Request one: it is approved within ${promised}.`,
  detail: 'About this QR code',
  nothingShown,
  image: (place: string) => `QR code of ${place}`,
  downloads: 'Download',
  download: (place: string, label: string | null) => `PNG for screens: ${[place, label].filter(Boolean).join(', ')}`,
  svg: 'SVG',
  png: 'PNG for screens',
  print: 'PNG for print, 300 dpi',
  replacedBy: 'Replaced by',
  pause: 'Pause',
  pauseText: 'Whoever scans it is told that it is paused. Nothing is lost, and it can go on at any time.',
  resume: 'Let it go on',
  resumeText: 'Whoever scans it sees its place again.',
  paused: 'Paused: whoever scans it is told so.',
  printedPaused: 'Whoever scans what you print of it now is told that it is paused, until you let it go on.',
  resumed: 'It is scanned again.',
  change: 'Change',
  changeText:
    'What is printed stays as it is, and leads to the place you choose. Its scans so far stay in its history.',
  leadsTo: 'Leads to',
  name: 'Called',
  nameHint: 'What it is called beside the others of its place: lobby, room, breakfast.',
  changed: 'The QR code is changed.',
  replace: 'Request a replacement',
  requests: 'Your requests',
  requestsCaption: 'Requests, newest first',
  requestColumns: {
    place: 'Place',
    kind: 'Kind',
    status: 'Status',
    made: 'Made',
    decided: 'Decision',
    reason: 'Reason',
  },
  kinds: { new_location: 'New location', replacement: 'Replacement' },
  requestStates,
  noRequests: 'No request yet',
  requestsAway: 'Your requests cannot be loaded just now',
  requestsAwayText: 'They are all kept. Load this page again in a moment.',
  due: (at: string) => `Due by ${at}`,
  form: {
    title: 'Request a QR code',
    text: `Requests are approved within ${promised}. We tell you by e-mail.`,
    kind: 'What do you need?',
    code: 'Which QR code is to be replaced?',
    place: 'For which place?',
    newPlace: 'A new place',
    name: 'Location name',
    nameMissing: 'Location name is required',
    description: 'Description',
    descriptionHint: 'What guests read about the place.',
    address: 'Address',
    label: 'Called',
    labelHint: 'Where it hangs, where the place has several: lobby, room, breakfast.',
    latitude: 'Latitude',
    longitude: 'Longitude',
    positionHint: 'In degrees, if you know it.',
    positionHalf: 'Please give both, latitude and longitude, or neither.',
    asking: 'Asking this phone…',
    here: 'Use where this phone is',
    hereFailed: 'This phone does not tell where it is. You can leave it empty.',
    send: 'Submit request',
    sending: 'Sending…',
    sent: 'QR code request submitted for admin approval!',
    failed: (why: string) => `Failed to submit request: ${why}`,
    failedSilently: 'Failed to submit request. Please try again.',
  },
};

/** Words of what a partner has earned. */
export const portalEarnings = {
  sentence: (earnings: Earnings) => `${capital(owedIn(earnings))}.`,
  title: 'Where it stands',
  text: (minimum: number) => `Paid out from ${dollars(minimum)} on, in US dollars.`,
  balances: {
    estimated: 'Expected, not confirmed yet',
    pending: 'Confirmed, payable after travel',
    held: 'On hold, being looked at',
    payable: 'Payable with the next payout',
    in_payout: 'In a payout on its way',
    paid: 'Paid out',
  } satisfies Record<AccountState, string>,
  askedBack: 'Asked back, taken off the next payout',
  next: 'Becomes payable next',
  nextOf: (amount: number, day: string) => `${dollars(amount)} on ${calendarDay(day)}`,
  statement: 'Monthly statements',
  statementOf: (month: string) => `Statement of ${statementDesk.monthName(month)}`,
  commissions: 'Commissions',
  caption: 'Commissions by when they were booked',
  columns: {
    experience: 'Experience',
    booked: 'Booked',
    place: 'Place',
    code: 'Code',
    state: 'State',
    amount: 'Commission',
    revenue: 'Revenue',
    payable: 'Payable on',
  },
  states: {
    estimated: 'Estimated',
    pending: 'Pending',
    held: 'On hold',
    payable: 'Payable',
    in_payout: 'In payout',
    paid: 'Paid',
    taken_back: 'Taken back',
    none: 'Earns nothing',
  } satisfies Record<EarningState, string>,
  notThere: '–',
  waits: {
    amount: 'Once the amount is told',
    decision: 'Once it is decided',
  } satisfies Record<WaitsFor, string>,
  month: 'Booked in',
  monthName: statementDesk.monthName,
  range: 'Time range',
  counted: 'Counted as',
  countedAs: {
    bookings: 'Bookings',
    pending: 'Not confirmed yet',
    completed: 'Completed bookings',
  } satisfies Record<BookingRows, string>,
  none: 'No commission yet',
  noneText: 'Whoever books after scanning one of your QR codes stands here.',
  noMatch: 'No commission is like that',
  noMatchText: 'Choose another state, month or time.',
};

/** Words of what codes have brought. */
export const portalFigures = {
  funnel: 'From scan to commission',
  stepOf: (count: number, part: number | null) =>
    part === null ? number(count) : `${number(count)}, ${percent(part)} of the scans`,
  steps: {
    scans: 'Scanned',
    openings: 'Opened an experience',
    clicks: 'Went to a booking page',
    bookings: 'Booked',
    commission: 'Earned',
  },
  earnedOf: (earned: number, booked: number) => `${dollars(earned)} by ${bookings(booked)}`,
  number,
  told,
  money: (amount: number | null) => (amount === null ? '–' : dollars(amount)),
  ranges,
  rangesLabel: 'Span of time',
  sentence: (range: PerformanceRange, now: { scans: number; bookings: number; earned: number | null }) =>
    `${ranges[range]}: ${scans(now.scans)}, ${bookings(now.bookings)}${now.earned === null ? '' : `, ${dollars(now.earned)} earned`}.`,
  beforeNote: (range: PerformanceRange) =>
    range === 'month'
      ? 'Each figure stands beside the same of as many days of the month before; today is not over.'
      : 'Each figure stands beside the same of as many days before; today is not over.',
  compared: (now: number, before: number) => `${scans(now)}, ${more(now, before)}`,
  tiles: {
    scans: 'QR Scans',
    clicks: 'Went to a booking page',
    bookings: 'Bookings',
    estimated: 'Not confirmed yet',
    conversion: 'Conversion Rate',
    revenue: 'Revenue',
    average: 'Average booking',
    commission: 'Commission',
  },
  percent: (part: number | null) => (part === null ? '–' : percent(part)),
  byDay: 'Scans by day',
  byDayText: (from: string, until: string) => `${calendarDay(from)} to ${calendarDay(until)}, days of Hawaiʻi.`,
  scans: 'Scans',
  places: 'Top Performing Locations',
  placesCaption: 'Places by scans',
  codes: 'QR codes',
  codesCaption: 'QR codes by place',
  codesBeside: {
    1: 'QR codes of a place by day',
    7: 'QR codes of a place by week',
    28: 'QR codes of a place by four weeks',
  },
  codesByDayText: (place: string, isCut: boolean) =>
    `${place}: scans of ${isCut ? `the ${mostCodesByDay} QR codes with the most` : 'its QR codes'}, beside each other.`,
  codesInAll: (totals: readonly { label: string; total: Told }[]) =>
    `In all: ${totals.map(({ label, total }) => `${label} ${typeof total === 'string' ? told(total).toLowerCase() : number(total)}`).join(', ')}.`,
  codesSpan: {
    1: '',
    7: ' By week from the day that is named. Single days are not told here, and those before the first week are in the totals alone.',
    28: ' By four weeks from the day that is named. Shorter spans are not told here, and the days before the first one are in the totals alone.',
  },
  codesPoint: { 1: 'Day', 7: 'Week from', 28: 'Four weeks from' },
  codesUntold: 'Days and weeks are not told here: too few scanned, or there are very many QR codes.',
  placesOfSeveral: 'Places with several QR codes',
  columns: {
    place: 'Place',
    label: 'Called',
    scans: 'Scans',
    openings: 'Opened an experience',
    clicks: 'To a booking page',
    bookings: 'Bookings',
    revenue: 'Revenue',
    commission: 'Commission',
  },
  privacy: `A breakdown tells no figure below ${fewestTold}, nor of fewer than ${fewestTold} visitors, each counted once a day, nor what would tell such a one: nobody is to be recognised by it.`,
  none: 'No place yet',
  noneText: `Request a QR code: it is approved within ${promised}.`,
};

/** Words of an organisation's settings. */
export const portalSettings = {
  number,
  moment,
  sentence: (tier: string, limit: number, since: string) =>
    `Tier ${tier}, up to ${counted(limit, 'QR code', 'QR codes')}, partner since ${calendarDay(since)}.`,
  profile: 'Profile',
  organization: 'Organization name',
  phone: 'Phone',
  location: 'Location',
  notifications: 'Notifications',
  email: 'Reports by e-mail',
  push: 'Push notifications',
  pushHint: 'Coming soon',
  endedByLink: (day: string) =>
    `A link in one of the mails has ended them on ${calendarDay(day)}. Switch them on to have them again.`,
  ofStaff: 'Reports by e-mail are yours alone: what the others of your organization have stays as it is.',
  noneForStaff: 'The settings of your organization are for its owner.',
  saveReports: 'Save my reports',
  frequency: 'Reporting frequency',
  frequencies,
  marketing: 'News of the guide for partners',
  account: 'Account information',
  tier: 'Commission tier',
  limit: 'QR code limit',
  since: 'Partner since',
  save: 'Save Settings',
  saving: 'Saving…',
  saved: 'Settings updated successfully!',
  updateFailed: 'Failed to update settings',
  saveFailed: 'Failed to save settings',
  loadFailed: 'Failed to load settings',
  again: 'Try again',
};
