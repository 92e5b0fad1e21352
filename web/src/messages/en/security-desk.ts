import type { HealthCheck, SecurityAlert, SystemHealth } from '../../../../contract/security-desk.ts';
import { type SecuritySeverity, securityEventWords } from '../../../../contract/security-event-kinds.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const severities: Record<SecuritySeverity, string> = { info: 'Info', medium: 'Medium', high: 'High' };
const platform: Record<SystemHealth['platform_status'], string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
};
const backups: Record<SystemHealth['backup_status'], string> = {
  healthy: 'Healthy',
  overdue: 'Overdue',
  failed: 'Failed',
  none: 'No backup yet',
};
const checks: Record<HealthCheck, string> = {
  database: 'Database',
  connections: 'Database connections',
  replica: 'Copy that is read',
  answers: 'How quickly is answered',
  errors: 'Errors',
  disk: 'Disk',
  backups: 'Backups',
  certificate: 'Certificate',
  audit_log: 'Audit log',
  work: 'Work that failed',
  news: 'News of platforms',
  rules: 'Rules of this page',
};
const states: Record<SystemHealth['checks'][number]['state'], string> = {
  good: 'Good',
  fair: 'Fair',
  bad: 'Bad',
  not_applicable: 'Not applicable',
};
const alertTypes: Record<SecurityAlert['type'], string> = { error: 'Error', warning: 'Warning', info: 'Info' };

const hour = 3_600;

/** `less than an hour`, `5 hours`, `3 days`. */
function age(seconds: number): string {
  if (seconds < hour) return 'less than an hour';
  if (seconds < 48 * hour) return counted(Math.floor(seconds / hour), 'hour', 'hours');
  return counted(Math.floor(seconds / (24 * hour)), 'day', 'days');
}

/** Of a log minutes count: `less than a minute`, `6 minutes`, `3 hours`. */
function logAge(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  return seconds < hour ? counted(Math.floor(seconds / 60), 'minute', 'minutes') : age(seconds);
}

