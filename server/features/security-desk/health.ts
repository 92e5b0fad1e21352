import { type HealthCheck, healthChecks, type SystemHealth } from '../../../contract/security-desk.ts';
import { type BackupState, findBackupState } from '../../platform/backups/backup-state.ts';
import type { Context } from '../../platform/context.ts';
import { findRoom, leastMegabytes } from '../../platform/disk.ts';
import { findNewsLag } from '../../platform/news/inbox.store.ts';
import { sumWrongCodes } from '../scanning/scanning.ts';
import { alertRules, countDamages, hasFailed, holdsOf, hoursOverdue, minutesBehind } from './alert-rules.ts';
import { findScan } from './alerts.store.ts';
import { listAlerts } from './alerts.ts';
import { certificateHost, daysUntil } from './certificate.ts';
import { countConnections, countDeadLetters } from './evidence.store.ts';
import { measureAnswers } from './measured-answers.ts';

type State = SystemHealth['checks'][number]['state'];
const shares = { good: 100, fair: 50, bad: 0 } as const;

const minuteMs = 60_000;
const measuredMinutes = 15;
/** Milliseconds in which the database answers this screen's question. */
const database = { good: 250, fair: 1_000 };
/** Of the connections that there may be. */
const connections = { good: 0.7, fair: 0.9 };
const answers = { good: 500, fair: alertRules.slow_answers.threshold };
/** Percent of the requests. */
const errors = { good: 1, fair: alertRules.error_rate.threshold };
const newsSeconds = { good: 300, fair: 3_600 };
/** The rules run every minute. */
const rulesMinutes = { good: 3, fair: 15 };
/** With so many requests, of which half failed, nobody is served. */
const outage = { requests: 20, percent: 50 };

const below = (figure: number, { good, fair }: { good: number; fair: number }): State =>
  figure < good ? 'good' : figure < fair ? 'fair' : 'bad';

/** How the platform is now, as measured: `docs/figures.md` says what each figure is. */
export async function readHealth(
  { db, replica, settings }: Pick<Context, 'db' | 'replica' | 'settings'>,
  now: Date,
): Promise<SystemHealth> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const begun = performance.now();
  const scan = await findScan(db);
  const databaseMs = performance.now() - begun;
  const damaged = { from: before(alertRules.audit_damaged.window / 60), until: now };
  const [measured, { used, most }, room, backup, damages, letters, lag, wrong, alerts] = await Promise.all([
    measureAnswers(db, { from: before(measuredMinutes), until: now }),
    countConnections(db),
    findRoom(settings.dataDir),
    findBackupState(db, settings),
    countDamages(db, damaged),
    countDeadLetters(db),
    findNewsLag(db, now),
    sumWrongCodes(db, before(24 * 60)),
    listAlerts(db),
  ]);
  const errorPercent = measured.requests ? (100 * measured.errors) / measured.requests : 0;
  const host = certificateHost(settings.publicUrl);
  const ends = scan?.certificate_of === host ? (scan?.certificate_ends_at ?? null) : null;
  const days = host && ends ? daysUntil(ends, now) : null;
  const backupStatus = statusOfBackups(backup, now);
  const states: Record<HealthCheck, State> = {
    database: below(databaseMs, database),
    connections: below(used / most, connections),
    // What it does not give the primary gives.
    replica: replica ? (replica.status.state === 'in_use' ? 'good' : 'fair') : 'not_applicable',
    answers: below(measured.p95 ?? 0, answers),
    errors: below(errorPercent, errors),
    disk: holdsOf(alertRules.disk_low, room) ? (room < leastMegabytes ? 'bad' : 'fair') : 'good',
    backups: stateOfBackups[backupStatus],
    certificate: host ? stateOfCertificate(days) : 'not_applicable',
    audit_log: damages > 0 ? 'bad' : 'good',
    work: letters > 0 ? 'fair' : 'good',
    news: below(lag, newsSeconds),
    rules: below(scan ? (now.getTime() - scan.scanned_at.getTime()) / minuteMs : rulesMinutes.good, rulesMinutes),
  };
  const isOut = measured.requests >= outage.requests && errorPercent >= outage.percent;
  const isBad = Object.values(states).includes('bad');
  return {
    overall_health: meanOf(Object.values(states)),
    checks: healthChecks.map((check) => ({ check, state: states[check] })),
    api_response_time: measured.p95,
    database_connections: used,
    most_database_connections: most,
    active_threats: alerts.filter(({ type, dismissed }) => type !== 'info' && !dismissed).length,
    invented_scans: wrong.invented,
    mistyped_scans: wrong.mistyped,
    last_security_scan: scan?.scanned_at.toISOString() ?? null,
    platform_status: isOut ? 'outage' : isBad ? 'degraded' : 'operational',
    backup_status: backupStatus,
    last_backup: backup.takenAt?.toISOString() ?? null,
    backup_age_seconds: backup.takenAt && Math.floor((now.getTime() - backup.takenAt.getTime()) / 1_000),
    log_applies: backup.log !== null,
    log_age_seconds: backup.log?.shippedAt
      ? Math.floor((now.getTime() - backup.log.shippedAt.getTime()) / 1_000)
      : null,
    ssl_certificate_days: days,
    ssl_certificate_applies: host !== null,
  };
}

/** What the figure of backups says and what their check says is one. */
const stateOfBackups = { healthy: 'good', overdue: 'bad', failed: 'bad', none: 'fair' } as const;

function statusOfBackups(backup: BackupState, now: Date): SystemHealth['backup_status'] {
  const behind = minutesBehind(backup, now);
  const isLogBehind = behind !== null && holdsOf(alertRules.log_behind, behind);
  if (hoursOverdue(backup, now) !== null) return 'overdue';
  if (hasFailed(backup)) return 'failed';
  if (isLogBehind) return 'overdue';
  return backup.takenAt ? 'healthy' : 'none';
}

function stateOfCertificate(days: number | null): State {
  if (days === null) return 'fair';
  if (holdsOf(alertRules.certificate_ending, days)) return 'bad';
  return holdsOf(alertRules.certificate_soon, days) ? 'fair' : 'good';
}

/** Percent: all that apply weigh the same. */
function meanOf(states: readonly State[]): number {
  const counted = states.flatMap((state) => (state === 'not_applicable' ? [] : shares[state]));
  return Math.floor(counted.reduce<number>((sum, share) => sum + share, 0) / counted.length);
}
