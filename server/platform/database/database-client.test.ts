import { expect, inject, test } from 'vitest';
import { onServer } from '../../../tests/database-setup.ts';
import { withClient } from './database-client.ts';

test('a connection that is lost between two statements fails the next one, and nothing else', async () => {
  const server = inject('databaseServer');
  const work = withClient(server, { application_name: 'to be lost' }, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const isLost = new Promise((resolve) => client.once('end', resolve));
    await onServer(server, `select pg_terminate_backend(${rows[0].pid})`);
    await isLost;
    return await client.query('select 1');
  });
  await expect(work).rejects.toThrow(/not queryable|closed|terminated/);
  const { rows } = await withClient(server, {}, (client) =>
    client.query(`select count(*)::int as left from pg_stat_activity where application_name = 'to be lost'`),
  );
  expect(rows[0].left).toBe(0);
});
