import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { followBooking, setHold } from '../server/features/commission/commission.ts';
import { preparePayout } from '../server/features/commission/payouts.ts';
import { proposeRateCard } from '../server/features/commission/rate-changes.ts';
import { withTransaction } from '../server/platform/database/database.ts';
import { organisationOf } from './an-organisation.ts';
import type { World } from './world.ts';

type Ledgered = Pick<World, 'db' | 'clock' | 'aBooking' | 'aListing' | 'aUser'>;

/** A completed booking that an organisation is credited with, posted; travelled 30 days ago unless told. @returns its id */
export async function aCommission(
  world: Ledgered,
  organisationId: string,
  experience = 'Reef walk',
  booking: Parameters<World['aBooking']>[0] = {},
): Promise<string> {
  const { db, clock } = world;
  const owner = db.selectFrom('organisations').select('owner_id').where('id', '=', organisationId);
  const { owner_id: partner_id } = await owner.executeTakeFirstOrThrow();
  const check_in_date = new Date(clock.now().getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  const listing_id = await world.aListing({ name: experience, commission_rate: 0.25 });
  const usual = { status: 'completed', estimated: false, amount_cents: 40_000, check_in_date };
  const id = await world.aBooking({ partner_id, listing_id, ...usual, ...booking });
  await follow(world, id);
  return id;
}

/** Posts what a booking's commission is now. */
export async function follow({ db, clock }: Pick<World, 'db' | 'clock'>, bookingId: string): Promise<boolean> {
  const by = { actorId: null, cause: 'test' };
  return await withTransaction(db, (tx) => followBooking(tx, clock.now(), bookingId, by));
}

/** A prepared payout of a partner of its own, by somebody. @returns its id */
export async function aPayout(world: Ledgered, preparedBy: string): Promise<string> {
  const partner = await world.aUser({ role: 'partner' });
  const organisationId = (await organisationOf(world, partner.id))!;
  await aCommission(world, organisationId);
  const actor = { userId: preparedBy, requestId: 'test' };
  const payout = await preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisationId);
  return payout!.id;
}

/** A rate card of a tier of its own that somebody has proposed, and that waits. @returns the proposal's id */
export async function aProposedCard({ db, clock }: Pick<World, 'db' | 'clock'>, proposedBy: string): Promise<string> {
  const card = { tier: 'proposed', partner_share: 0.2, effective_from: '2099-01-01', reason: 'Agreed' };
  return (await proposeRateCard(db, clock.now(), { userId: proposedBy, requestId: 'test' }, card)).id;
}

/** A person is asked about what its platform told of a booking. */
export async function aDoubt({ db }: Pick<World, 'db'>, bookingId: string): Promise<void> {
  await sql`insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest,
      first_news_at, last_news_at, state, match_kind, confidence, booking_id)
    select 'fareharbor', 'reefwalk', '4711', '{}', 'confirmed', now(), '\\x00', now(), now(), 'proposed', 'reference', 60, ${bookingId}::uuid`.execute(
    db,
  );
}

/** A hold of a booking by a rule. @returns its id */
export async function aHold(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  bookingId: string,
  rule = 'burst',
): Promise<string> {
  await withTransaction(db, (tx) => setHold(tx, clock.now(), { bookingId, rule }));
  const held = db.selectFrom('commission_holds').select('id').where('booking_id', '=', bookingId);
  return (await held.where('rule', '=', rule).executeTakeFirstOrThrow()).id;
}

/** Where a booking's money stands, in cents by account, by what its entries come to. */
export async function moneyOf({ db }: Pick<World, 'db'>, bookingId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select concat_ws(' ', a.kind, a.state) as account, sum(case when a.id = e.to_account then e.cents else -e.cents end)::integer as cents
    from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
    where e.booking_id = ${bookingId} group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]));
}
