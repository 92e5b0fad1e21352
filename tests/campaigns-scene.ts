import pg from 'pg';
import { exploreBeginning } from '../contract/campaign-form.ts';
import { clientConfig } from '../server/platform/database/database.ts';
import { newVisitToken } from '../server/platform/sessions/visits.ts';
import { organisationOf } from './an-organisation.ts';
import { ownerOf } from './attack/owner.ts';
import type { TestUser, World } from './world.ts';

/** An advertiser with a listing that guests find. */
export interface Advertiser {
  user: TestUser;
  organisation: string;
  listing: number;
}

type Scene = Pick<World, 'db' | 'aUser' | 'aListing' | 'call' | 'clock' | 'aCode'>;

export async function anAdvertiser(world: Scene): Promise<Advertiser> {
  const user = await world.aUser({ role: 'advertiser' });
  const organisation = (await organisationOf(world, user.id))!;
  return { user, organisation, listing: await world.aListing({ organisation_id: organisation }) };
}

/** Fills the beginning of Explore's lists, so that other listings are sponsored there, and a place. @returns the place */
export async function someLists(world: Pick<World, 'aListing' | 'aPlace'>): Promise<number> {
  await Promise.all(Array.from({ length: exploreBeginning }, () => world.aListing({ is_featured: true })));
  return await aLongPlace(world);
}

/** A place with room for a sponsored card. */
export async function aLongPlace(
  world: Pick<World, 'aListing' | 'aPlace'>,
  place: Parameters<World['aPlace']>[0] = {},
): Promise<number> {
  const listings = await Promise.all([1, 2, 3, 4].map(() => world.aListing()));
  return await world.aPlace({ listings, ...place });
}

/** What a campaign is unless told: a fixed fee of $50 for 5,000 impressions, over the whole of these days, shown everywhere. */
export const plainCampaign = {
  name: 'Mornings on the reef',
  pricing: 'fixed',
  budget: 50,
  click_price: null,
  most_impressions: 5_000,
  most_a_day: null,
  first_day: '2026-11-21',
  last_day: '2026-11-21',
  time_from: null,
  time_until: null,
  languages: [],
  places: [],
  categories: [],
};

/** A campaign of an advertiser's listing, running unless told. @returns its id */
export async function aCampaign(
  world: Scene,
  { user, listing }: Pick<Advertiser, 'user' | 'listing'>,
  { isDraft = false, ...given }: Partial<Record<keyof typeof plainCampaign, unknown>> & { isDraft?: boolean } = {},
): Promise<string> {
  const body = { ...plainCampaign, listing_id: listing, ...given };
  const made = await world.call('POST /api/campaigns', { body, cookie: user.cookie });
  if (made.status !== 201) throw new Error(`no campaign: ${made.raw}`);
  const { id } = made.body;
  if (!isDraft) await step(world, user, id, 'start');
  return id;
}

/** What an editor sends of a campaign as it was answered. */
export const editedOf = (body: Record<string, unknown> & { places: { id: number }[] }) => ({
  ...Object.fromEntries(Object.keys(plainCampaign).map((field) => [field, body[field]])),
  places: body.places.map(({ id }) => id),
  replaces: body.version,
});

/** Starts, pauses or ends a campaign. */
export async function step(world: Scene, { cookie }: TestUser, id: string, how: 'start' | 'pause' | 'end') {
  const reply = await world.call(`POST /api/campaigns/${id}/state`, { body: { step: how }, cookie });
  if (reply.status !== 200) throw new Error(`not to ${how}: ${reply.raw}`);
}

/** Does something while no process can read campaigns. */
export async function whileUnreadable(world: Pick<World, 'database'>, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
  await owner.query('alter table campaign_places rename to campaign_places_elsewhere');
  try {
    await work();
  } finally {
    await owner.query('alter table campaign_places_elsewhere rename to campaign_places');
    await owner.end();
  }
}

/** The cookie of a guest who has scanned a code. */
export async function aVisit(world: Scene, code: string): Promise<string> {
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code } });
  return `visit=${scanned.cookies.visit}`;
}

/** The cookie of a visit as a scan makes it, without its scan. */
export async function aGuest({ db, settings, clock }: Pick<World, 'db' | 'settings' | 'clock'>): Promise<string> {
  const { token, hash } = newVisitToken(settings);
  const now = clock.now();
  await db.insertInto('visits').values({ token_hash: hash, created_at: now, last_seen_at: now }).execute();
  return `visit=${token}`;
}

/** A sponsored card, as it is answered. */
export interface SlotShown {
  campaign_id: string;
  after: number;
  experience: { id: number };
}

/** What a place, or Explore, shows as sponsored to a guest who came by a code. */
export async function sponsoredIn(
  world: World,
  place: number | null,
  headers: Record<string, string> = {},
): Promise<SlotShown[]> {
  const query = place === null ? '' : `location=${place}`;
  return (await world.call(`GET /api/sponsored?${query}`, { cookie: await aGuest(world), headers })).body;
}

/** In how many of the next sixty minutes, whose lots are drawn one by one, a campaign stands in the only slot of a place. */
export async function turnsOf(world: World, id: string, place: number): Promise<number> {
  let turns = 0;
  for (let minute = 0; minute < 60; minute++) {
    world.clock.advance(60);
    if ((await sponsoredIn(world, place))[0]?.campaign_id === id) turns += 1;
  }
  return turns;
}

/** Tells of sponsored cards as a browser does. */
export async function tell(
  world: Scene,
  cookie: string | undefined,
  events: readonly { campaign: string; type?: string; list?: string; listing?: number }[],
  headers: Record<string, string> = {},
) {
  const body = {
    events: events.map(({ campaign, type = 'listing_impression', list = 'explore', listing }) => ({
      event_type: type,
      business_listing_id: listing,
      event_data: { campaign, list },
    })),
  };
  return await world.call('POST /api/analytics/events', { body, headers, ...(cookie ? { cookie } : {}) });
}

/** What was counted of a campaign, as the database has it. */
export async function countedOf({ db }: Pick<World, 'db'>, id: string) {
  const of = db.selectFrom('campaigns').select(['impressions', 'clicks', 'charged_cents', 'credited_cents']);
  const campaign = await of.where('id', '=', id).executeTakeFirstOrThrow();
  const days = await db
    .selectFrom('campaign_days')
    .select(({ fn }) => [
      fn.sum<number>('impressions').as('impressions'),
      fn.sum<number>('opens').as('opens'),
      fn.sum<number>('clicks').as('clicks'),
      fn.sum<number>('cents').as('cents'),
      fn.sum<number>('own').as('own'),
      fn.sum<number>('programs').as('programs'),
      fn.sum<number>('beyond').as('beyond'),
    ])
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow();
  const touches = await db
    .selectFrom('campaign_touches')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('cents').as('cents')])
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.sum<number>('cents').as('cents'))
    .where('campaign_id', '=', id)
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow();
  const numbers = (row: object) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)]));
  return {
    ...campaign,
    days: numbers(days),
    touches: numbers(touches),
    ledger: Number(entries.cents),
  };
}
