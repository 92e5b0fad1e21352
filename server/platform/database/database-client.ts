import pg from 'pg';
import { type Connection, clientConfig } from './database.ts';
import { isStartupRefused } from './session-start.store.ts';

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
  const client = await connectClient({ ...clientConfig(connection), ...config });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // A connection that is lost between two statements is reported by the next one; unheard, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    // A pooler says at the start of its own sessions what its administrator wants said there.
    if (!config.options || !isStartupRefused(error)) throw error;
    return await connectClient({ ...config, options: undefined });
  }
}
