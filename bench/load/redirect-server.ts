import { type ChildProcess, fork } from 'node:child_process';
import Fastify from 'fastify';
import pg from 'pg';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';

/**
 * The yardstick of a page with its scan: what a link shortener does. A Fastify server of its own process that stores each
 * visit with one INSERT and redirects; no cookies, no headers, no checks. The table `bench_redirects` holds what it stored.
 */
export async function startRedirectServer(database: Connection): Promise<{ port: number; stop(): void }> {
  const child = fork(import.meta.filename, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(database);
  return { port: await portOf(child), stop: () => child.kill() };
}

const portOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once('message', (port) => resolve(port as number));
    child.once('exit', (code) => reject(new Error(`the redirecting server ended with ${code}`)));
  });

async function serve(database: Connection): Promise<void> {
  const pool = new pg.Pool({ ...clientConfig(database), max: 16 });
  pool.on('error', () => {}); // a query that is lost is told to who asked
  await pool.query(
    `create table if not exists bench_redirects
      (id bigint generated always as identity primary key, at timestamptz not null default now(), code text not null, user_agent text)`,
  );
  const app = Fastify();
  app.get<{ Params: { id: string }; Querystring: { qr: string } }>('/location/:id', async (request, reply) => {
    await pool.query('insert into bench_redirects (code, user_agent) values ($1, $2)', [
      request.query.qr,
      request.headers['user-agent'],
    ]);
    return reply.redirect(`https://guide.example/location/${request.params.id}`, 302);
  });
  await app.listen({ port: 0, host: 'localhost' });
  process.send?.((app.server.address() as { port: number }).port);
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', (database: Connection) => void serve(database));
  // With whoever measures.
  process.once('disconnect', () => process.exit());
}
