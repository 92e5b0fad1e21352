import { ownerOf } from './attack/owner.ts';
import { onServer } from './database-setup.ts';
import type { World } from './world.ts';

/** Months that are over by the clock of a world are over for its database, too, which else goes by its own. */
export const endMonthsByClock = async (world: Pick<World, 'database'>): Promise<void> =>
  await onServer(
    await ownerOf(world),
    `create or replace function database_time() returns timestamptz language sql stable as $$ select 'infinity'::timestamptz $$`,
  );
