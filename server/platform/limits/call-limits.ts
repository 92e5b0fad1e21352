import type { Context } from '../context.ts';
import { type KnownDevice, readDevice } from './known-device.ts';
import { type LimitName, limitOf, limits } from './limits.ts';
import type { Spend } from './rate-limits.ts';

/** The names that an endpoint may give as its `limit`: those with a row for networks. */
export const isCallLimit = (name: string) => `${name}-network` in limits;

/** Whether each call spends a share of its caller's own. */
export const isSpentByCall = (name: string): name is LimitName =>
  name in limits && !limitOf(name as LimitName).withWork;

type Caller = Pick<Context, 'caller' | 'visitHash' | 'network' | 'limits' | 'clock' | 'settings' | 'cookie'>;

/**
 * Spends the limit of a call: the caller's own share first, with what they have for the day, so that somebody who is over it
 * takes nothing from their neighbours; then their network's, which invented cookies do not get around. A known device leaves its
 * network's alone where that spares it and it has a share of its own. Nothing is given back: a call that the network's limit
 * refuses has spent its own share.
 * @param name an endpoint's `limit`.
 * @throws Refusal `rate_limited` with the seconds to wait.
 */
export async function spendCall(name: string, ctx: Caller): Promise<void> {
  const now = ctx.clock.now();
  const ofNetwork = `${name}-network` as LimitName;
  const device = limitOf(ofNetwork).sparesKnownDevices ? readDevice(ctx.settings, ctx.cookie('device')) : undefined;
  const own = ownShare(name, ctx, device);
  if (own) {
    await ctx.limits.spend(own, now);
    const daily = `${name}-daily`;
    if (isSpentByCall(daily)) await ctx.limits.spend({ limit: daily, key: own.key }, now);
  }
  if (!own || !device) await ctx.limits.spend({ limit: ofNetwork, key: ctx.network }, now);
}

/** The caller's own share of a limit, where they have one: as a person, a known device or a visit. */
function ownShare(name: string, ctx: Caller, device: KnownDevice | undefined): Spend | undefined {
  if (isSpentByCall(name)) {
    const key = ctx.caller?.userId ?? device?.id ?? ctx.visitHash?.toString('base64url');
    return key ? { limit: name, key } : undefined;
  }
  const ofDevice = `${name}-device`;
  return device && isSpentByCall(ofDevice) ? { limit: ofDevice, key: device.id } : undefined;
}

/** What a row of a table takes beside its contents, with its place in the indexes. */
const bytesOfRow = 300;

type Sender = Pick<Context, 'network' | 'limits' | 'clock' | 'idempotencyKey'>;

/**
 * Spends what a body may make us keep from a budget of its network, before it is kept.
 * @param name one of an endpoint's `stores`.
 * @throws Refusal `rate_limited` with the seconds to wait.
 */
export async function spendBytes(name: string, body: unknown, ctx: Sender & Pick<Context, 'bodyBytes'>): Promise<void> {
  const events = (body as { events?: unknown } | undefined)?.events;
  const rows = Array.isArray(events) ? events.length : 1;
  await ctx.limits.spend(costOf(name, rows, ctx.bodyBytes(), ctx), ctx.clock.now());
}

/** The same for a value that can be left out instead of being refused. @returns whether the network's budget has room for it. */
export async function hasRoomFor(name: LimitName, value: unknown, ctx: Sender): Promise<boolean> {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return await ctx.limits.trySpend(costOf(name, 1, bytes, ctx), ctx.clock.now());
}

function costOf(name: string, rows: number, bytes: number, { network, idempotencyKey: key }: Sender): Spend {
  // A key is kept too, in a row of its own and again in its index.
  const ofKey = key === undefined ? 0 : bytesOfRow + 2 * key.length;
  return { limit: name as LimitName, key: network, cost: rows * bytesOfRow + ofKey + bytes };
}
