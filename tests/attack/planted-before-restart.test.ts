import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { superuserRole } from '../../server/platform/embedded/postgres-roles.ts';
import { ProductProcess } from '../chaos/product-process.ts';

let product: ProductProcess;
beforeAll(async () => {
  product = await ProductProcess.make();
  await product.start();
}, 120_000);
afterAll(() => product.dispose());

const appRole = 'holoholo_app';

/** Runs statements one by one in the product's own database server. @returns the rows of the last one. */
async function as(user: string, statements: string[], database = 'holoholo') {
  const client = await product.connect({ readOnly: false, user, database });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function restart(): Promise<void> {
  product.signal('SIGTERM');
  await product.exited;
  await product.start();
}

/** A scan is counted in a transaction that writes. */
async function scan(): Promise<number> {
  const reply = await fetch(`${product.url}/api/qr/scan`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code_id: 'NOBODY-KNOWS-THIS' }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

const state = `select (select count(*)::int from jobs.bam) as commands,
  (select json_agg(version) from jobs.version) as versions,
  (select count(*)::int from jobs.queue where partition or table_name <> 'job_common' or policy = 'short') as odd,
  (select policy from jobs.queue where name = 'rollup') as rollup,
  has_table_privilege('${appRole}', 'audit_entries', 'delete') as opened`;

test('what was planted in the job tables while they were open to the application is not run by the owner', {
  timeout: 120_000,
}, async () => {
  const [before] = await as('holoholo_owner', [state]);
  expect(before).toMatchObject({ commands: 0, odd: 0, rollup: 'exclusive', opened: false });
  // What installations were given before.
  await as('holoholo_owner', [
    `grant select, insert, update, delete on all tables in schema jobs to ${appRole}`,
    `grant execute on all functions in schema jobs to ${appRole}`,
  ]);
  await as(appRole, [
    `insert into jobs.bam (name, version, table_name, command)
      values ('x', 1, 'job', 'do $$ begin grant delete on audit_entries to ${appRole}; end $$')`,
    `update jobs.version set bam_on = now() - interval '1 day'`,
    `update jobs.queue set partition = true, table_name = 'job; drop table users', policy = 'short'`,
  ]);
  await restart();
  expect(await as('holoholo_owner', [state])).toEqual([before]);
  await expect(as(appRole, [`delete from jobs.bam`])).rejects.toMatchObject({ code: '42501' });

  await as('holoholo_owner', [`grant select, insert, update, delete on all tables in schema jobs to ${appRole}`]);
  await as(appRole, ['update jobs.version set version = 1']);
  await restart();
  expect(await as('holoholo_owner', [state])).toEqual([before]);

  await as('holoholo_owner', [`grant select, insert, update, delete on all tables in schema jobs to ${appRole}`]);
  await as(appRole, ['delete from jobs.version']);
  await restart();
  expect(await as('holoholo_owner', [state])).toEqual([before]);
});

test('commands that the owner queued itself are kept', { timeout: 120_000 }, async () => {
  await as('holoholo_owner', [
    `insert into jobs.bam (name, version, table_name, command, status)
      values ('own', 1, 'job', 'select 1', 'completed')`,
  ]);
  await restart();
  expect(await as('holoholo_owner', ['select name from jobs.bam'])).toEqual([{ name: 'own' }]);
});

const kept = `select count(*)::int as settings from pg_db_role_setting where setrole = '${appRole}'::regrole`;

test('settings that the role gave itself have no effect, and are gone after a restart', {
  timeout: 120_000,
}, async () => {
  const [status] = [await scan()];
  expect(status).toBeLessThan(500);
  await as(appRole, [
    `alter role ${appRole} set default_transaction_read_only = on`,
    `alter role ${appRole} set search_path = pg_temp`,
    `alter role ${appRole} set idle_session_timeout = 1`,
    `alter role ${appRole} set default_transaction_isolation = 'serializable'`,
    `alter role ${appRole} in database holoholo set default_transaction_read_only = on`,
    `alter role ${appRole} in database holoholo set lock_timeout = 1`,
    `alter role ${appRole} in database holoholo set local_preload_libraries = 'intruder'`,
  ]);
  const { stop } = await endSessions();
  expect(stop).toBeGreaterThan(0);
  await vi.waitFor(async () => expect([await scan(), await product.readiness()]).toEqual([status, 200]), {
    timeout: 20_000,
    interval: 200,
  });
  expect(await as('holoholo_owner', [kept])).toEqual([{ settings: 2 }]);
  await restart();
  expect([await scan(), await product.readiness()]).toEqual([status, 200]);
  expect(await as('holoholo_owner', [kept])).toEqual([{ settings: 0 }]);
});

/** Ends the sessions of the application, so that it has to make new ones. */
async function endSessions(): Promise<{ stop: number }> {
  const [row] = await as(superuserRole, [
    `select count(pg_terminate_backend(pid))::int as stop from pg_stat_activity where usename = '${appRole}'`,
  ]);
  return row as { stop: number };
}

test('the other databases of our own server are closed, also those of an earlier data folder', {
  timeout: 120_000,
}, async () => {
  const refused = async () => {
    for (const database of ['postgres', 'template1'])
      await expect(as(appRole, ['create temporary table x ()'], database)).rejects.toMatchObject({ code: '42501' });
  };
  await refused();
  for (const database of ['postgres', 'template1'])
    await as(superuserRole, [`grant connect, temporary on database ${database} to public`]);
  await restart();
  await refused();
});
