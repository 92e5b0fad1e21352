import { organisationOf } from './an-organisation.ts';
import { scan } from './held-scene.ts';
import type { TestUser, World } from './world.ts';

/** A hotel's owner with one place and one code of it. */
export interface PartnerScene {
  owner: TestUser;
  organisation: string;
  placeId: number;
  code: string;
}

/** Makes one, which no other test knows of. */
export async function aPartner(world: World, place: object = {}): Promise<PartnerScene> {
  const owner = await world.aUser({ role: 'partner' });
  const placeId = await world.aPlace({ partner_id: owner.id, ...place });
  const { code } = await world.aCode({ location_id: placeId });
  return { owner, organisation: (await organisationOf(world, owner.id))!, placeId, code };
}

/** So many travelers scan a code, each on a browser of their own. */
export async function scanBy(world: World, code: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await scan(world, await world.aUser(), code);
}
