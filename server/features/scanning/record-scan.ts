import { normalizeCode } from '../../../contract/code-form.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Position } from '../../platform/distance.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { releaseKey } from '../../platform/idempotency.store.ts';
import { findRepeated, type KeyedCall } from '../../platform/idempotency.ts';
import { hasRoomFor, spendCall } from '../../platform/limits/call-limits.ts';
import { readDevice } from '../../platform/limits/known-device.ts';
import { limits } from '../../platform/limits/limits.ts';
import { keepVisit, newVisitToken, visitsOfKey } from '../../platform/sessions/visits.ts';
import { codeKeys, isOurs, slipsOf } from './code-check.ts';
import type { Landing } from './landing.ts';
import { countWrongCode } from './orphan-scans.store.ts';
import { scanOriginOf } from './scan-origin.ts';
import {
  findScan,
  findVisitLimit,
  hasAnyCode,
  insertScan,
  joinVisit,
  type ScanInput,
  type ScanRow,
} from './scanning.store.ts';

export interface ScanRequest {
  /** In its stored form, as `storedCode` makes it. */
  code: string;
  source: ScanInput['source'];
  device: object | null;
  /** Where the visitor is, where they share it and do not ask for privacy. */
  position: Position | null;
  /** Of the address that the code opened; null where it was read by the scanner. */
  landing: Landing | null;
  withPlace: boolean;
  knownPlace?: string | undefined;
}

export interface ScanResult {
  /** The code in its stored form. */
  code: string;
  row: ScanRow;
  /** When the scan was recorded: of a repeated call, then. */
  scannedAt: Date;
}

const refusals = {
  paused: 'code_paused',
  expired: 'code_expired',
  replaced: 'code_replaced',
  unknown: 'code_unknown',
  mistyped: 'code_mistyped',
} as const satisfies Record<string, ErrorCode>;

/** A code in the form in which it is stored, however it was typed. @throws Refusal `invalid_code` for what has not the form of one. */
export function storedCode(asked: string): string {
  const code = normalizeCode(asked);
  if (!code) throw new Refusal('invalid_code');
  return code;
}

/**
 * Records a scan of a printed code for this request's visit, starting a visit where there is none, and keeps the visit in the
 * browser. A scan that names a key is recorded once; a repeat is given the visit that the first began, as its answer may have
 * been lost.
 * @throws Refusal `code_mistyped`, `code_unknown`, `code_paused`,
 * `code_expired` or `code_replaced`, each of which credits nobody and is logged as an orphan scan while its network has bytes
 * left; `rate_limited` with the seconds to wait, beyond the limit of a visit or of a network; `idempotency_mismatch`.
 */
export async function scanForRequest(ctx: Context, scan: ScanRequest): Promise<ScanResult> {
  // The page that a code opens is no endpoint, whose limits are spent before.
  if (scan.source === 'camera') await spendCall('scan', ctx);
  const device = readDevice(ctx.settings, ctx.cookie('device'));
  const hour = device
    ? ({ limit: 'scan-hour-device', key: device.id } as const)
    : ({ limit: 'scan-hour-network', key: ctx.network } as const);
  await ctx.limits.spend(hour, ctx.clock.now());
  const { code } = scan;
  const input = await inputOf(ctx, scan);
  for (const visit of visitsToTry(ctx)) {
    const done = await scanWith(ctx, { ...input, visitHash: visit.hash });
    if (done?.isNew && visit.token) keepVisit(ctx, visit.token);
    if (done) return { code, row: done.row, scannedAt: done.scannedAt };
  }
  throw new Refusal('unavailable');
}

/** A key that stands for no scan is given back, and then taken by whichever call comes first; the others look again. */
const mostAttempts = 20;

/**
 * Records a scan with one visit, or answers it from the first call with its key.
 * @returns nothing where the visit is somebody else's.
 */
async function scanWith(ctx: Context, scan: ScanInput) {
  const { keyedCall: call } = ctx;
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await insertScan(ctx.db, scan);
    const first = row.fresh ? undefined : await findFirst(ctx, call!, scan.code, row);
    if (first) return { ...first, isNew: false };
    if (!row.fresh && (row.state === 'active' || scan.keepsOrphans)) {
      if (row.state === 'active' && (await isSomebodyElses(ctx, scan))) return undefined;
      continue;
    }
    if (row.state !== 'active') {
      const reason = row.state === 'unknown' ? scan.unknownReason : row.state;
      if (reason === 'mistyped') await noteWrongCode(ctx, scan.code);
      throw new Refusal(refusals[reason]);
    }
    if (row.visit_id !== null) return { row, scannedAt: scan.now, isNew: true };
    if (call) await releaseKey(ctx.db, call, { at: scan.now, reference: scan.visitHash.toString('hex') });
    if (await isSomebodyElses(ctx, scan)) return undefined;
  }
  throw new Refusal('unavailable');
}