/** `60 s`, `10 min`, `24 h`. */
const span = (seconds: number) =>
  seconds % hour === 0 ? `${number(seconds / hour)} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/** Words of the administrators' Security Monitoring and API Security. */
export const securityDesk = {
  sentence: ({ overall_health, active_threats }: SystemHealth) =>
    `System health is ${overall_health} %. Active threats: ${number(active_threats)}.`,
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  asOf: (at: string) => `As of ${moment(at)}. Asked again every 30 seconds.`,
  health: 'System Health',
  percent: (percent: number) => `${number(percent)} %`,
  healthMeaning: 'The mean of the checks below that apply.',
  threats: 'Active Threats',
  number,
  threatsMeaning: 'Errors and warnings among the alerts that nobody has dismissed.',
  response: 'API Response Time',
  milliseconds: (ms: number | null) => (ms === null ? 'No requests' : `${number(Math.round(ms))} ms`),
  responseMeaning: 'Within it 95 of 100 requests of the last 15 minutes were answered.',
  platformStatus: 'Platform Status',
  platform,
  platformMeaning: 'Degraded while a check is bad; an outage while most requests fail.',
  backups: 'Backups',
  backupStatus: backups,
  backupMeaning: ({ backup_age_seconds: seconds, log_age_seconds: log, log_applies: applies }: SystemHealth) =>
    (seconds === null ? 'npm run db -- backup writes one.' : `The newest is ${age(seconds)} old.`) +
    (log !== null ? ` The log was shipped ${logAge(log)} ago.` : applies ? ' The log was never shipped.' : ''),
  connections: 'Database Connections',
  connectionsOf: (used: number, most: number) => `${number(used)} of ${number(most)}`,
  connectionsMeaning: 'Open now, and the most that the server takes.',
  certificate: 'SSL Certificate',
  certificateDays: (days: number | null, applies: boolean) =>
    days === null ? (applies ? 'Not known yet' : 'Not applicable') : counted(days, 'day', 'days'),
  certificateMeaning: (days: number | null, applies: boolean) =>
    days !== null && days <= 30
      ? 'Renew it: browsers refuse the guide once it has ended.'
      : applies
        ? 'For so long the certificate of the public address is valid.'
        : 'The public address is not on HTTPS, or is this machine alone.',
  invented: 'Invented Codes',
  inventedMeaning: 'Scans of the last 24 hours of codes that none of our keys made, and that are near to none of ours.',
  mistyped: 'Mistyped Codes',
  mistypedMeaning: 'Scans of the last 24 hours of codes that are one slip of the finger away from one of ours.',
  lastScan: 'Last Security Scan',
  scannedAt: (at: string | null) => (at ? moment(at) : 'Not yet'),
  lastScanMeaning: 'When the rules looked for alerts last, as they do each minute.',
  checks: 'What health is made of',
  check: checks,
  state: states,
  alerts: 'Active Alerts',
  noAlerts: 'No active alerts',
  noAlertsText: 'The rules look each minute at sign-ins, denials, exports, codes, answers, backups and more.',
  alertTypes,
  since: (at: string) => `Since ${moment(at)}`,
  dismiss: 'Dismiss',
  dismissing: 'Dismissing…',
  dismissed: 'Dismissed. It comes back only if it happens anew.',
  dismissedToo: (count: number) =>
    `${counted(count, 'alert goes', 'alerts go')} on that ${count === 1 ? 'was' : 'were'} dismissed.`,
  dismissOf: (title: string) => `Dismiss: ${title}`,
  ended: 'Ended Alerts',
  endedFound: (count: number) =>
    count > 10_000 ? 'More than 10,000 alerts have ended.' : `${counted(count, 'alert has', 'alerts have')} ended.`,
  endedMeaning:
    'An alert ends when what it tells of is over. By itself: nobody had dismissed it. They are forgotten in time, as Privacy Management says.',
  endedCaption: 'Alerts that have ended, the last first',
  endedPages: 'Pages of ended alerts',
  endedColumns: {
    title: 'Alert',
    type: 'Type',
    text: 'What it said last',
    since: 'Since',
    until: 'Until',
    how: 'How it ended',
  },
  endedByItself: 'By itself',
  dismissedBy: (by: string) => `Dismissed by ${by}`,
  dismissedByGone: 'Dismissed by an account that is gone',
  noneEnded: 'No alert has ended',
  noneEndedText: 'Alerts are listed here once they hold no longer, with how long they lasted.',
  events: 'Recent Events',
  eventsFound: (count: number) =>
    count > 10_000 ? 'More than 10,000 events.' : `${counted(count, 'event', 'events')}.`,
  eventsCaption: 'Security events, the newest first',
  search: 'An address or an e-mail address',
  kind: 'Kind',
  kinds: { denials: 'All denials', ...securityEventWords },
  severity: 'Severity',
  severities,
  resolvedOrNot: 'State',
  eventStates: { open: 'Open', resolved: 'Resolved' },
  columns: {
    description: 'What happened',
    severity: 'Severity',
    at: 'When',
    user: 'Account',
    address: 'Address',
    state: 'State',
    count: 'How often',
  },
  nobody: 'Nobody signed in',
  gone: 'An account that is gone',
  noAddress: 'None',
  moment,
  event: 'Security event',
  resolve: 'Resolve',
  resolving: 'Resolving…',
  resolved: 'Resolved',
  open: 'Open',
  none: 'No such events',
  noneText: 'Sign-ins, denials, limits, exports and changed roles are listed here as they happen.',
  degradedSample: 'The server could not be reached: this is what a degraded platform would look like.',
  earlier: (at: string) => `This could not be had now: it is what was here on ${moment(at)}.`,
  sectionFailed: 'This section could not be had.',
  sectionFailedText: 'The server did not tell it just now. Try again, or go on to another section.',
  apiSentence: (endpoints: number) =>
    `${number(endpoints)} endpoints, each with who may call it, as the server enforces it.`,
  matrix: 'Access Matrix',
  matrixCaption: 'Endpoints and who may call them',
  matrixText:
    'Conditional: of a partner or an advertiser who was allowed it or owns the organisation, or of whoever shows what is asked for besides, as the token of metrics. Look: read-only, and noted in the audit log.',
  endpointSearch: 'Search by path',
  endpoint: 'Endpoint',
  roles: { guest: 'Guest', traveler: 'Traveler', partner: 'Partner', advertiser: 'Advertiser', admin: 'Admin' },
  allowed: { yes: 'Yes', conditional: 'Conditional', look: 'Look', no: 'No' },
  limit: 'Limit',
  noLimit: 'None',
  noEndpoint: 'No such endpoint',
  noEndpointText: 'No path has that in it.',
  limits: 'Rate Limits',
  limitsCaption: 'Limits and their use',
  limitsText:
    'In use are those who have spent any of it in a window that lasts; beside it what the busiest of them has spent.',
  limitsOff: 'Limits are turned off here (RATE_LIMITS).',
  limitColumns: { name: 'Limit', amount: 'At most', key: 'For each', inUse: 'In use', spent: 'Most spent' },
  amountOf: (amount: number, unit: 'calls' | 'bytes', seconds: number) =>
    `${number(amount)}${unit === 'bytes' ? ' bytes' : ''} in ${span(seconds)}`,
  notCounted: 'With each visit',
  denials: 'Recent Denials',
  denialsAll: 'All denials',
  noDenials: 'No denials',
  noDenialsText: 'Nobody was refused what they asked for.',
};

/** What stands in where the server cannot tell; always beside a label that says so. */
export const healthSamples = {
  alert: 'Example: routine check',
  alertText: 'An alert would say here what was found, and since when.',
  signIn: 'Example: signed in with an e-mail link.',
  limited: 'Example: a limit was reached.',
};
