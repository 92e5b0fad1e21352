import type { CodeAlertKind } from '../../../contract/portal-states.ts';
import type { SecurityRuleName } from '../../../contract/security-alert-words.ts';
import type { alertTypes } from '../../../contract/security-desk.ts';
import { type BackupState, findBackupState } from '../../platform/backups/backup-state.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { findRoom } from '../../platform/disk.ts';
import { networkOf } from '../../platform/http/networks.ts';
import { findUpkeep } from '../../platform/upkeep.store.ts';
import { findOfKind } from '../code-alerts/code-alerts.ts';
import { findWaitingErasures } from '../privacy/privacy.ts';
import type { Finding, Scan } from './alerts.store.ts';
import { daysUntil } from './certificate.ts';
import { countAllEvents, countDeadLetters, countEvents, findAdminSignIns, type Span } from './evidence.store.ts';
import { measureAnswers } from './measured-answers.ts';

/** What the rules look at. */
export type Ground = Pick<Context, 'db' | 'replica' | 'settings'> & {
  now: Date;
  scan?: Omit<Scan, 'scanned_at'>;
  /** Whose own things are looked at. */
  server?: string;
  /** Room for a data folder, in MB. */
  room?: typeof findRoom;
};

/** Whom or what it is about, nothing for the whole, and how much of it. */
export type Found = Omit<Finding, 'rule'>;

export interface Rule {
  /** What it looks at, for whoever reads this table. */
  looksAt: string;
  /** It holds from this figure on; a rule of what is left, down from it. */
  threshold: number;
  downward?: true;
  /** Of the time before now, in seconds; none for how things are. */
  window: number;
  type: (typeof alertTypes)[number];
  /** Its alert stays for so many seconds after it held last, so that somebody sees it. */
  stays: number;
  /** Each server looks at what is its own, and its alert names it. */
  ofServer?: true;
  find: (ground: Ground, span: Span) => Promise<Found[]>;
}

const minute = 60;
const hour = 3_600;
const day = 86_400;

/** Requests that a share or a percentile needs to say anything. */
const leastRequests = 50;
const usualDays = 30;
/** Exports in a day that are so many times those of a usual day. */
const timesUsual = 3;
const knownDays = 90;

const whole = (figure: number | null): Found[] => (figure === null ? [] : [{ subject: '', figure }]);

