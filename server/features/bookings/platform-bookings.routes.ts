import {
  dismissPlatformBooking as dismissEndpoint,
  listPlatformBookings as listEndpoint,
  matchPlatformBooking as matchEndpoint,
  unmatchPlatformBooking as unmatchEndpoint,
} from '../../../contract/platform-bookings.ts';
import { claimFareharborBooking, claimViatorBooking } from '../../../contract/revenue.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { type BrowserClaim, claimBooking, getClaim } from './claims.ts';
import {
  dismissPlatformBooking,
  listPlatformBookings,
  matchPlatformBooking,
  unmatchPlatformBooking,
} from './platform-bookings.ts';

interface ClaimBody {
  business_listing_id: number;
  booking_details?: { timestamp?: string | undefined } | undefined;
}

async function claim(ctx: Context, body: ClaimBody, told: Pick<BrowserClaim, 'platform' | 'reference'>) {
  const { timestamp } = body.booking_details ?? {};
  const clickedAt = timestamp ? new Date(timestamp) : undefined;
  const given = { ...told, listingId: body.business_listing_id, clickedAt };
  const claimed = await claimBooking(ctx, ctx.clock.now(), actorOf(ctx), given);
  ctx.made(claimed.booking_id);
  return claimed;
}

const claimed = (_input: unknown, ctx: Context, { reference }: { reference: string }) =>
  withTenant(ctx.db, { person: ctx.caller!.userId }, (tx) => getClaim(tx, ctx.caller!.userId, reference));

export const platformBookingsRoutes = [
  answer(listEndpoint, ({ query }, ctx) => listPlatformBookings(ctx.db, query)),
  answer(matchEndpoint, async ({ params, body: { reason, ...meant } }, ctx) => {
    await requireStepUp(ctx);
    return await matchPlatformBooking(ctx, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id, meant);
  }),
  answer(unmatchEndpoint, async ({ params, body: { reason } }, ctx) => {
    await requireStepUp(ctx);
    return await unmatchPlatformBooking(ctx, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
  }),
  answer(dismissEndpoint, async ({ params, body: { reason } }, ctx) => {
    await requireStepUp(ctx);
    return await dismissPlatformBooking(ctx, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
  }),
  answer(
    claimFareharborBooking,
    ({ body }, ctx) => claim(ctx, body, { platform: 'fareharbor', reference: body.fareharbor_data?.booking_reference }),
    claimed,
  ),
  answer(
    claimViatorBooking,
    ({ body }, ctx) => claim(ctx, body, { platform: 'viator', reference: body.viator_data?.booking_reference }),
    claimed,
  ),
];