/** Counts a code that none of our keys made, and records a security event unless it is one of ours with a slip of the finger. */
async function noteWrongCode(ctx: Context, code: string): Promise<void> {
  const isInvented = !(await hasAnyCode(ctx.db, slipsOf(code)));
  await countWrongCode(ctx.db, ctx.clock.now(), isInvented);
  if (!isInvented) return;
  const description = 'None of our keys made it, and it is near to none of our codes.';
  ctx.recordEvent({ type: 'tampered_code', severity: 'medium', description });
}

/** What is recorded of a scan, whichever visit it falls to. */
async function inputOf(ctx: Context, scan: ScanRequest): Promise<Omit<ScanInput, 'visitHash'>> {
  // Whoever uses up the bytes of a network must not end its scans: what is not needed is left out instead.
  const { code, device, landing } = scan;
  const hasRoom = await hasRoomFor('scan-bytes', { code, device, ...(landing && { landing }) }, ctx);
  return {
    ...scan,
    device: hasRoom ? device : null,
    landing: hasRoom ? landing : null,
    origin: await scanOriginOf(ctx),
    keepsOrphans: hasRoom,
    userId: ctx.caller?.userId ?? null,
    now: ctx.clock.now(),
    unknownReason: isOurs(code, codeKeys(ctx.settings)) ? 'unknown' : 'mistyped',
    knownPlace: scan.knownPlace ?? null,
    limit: ctx.settings.rateLimits ? limits['scan-visit'].amount : null,
    call: ctx.keyedCall,
  };
}

/** The visit of this browser, and what takes its place where it has none, or somebody else's who was signed in on it. */
function* visitsToTry(ctx: Context): Generator<{ hash: Buffer; token: string | undefined }> {
  if (ctx.visitHash) yield { hash: ctx.visitHash, token: ctx.cookie('visit') };
  if (ctx.keyedCall) yield visitsOfKey(ctx.settings, ctx.keyedCall.key)[0];
  yield newVisitToken(ctx.settings);
}

/**
 * What the first call with this key came to; the browser gets the visit that it began, where it has none. Nothing where the key
 * stands for no scan, as its visit was refused: it is given back.
 */
async function findFirst(ctx: Context, call: KeyedCall, code: string, row: ScanRow) {
  const kept = await findRepeated(ctx.db, call);
  if (!kept) return undefined;
  const scannedAt = kept.created_at;
  const reference = kept.reference ?? '';
  if (kept.reply !== null || reference in refusals) ctx.setHeader('idempotent-replay', 'true');
  if (kept.reply !== null) return { row: { ...row, ...countedOf(kept.reply) }, scannedAt };
  if (reference in refusals) throw new Refusal(refusals[reference as keyof typeof refusals]);
  const visitHash = Buffer.from(reference, 'hex');
  const scan = await findScan(ctx.db, { visitHash, code, at: scannedAt });
  if (!scan) {
    await releaseKey(ctx.db, call, { at: scannedAt, reference });
    return undefined;
  }
  ctx.setHeader('idempotent-replay', 'true');
  const begun = visitsOfKey(ctx.settings, call.key).find(({ hash }) => hash.equals(visitHash));
  const userId = ctx.caller?.userId;
  if (begun && userId) await joinVisit(ctx.db, visitHash, userId);
  // Also to a browser that shows somebody else's visit: its scan began one of its own.
  if (begun && (scan.user_id === null || scan.user_id === userId)) keepVisit(ctx, begun.token);
  return { row: { ...row, counted: scan.counted, visit_id: scan.visit_id }, scannedAt };
}

/** Of a scan that was answered when whole replies were kept. */
function countedOf(reply: string): Pick<ScanRow, 'counted'> {
  return { counted: Boolean((JSON.parse(reply) as { counted?: boolean }).counted) };
}

/**
 * Whether a visit is another person's, who was signed in on this browser.
 * @throws Refusal `rate_limited` where it is not, and is over its limit: the statement of the scan then recorded nothing either.
 */
async function isSomebodyElses(ctx: Context, { visitHash, limit, now }: ScanInput): Promise<boolean> {
  const visit = await findVisitLimit(ctx.db, visitHash);
  if (!visit) return false;
  if (visit.user_id !== null && visit.user_id !== ctx.caller?.userId) return true;
  const left = 60_000 - (now.getTime() - (visit.limit_from?.getTime() ?? 0));
  if (limit !== null && left > 0 && visit.limit_spent >= limit)
    throw new Refusal('rate_limited', {}, Math.ceil(left / 1000));
  return false;
}