/** Every rule there is. `docs/operating.md` says what each alert means, `contract/security-alert-words.ts` has its words. */
export const alertRules: Readonly<Record<SecurityRuleName, Rule>> = {
  failed_sign_ins_network: {
    looksAt: 'failed sign-ins and refused passkeys, by network',
    ...{ threshold: 10, window: 15 * minute, type: 'warning', stays: hour },
    find: async ({ db }, span) =>
      byNetwork(await countEvents(db, ['sign_in_failed', 'passkey_failed'], 'ip_address', span)),
  },
  failed_sign_ins_account: {
    looksAt: 'failed sign-ins and refused passkeys, by account',
    ...{ threshold: 5, window: 15 * minute, type: 'warning', stays: hour },
    find: async ({ db }, span) =>
      byAccount(await countEvents(db, ['sign_in_failed', 'passkey_failed'], 'user_id', span)),
  },
  admin_new_network: {
    looksAt: 'sign-ins of administrators from where they did not sign in before',
    ...{ threshold: 1, window: day, type: 'warning', stays: 0 },
    find: findNewNetworks,
  },
  denials_account: {
    looksAt: 'what an account was denied, or asked for of somebody else',
    ...{ threshold: 20, window: 15 * minute, type: 'warning', stays: hour },
    find: async ({ db }, span) =>
      byAccount(await countEvents(db, ['access_denied', 'foreign_access'], 'user_id', span)),
  },
  tampered_codes: {
    looksAt: 'scans of codes that nobody here made',
    ...{ threshold: 20, window: 15 * minute, type: 'warning', stays: hour },
    find: async ({ db }, span) => whole(await countAllEvents(db, ['tampered_code'], span)),
  },
  quiet_codes: {
    looksAt: 'the hours for which a code was not scanned that usually is, as the watch over codes has found',
    ...{ threshold: 0, window: 0, type: 'warning', stays: 0 },
    find: (ground) => findWatched(ground, 'quiet'),
  },
  quiet_places: {
    looksAt: 'the same of a place with all of its codes',
    ...{ threshold: 0, window: 0, type: 'warning', stays: 0 },
    find: (ground) => findWatched(ground, 'place_quiet'),
  },
  far_codes: {
    looksAt: 'the visits that scanned a code far from its place',
    ...{ threshold: 0, window: 0, type: 'warning', stays: 0 },
    find: (ground) => findWatched(ground, 'far'),
  },
  unusual_exports: {
    looksAt: 'exports of one account that are far more than on a usual day of theirs',
    ...{ threshold: 10, window: day, type: 'warning', stays: hour },
    find: findUnusualExports,
  },
  error_rate: {
    looksAt: 'the share of requests answered with 500 and above, in percent',
    ...{ threshold: 5, window: 5 * minute, type: 'error', stays: 10 * minute },
    find: async ({ db }, span) => {
      const { requests, errors } = await measureAnswers(db, span);
      return requests < leastRequests ? [] : whole((100 * errors) / requests);
    },
  },
  slow_answers: {
    looksAt: 'the milliseconds within which 95 of 100 requests were answered',
    ...{ threshold: 2_000, window: 5 * minute, type: 'warning', stays: 10 * minute },
    find: async ({ db }, span) => {
      const { requests, p95 } = await measureAnswers(db, span);
      return requests < leastRequests ? [] : whole(p95);
    },
  },
  backup_overdue: {
    looksAt: 'the hours since the newest backup, or since the installation, where they are more than there should be',
    ...{ threshold: 1, window: 0, type: 'warning', stays: 0 },
    find: async ({ db, settings, now }) => whole(hoursOverdue(await findBackupState(db, settings), now)),
  },
  backup_failed: {
    looksAt: 'whether the last try to take a backup, to ship the log, or to restore one of them, failed',
    ...{ threshold: 1, window: 0, type: 'error', stays: 0 },
    find: async ({ db, settings }) => whole(hasFailed(await findBackupState(db, settings)) ? 1 : null),
  },
  log_behind: {
    looksAt:
      'the minutes for which the log, where it is to be shipped, was not, or for which there is one that never was',
    ...{ threshold: 5, window: 0, type: 'error', stays: 0 },
    find: async ({ db, settings, now }) => whole(minutesBehind(await findBackupState(db, settings), now)),
  },
  certificate_soon: {
    looksAt: 'the days for which the certificate of the public address is valid',
    ...{ threshold: 30, downward: true, window: 0, type: 'warning', stays: 0 },
    find: async (ground) => whole(certificateDays(ground)).filter(({ figure }) => !isEnding(figure)),
  },
  certificate_ending: {
    looksAt: 'the same, when few are left',
    ...{ threshold: 7, downward: true, window: 0, type: 'error', stays: 0 },
    find: async (ground) => whole(certificateDays(ground)),
  },
  audit_damaged: {
    looksAt: 'whether the audit log was found damaged, by its anchors or in a backup, and not well since',
    ...{ threshold: 1, window: 2 * hour, type: 'error', stays: 0 },
    find: async ({ db }, span) => whole(await countDamages(db, span)),
  },
  disk_low: {
    looksAt: 'the room where the data folder of a server is, in MB',
    ...{ threshold: 1_000, downward: true, window: 0, type: 'error', stays: 0, ofServer: true },
    find: async ({ settings, server = '', room = findRoom }) => [
      { subject: server, figure: await room(settings.dataDir) },
    ],
  },
  failed_work: {
    looksAt: 'jobs that failed for good and wait for an administrator',
    ...{ threshold: 1, window: 0, type: 'warning', stays: 0 },
    find: async ({ db }) => whole(await countDeadLetters(db)),
  },
  recurring_work: {
    looksAt: 'how often in a row work failed that is done again and again',
    ...{ threshold: 3, window: 0, type: 'error', stays: 0 },
    find: async ({ db }) => findFailingWork(await findUpkeep(db)),
  },
  replica_unread: {
    looksAt: 'the minutes for which a worker has not read from the replica, where there is one',
    ...{ threshold: 10, window: 0, type: 'warning', stays: 10 * minute },
    find: async ({ replica, now }) => {
      const since = replica?.status.unreadSince;
      return since ? whole((now.getTime() - since.getTime()) / (minute * 1_000)) : [];
    },
  },
  erasure_waits: {
    looksAt: 'the whole days for which an erasure of an account has been under way, by each of them',
    ...{ threshold: 7, window: 0, type: 'warning', stays: 0 },
    find: findWaiting,
  },
};

const isEnding = (days: number) => days <= alertRules.certificate_ending.threshold;

/** Whether a figure is one that a rule holds of. */
export const holdsOf = ({ threshold, downward }: Rule, figure: number) =>
  downward ? figure <= threshold : figure >= threshold;

