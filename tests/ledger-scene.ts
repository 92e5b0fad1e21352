import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { assumedAmountCents } from '../server/features/bookings/bookings.ts';
import type { Db } from '../server/platform/database/database.ts';
import type { Settings } from '../server/platform/settings.ts';
import { organisationOf } from './an-organisation.ts';
import { LedgerModel, type ModelBooking, type ModelPayout } from './ledger-model.ts';
import type { FakeClock, World } from './world.ts';

/** Partners, travelers and experiences that operations are drawn for, with the model that follows them. */
export interface LedgerScene {
  model: LedgerModel;
  clock: FakeClock;
  settings: Settings;
  now: () => Date;
  /** A day of Hawaiʻi, so many from today. */
  day: (after: number) => string;
  admins: { userId: string; requestId: string }[];
  /** The id of each organisation by its name. */
  partners: Map<string, string>;
  travelers: { userId: string; visitId: number; partner: string | undefined }[];
  listings: { id: number; platform: string; cents: bigint; rate: bigint }[];
  idOf: Map<ModelBooking, string>;
  bookedBy: Map<ModelBooking, string>;
  payoutIds: Map<ModelPayout, string>;
  transactionOf: (db: Db, booking: ModelBooking) => Promise<string>;
}

export async function createScene(world: World): Promise<LedgerScene> {
  const { db, clock, settings } = world;
  const now = () => clock.now();
  const day = (after: number) => hawaiiDay(new Date(clock.now().getTime() + after * 86_400_000));
  const idOf = new Map<ModelBooking, string>();
  const partners = new Map<string, string>();
  const travelers: LedgerScene['travelers'] = [];
  for (const name of ['Hale A', 'Hale B', 'Hale C', undefined])
    travelers.push(...(await aCrowd(world, name, partners)));
  const admins = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  return {
    ...{ model: new LedgerModel(day(0)), clock, settings, now, day, partners, travelers, idOf },
    admins: admins.map(({ id }) => ({ userId: id, requestId: 'model' })),
    listings: [
      await aListing(world, 'fareharbor', 'https://fareharbor.com/embeds/book/reef/items/1/', '$$$', 0.25),
      await aListing(world, 'viator', 'https://www.viator.com/tours/1', '$$$$', 0.08),
      await aListing(world, 'external', 'https://operator.example/book', '$', 0.15),
    ],
    ...{ bookedBy: new Map(), payoutIds: new Map() },
    transactionOf: async (tx, booking) => {
      const row = tx.selectFrom('bookings').select('transaction_id').where('id', '=', idOf.get(booking)!);
      return (await row.executeTakeFirstOrThrow()).transaction_id;
    },
  };

  async function aCrowd({ aUser, aPlace, aCode }: World, partner: string | undefined, names: Map<string, string>) {
    const owner = await aUser({ role: 'partner' });
    if (partner) names.set(partner, (await organisationOf(world, owner.id))!);
    const code = await aCode({ location_id: await aPlace({ partner_id: owner.id, listings: [] }) });
    const crowd: LedgerScene['travelers'] = [];
    for (let at = 0; at < 4; at++) {
      const { id: user_id } = await aUser();
      const times = { created_at: now(), last_seen_at: now() };
      const visit = { token_hash: randomBytes(32), user_id, ...times };
      const { id: visitId } = await db.insertInto('visits').values(visit).returning('id').executeTakeFirstOrThrow();
      // Seen for as long as the clock may go: credit reaches 30 days back.
      if (partner)
        await sql`insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
          select ${visitId}::bigint, ${code.id}::integer, ${code.locationId}::integer, ${now()}::timestamptz + n * interval '20 days',
            true, 'camera', ${owner.id}::uuid from generate_series(0, 500) n`.execute(db);
      crowd.push({ userId: user_id, visitId, partner });
    }
    return crowd;
  }

  async function aListing(
    from: World,
    platform: string,
    booking_url: string,
    price: keyof typeof assumedAmountCents,
    rate: number,
  ) {
    const id = await from.aListing({ booking_url, price_range: price, commission_rate: rate });
    return { id, platform, cents: BigInt(assumedAmountCents[price]), rate: BigInt(rate * 10_000) };
  }
}

/** What stands on every account on which anything stands, in cents, by the names that the model has for them. */
export async function accountsIn(db: Db, { partners }: LedgerScene): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; organisation_id: string; platform: string; state: string; cents: number }>`
    select a.kind, a.organisation_id, a.platform, a.state, sum(b.cents)::bigint as cents
    from ledger_accounts a join ledger_balances b on b.account_id = a.id group by a.id having sum(b.cents) <> 0`.execute(
    db,
  );
  const nameOf = (id: string) => [...partners].find(([, one]) => one === id)?.[0];
  return Object.fromEntries(
    rows.map(({ kind, organisation_id, platform, state, cents }) => [
      `${kind === 'partner' ? nameOf(organisation_id) : (platform ?? kind)} ${state}`,
      cents,
    ]),
  );
}
