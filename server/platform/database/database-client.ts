import pg from 'pg';
import { type Connection, clientConfig } from './database.ts';

/**
 * Runs work on one connection of its own, outside any pool, and closes it.
 * @param config settings of the driver beside the connection's, such as its `application_name`.
 * @throws Error of the driver, or of the work.
 */
export async function withClient<T>(
  connection: Connection,
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...clientConfig(connection), ...config });
  // A connection that is lost between two statements is reported by the next one; unheard, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
