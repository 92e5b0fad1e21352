import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { ownerRole, startEmbeddedPostgres } from '../server/platform/embedded/postgres.ts';
import { superuserRole } from '../server/platform/embedded/postgres-roles.ts';
import { installJobs } from '../server/platform/jobs/install-jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server every test file makes a database of its own on. */
    databaseServer: Connection;
  }
}

/** Name of the migrated database that each test's own is a copy of. */
export const templateDatabase = 'holoholo_template';

/** The same server, another database. */
export function inDatabase(server: Connection, database: string): Connection {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

/** Runs one statement on the server, outside any test's database. */
export async function onServer(server: Connection, statement: string): Promise<void> {
  const client = new pg.Client(clientConfig(server));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a database like the migrated template. Who may make temporary tables in it is no part of what is copied. */
export async function copyTemplate(server: Connection, name: string): Promise<void> {
  await onServer(server, `create database ${name} template ${templateDatabase}`);
  await onServer(server, `revoke temporary on database ${name} from public`);
}

/** One real PostgreSQL for the run (TEST_DATABASE_URL, else the embedded one), with a migrated template. */
export default async function setup({ provide }: TestProject) {
  const { server, stop } = await reachServer();
  await onServer(server, `drop database if exists ${templateDatabase}`);
  await onServer(server, `create database ${templateDatabase}`);
  const template = inDatabase(server, templateDatabase);
  await migrate(template);
  await installJobs(template);
  provide('databaseServer', server);
  return stop;
}

async function reachServer(): Promise<{ server: Connection; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { server: { url }, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'holoholo-test-'));
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  // Nothing of a test run outlives it, so nothing needs to reach the disk. A vacuum that runs in a database keeps its owner,
  // who is no superuser, from dropping it.
  const embedded = await startEmbeddedPostgres({
    dataDir,
    note: () => {},
    settings: { fsync: 'off', autovacuum: 'off', max_connections: '100' },
  });
  const { socketDir, port, database } = embedded;
  await onServer({ socketDir, port, database, user: superuserRole }, `alter role ${ownerRole} createdb`);
  return {
    server: { socketDir, port, database, user: ownerRole },
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
