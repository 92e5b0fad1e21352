import { inject } from 'vitest';
import type { Connection } from '../../server/platform/database/database.ts';
import { inDatabase } from '../database-setup.ts';
import type { World } from '../world.ts';

/** How the owner of a world's tables connects. */
export async function ownerOf(world: Pick<World, 'database'>): Promise<Connection> {
  const { rows } = await world.database.pool.query<{ name: string }>('select current_database() as name');
  return inDatabase(inject('databaseServer'), rows[0]!.name);
}

/** The same as a URL, as `DATABASE_URL` has it. */
export const urlOf = async (world: Pick<World, 'database'>): Promise<string> => connectionUrl(await ownerOf(world));

/** A connection as a URL; a socket's folder stands in its query. */
export function connectionUrl(connection: Connection): string {
  if ('url' in connection) return connection.url;
  const { user, port, database, socketDir } = connection;
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`;
}
