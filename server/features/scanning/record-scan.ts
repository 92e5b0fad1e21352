import { normalizeCode } from '../../../contract/code-form.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { hasRoomFor, spendCall } from '../../platform/call-limits.ts';
import type { Context } from '../../platform/context.ts';
import { releaseKey } from '../../platform/idempotency.store.ts';
import { findRepeated, type KeyedCall } from '../../platform/idempotency.ts';
import { readDevice } from '../../platform/known-device.ts';
import { limits } from '../../platform/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import { keepVisit, newVisitToken, visitsOfKey } from '../../platform/visits.ts';
import { codeKeys, isOurs } from './code-check.ts';
import { findScan, findVisitLimit, insertScan, joinVisit, type ScanInput, type ScanRow } from './scanning.store.ts';

export interface ScanRequest {
  code: string;
  source: ScanInput['source'];
  device: object | null;
  withListings: boolean;
  knownListings?: string | undefined;
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

/**
 * Records a scan of a printed code for this request's visit, starting a visit where there is none, and keeps the visit in the
 * browser. A scan that names a key is recorded once; a repeat is given the visit that the first began, as its answer may have
 * been lost.
 * @throws Refusal `invalid_code` for what has not the form of a code; `code_mistyped`, `code_unknown`, `code_paused`,
 * `code_expired` or `code_replaced`, each of which credits nobody and is logged as an orphan scan while its network has bytes
 * left; `rate_limited` with the seconds to wait, beyond the limit of a visit or of a network; `idempotency_mismatch`.
 */
export async function scanForRequest(ctx: Context, scan: ScanRequest): Promise<ScanResult> {
  const code = normalizeCode(scan.code);
  if (!code) throw new Refusal('invalid_code');
  // The page that a code opens is no endpoint, whose limits are spent before.
  if (scan.source === 'camera') await spendCall('scan', ctx);
  if (!readDevice(ctx.settings, ctx.cookie('device')))
    await ctx.limits.spend({ limit: 'scan-hour-network', key: ctx.network }, ctx.clock.now());
  const input = await inputOf(ctx, scan, code);
  const { now } = input;
  for (const visit of visitsToTry(ctx)) {
    let row = await insertScan(ctx.db, { ...input, visitHash: visit.hash });
    if (!row.fresh) {
      const first = await findFirst(ctx, ctx.keyedCall!, code, row);
      if (first) return { code, ...first };
      if (row.state === 'active' || input.keepsOrphans) {
        row = await insertScan(ctx.db, { ...input, visitHash: visit.hash });
        if (!row.fresh) break;
      }
    }
    if (row.state !== 'active') throw new Refusal(refusals[row.state === 'unknown' ? input.unknownReason : row.state]);
    if (row.visit_id !== null) {
      if (visit.token) keepVisit(ctx, visit.token);
      return { code, row, scannedAt: now };
    }
    if (ctx.keyedCall) await releaseKey(ctx.db, ctx.keyedCall, now);
    await refuseBeyondLimit(ctx, visit.hash, now);
  }
  throw new Refusal('unavailable');
}

/** What is recorded of a scan, whichever visit it falls to. */
async function inputOf(ctx: Context, scan: ScanRequest, code: string): Promise<Omit<ScanInput, 'visitHash'>> {
  // Whoever uses up the bytes of a network must not end its scans: what is not needed is left out instead.
  const hasRoom = await hasRoomFor('scan-bytes', { code, device: scan.device }, ctx);
  return {
    ...scan,
    code,
    device: hasRoom ? scan.device : null,
    keepsOrphans: hasRoom,
    userId: ctx.caller?.userId ?? null,
    now: ctx.clock.now(),
    unknownReason: isOurs(code, codeKeys(ctx.settings)) ? 'unknown' : 'mistyped',
    knownListings: scan.knownListings ?? null,
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
    await releaseKey(ctx.db, call, scannedAt);
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

/** Tells a visit over its limit from one that belongs to somebody else. @throws Refusal `rate_limited` */
async function refuseBeyondLimit(ctx: Context, visitHash: Buffer, now: Date): Promise<void> {
  const visit = await findVisitLimit(ctx.db, visitHash);
  if (!visit || (visit.user_id !== null && visit.user_id !== ctx.caller?.userId)) return;
  const elapsed = now.getTime() - (visit.limit_from ?? now).getTime();
  throw new Refusal('rate_limited', {}, Math.max(1, Math.ceil((60_000 - elapsed) / 1000)));
}
