import { finishErasures } from '../server/features/privacy/privacy.ts';
import type { GoogleWorld } from './google-flow.ts';
import { createGoogleWorld } from './google-flow.ts';
import { aPartner } from './partner-scene.ts';
import { webhookSecret } from './platform-news.ts';
import type { TestUser, World } from './world.ts';

/** What a marked traveler comes by and uses. */
export interface ErasureScene {
  code: string;
  listing: number;
  other: number;
  review: string;
}

/** A world that answers as Google and takes FareHarbor's webhook, with what marked travelers use there. */
export async function anErasureScene(): Promise<{ world: GoogleWorld; scene: ErasureScene }> {
  const world = await createGoogleWorld({ FAREHARBOR_WEBHOOK_SECRETS: webhookSecret });
  world.answerAsGoogle();
  await world.aListing({ rating: 4 });
  const { id: review } = await world.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  const { code } = await aPartner(world, { name: 'Hale Koa' });
  return { world, scene: { code, listing: await world.aListing(), other: await world.aListing(), review } };
}

/** Asks for an account to be erased, as its owner. */
export const erase = (world: World, { cookie }: Pick<TestUser, 'cookie'>) =>
  world.call('POST /api/users/me/erase', { cookie, body: { confirm: 'erase my account' } });

/** How the erasures of an account stand. */
export const erasuresOf = (world: World, { id }: Pick<TestUser, 'id'>) =>
  world.db
    .selectFrom('privacy_requests')
    .select(['state', 'asked_at', 'ended_at', 'sought'])
    .where('user_id', '=', id)
    .where('kind', '=', 'erasure')
    .execute();

/** Erases what is left of accounts, once nothing is written of them any more. */
export async function endErasures(world: World): Promise<void> {
  world.clock.advance(121);
  await finishErasures(world);
}