/** Work whose last turn failed, with how many did in a row. */
function findFailingWork(upkeep: Awaited<ReturnType<typeof findUpkeep>>): Found[] {
  return [...upkeep.values()].flatMap(({ task, problem, figures }) => {
    if (problem === null || !task.startsWith('turn-')) return [];
    return [{ subject: task.slice('turn-'.length), figure: Number(figures.failures) }];
  });
}

/** How much says that the audit log is damaged: what was found in a span, and what was not well when it was looked at last. */
export async function countDamages(db: Db, span: Span): Promise<number> {
  const isDamaged = (await findUpkeep(db)).get('audit-check')?.problem;
  return (await countAllEvents(db, ['tampering_found'], span)) + (isDamaged ? 1 : 0);
}

/** A backup takes its time, and its turn may come a little late. */
const hoursOfGrace = 2;

/** For how many hours there has been no backup; null where the next is not overdue. */
export function hoursOverdue({ takenAt, installedAt, everyHours }: BackupState, now: Date): number | null {
  const hours = Math.floor((now.getTime() - (takenAt ?? installedAt).getTime()) / (hour * 1_000));
  return hours >= everyHours + hoursOfGrace ? hours : null;
}

/** Whether one was not taken or could not be restored, or the log was not shipped. */
export const hasFailed = ({ problem, checkProblem, log }: BackupState) =>
  [problem, checkProblem, log?.problem].some((one) => typeof one === 'string');

/** For how many minutes the log was not shipped, as long as there is one where it never was; null where it is not to be. */
export const minutesBehind = ({ log, installedAt }: BackupState, now: Date): number | null =>
  log && (now.getTime() - (log.shippedAt ?? installedAt).getTime()) / (minute * 1_000);

function certificateDays({ scan, now }: Ground): number | null {
  return scan?.certificate_ends_at ? daysUntil(scan.certificate_ends_at, now) : null;
}

const byAccount = (counted: readonly { of: string; count: number }[]): Found[] =>
  counted.map(({ of, count }) => ({ subject: of, figure: count }));

/** One household holds many addresses. */
function byNetwork(counted: readonly { of: string; count: number }[]): Found[] {
  const sums = new Map<string, number>();
  for (const { of, count } of counted) sums.set(networkOf(of), (sums.get(networkOf(of)) ?? 0) + count);
  return [...sums].map(([subject, figure]) => ({ subject, figure }));
}

/** What the watch over codes has found and what goes on, by the ids of its alerts. */
async function findWatched({ db, now }: Ground, kind: CodeAlertKind): Promise<Found[]> {
  return (await findOfKind(db, kind)).map(({ id, since, visits }) => ({
    subject: id,
    figure: visits ?? Math.max(0, (now.getTime() - since.getTime()) / (hour * 1_000)),
  }));
}

/** By the id of each request: whoever knows of one and dismisses it still hears of the next. */
async function findWaiting({ db, now }: Ground): Promise<Found[]> {
  const waiting = await findWaitingErasures(
    db,
    new Date(now.getTime() - alertRules.erasure_waits.threshold * day * 1_000),
  );
  return waiting.map(({ id, asked_at }) => ({
    subject: id,
    figure: Math.floor((now.getTime() - asked_at.getTime()) / (day * 1_000)),
  }));
}

/** Somebody who has not signed in before has no network that is known: their first is that. Where all that was known is forgotten, it is new. */
async function findNewNetworks({ db }: Ground, { from, until }: Span): Promise<Found[]> {
  const known = new Map<string, Set<string>>();
  const found = new Map<string, Found>();
  const since = new Date(until.getTime() - knownDays * day * 1_000);
  for (const { user_id, ip_address, occurred_at, had_before } of await findAdminSignIns(db, from, {
    from: since,
    until,
  })) {
    const network = networkOf(ip_address);
    const networks = known.get(user_id) ?? new Set();
    known.set(user_id, networks);
    const subject = `${user_id} ${network}`;
    if (occurred_at <= from || (networks.size === 0 && !had_before)) networks.add(network);
    else if (!networks.has(network)) found.set(subject, { subject, figure: 1 });
  }
  return [...found.values()];
}

async function findUnusualExports({ db }: Ground, { from, until }: Span): Promise<Found[]> {
  const before = { from: new Date(from.getTime() - usualDays * day * 1_000), until: from };
  const [now, usual] = await Promise.all([
    countEvents(db, ['export'], 'user_id', { from, until }),
    countEvents(db, ['export'], 'user_id', before),
  ]);
  const perDay = new Map(usual.map(({ of, count }) => [of, count / usualDays]));
  return byAccount(now.filter(({ of, count }) => count >= timesUsual * (perDay.get(of) ?? 0)));
}
