import pg from 'pg';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { installJobs } from '../server/platform/jobs/install-jobs.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';
import { readStatements } from '../tests/noted-statements.ts';

// Has the server of TEST_DATABASE_URL prepare every statement that a test run has noted in the folder NOTED_STATEMENTS, and tells
// which it does not know: what a newer PostgreSQL takes may be nothing to an older one.

/** Fewer than this are not all of the product's. */
const least = 400;
/** What a server can prepare; others begin and end transactions, lock tables and the like, which all versions do. */
const preparable = /^\s*(select|insert|update|delete|with|merge|values)\b/i;

const server = { url: process.env.TEST_DATABASE_URL! };
const name = 'holoholo_statements';
const statements = readStatements(process.env.NOTED_STATEMENTS!).filter((text) => preparable.test(text));

await onServer(server, `drop database if exists ${name}`);
await onServer(server, `create database ${name}`);
const database = inDatabase(server, name);
await migrate(database);
await installJobs(database);
const client = new pg.Client(clientConfig(database));
await client.connect();
const refused: string[] = [];
for (const text of statements)
  await client.query(`prepare noted as ${text}`).then(
    () => client.query('deallocate noted'),
    (error: Error) => refused.push(`${error.message}:\n${text}`),
  );
await client.end();
await onServer(server, `drop database ${name}`);
process.stdout.write(`${statements.length} statements, ${refused.length} refused\n${refused.join('\n\n')}\n`);
if (statements.length < least) process.stdout.write(`These are fewer than ${least}: were they noted?\n`);
process.exit(refused.length > 0 || statements.length < least ? 1 : 0);
