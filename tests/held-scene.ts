import { organisationOf } from './an-organisation.ts';
import type { Reply, TestUser, World } from './world.ts';

/** A partner's code, and how travelers scan it and follow links. */
export interface HeldScene {
  partner: TestUser;
  organisation: string;
  code: string;
  locationId: number;
}

export async function aPartnersCode(world: World, place: object = {}, partner?: TestUser): Promise<HeldScene> {
  const owner = partner ?? (await world.aUser({ role: 'partner' }));
  const { code, locationId } = await world.aCode({
    location_id: await world.aPlace({ partner_id: owner.id, listings: [], ...place }),
  });
  return { partner: owner, organisation: (await organisationOf(world, owner.id))!, code, locationId };
}

/** Scans a code on a browser of somebody's own. @param from an address on the network, in a world behind a proxy. @returns the cookies of that browser */
export async function scan(
  world: World,
  by: { cookie: string },
  code: string,
  userAgent = 'A phone',
  from?: string,
): Promise<string> {
  const { status, cookies } = await world.call('POST /api/qr/scan', {
    cookie: by.cookie,
    ...(from && { headers: { 'x-forwarded-for': from } }),
    body: { qr_code_id: code, device_info: { userAgent } },
  });
  if (status !== 200 && status !== 201) throw new Error(`a scan is answered ${status}`);
  return cookies.visit ? `${by.cookie}; visit=${cookies.visit}` : by.cookie;
}

/** Follows a listing's booking link, a second after whatever was before. @returns the booking's id */
export async function follow(world: World, cookie: string, listingId?: number): Promise<string> {
  world.clock.advance(1);
  const reply: Reply = await world.call('POST /api/qr/booking-conversion', {
    cookie,
    body: { business_listing_id: listingId ?? (await world.aListing()) },
  });
  if (reply.status !== 201) throw new Error(`a conversion is answered ${reply.status} ${reply.raw}`);
  return reply.body.booking_id;
}

/** The rules that hold a booking, with what they saw. */
export async function holdsOf({ db }: Pick<World, 'db'>, bookingId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('commission_holds')
    .select(['rule', 'details'])
    .where('booking_id', '=', bookingId)
    .orderBy('rule')
    .execute();
  return Object.fromEntries(rows.map(({ rule, details }) => [rule, details]));
}
