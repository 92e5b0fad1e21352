import type pg from 'pg';
import { startBareServer } from './load/bare-server.ts';
import { startDriver } from './load/driver.ts';
import { startListReader } from './load/list-reader.ts';
import { searchPaths } from './load/search-traffic.ts';
import { compilingSeconds, type Measured, ratioOf } from './measured.ts';
import { partnerCookie } from './partner-cookie.ts';
import type { Product } from './product.ts';
import { visitCookies } from './visit-cookies.ts';

const seed = 7;

/**
 * Searches against a bare server that sends the same bytes, and those of a signed-in partner, whose answers are not cached, against
 * their statements alone; every write is seen at once.
 */
export async function measureSearch(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const bodies: Record<string, string> = {};
  for (const path of searchPaths(seed))
    bodies[path] = await (await fetch(`http://localhost:${product.port}${path}`)).text();
  const bare = await startBareServer(bodies);
  const reader = await startListReader(product.database, seed);
  const { port } = product;
  const cookies = await visitCookies(product);
  const partner = await partnerCookie(owner);
  const drivers = {
    kept: await startDriver('search-traffic', { port, seed, cookies }),
    // Cached answers are for guests; a partner sees the same list, read from the database each time.
    fresh: await startDriver('search-traffic', { port, seed, cookies: [`${partner}; signed_in=1; ${cookies[0]}`] }),
  };
  const [kept, fresh, yardstick, statements]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const driver of Object.values(drivers)) {
    await driver.run({ port, connections: 16, warmupSeconds: 0, seconds: compilingSeconds });
  }
  await reader.run({ warmupSeconds: 0, seconds: compilingSeconds });
  for (let round = 0; round < rounds; round++) {
    const order = { connections: 16, warmupSeconds: 1, seconds };
    const writing = writeAndLook(product, owner, seconds + 1);
    const report = await drivers.kept.run({ ...order, port });
    await writing;
    statements.push(await reader.run({ warmupSeconds: 1, seconds }));
    const freshReport = await drivers.fresh.run({ ...order, port });
    const bareReport = await drivers.kept.run({ ...order, port: bare.port });
    const wrong = report.wrong + freshReport.wrong + bareReport.wrong;
    if (wrong)
      throw new Error(
        `searches went wrong: ${[...report.reasons, ...freshReport.reasons, ...bareReport.reasons].join('; ')}`,
      );
    kept.push(report.perSecond);
    fresh.push(freshReport.perSecond);
    yardstick.push(bareReport.perSecond);
  }
  await Promise.all(Object.values(drivers).map((driver) => driver.close()));
  bare.stop();
  reader.stop();
  return [
    ratioOf(
      'search of 10,000 listings, answers cached, of a bare server sending the same bytes',
      kept,
      yardstick,
      0.35,
      'a second',
    ),
    ratioOf(
      'the same without cached answers (a signed-in partner), of its statements alone',
      fresh,
      statements,
      0.44,
      'a second',
    ),
  ];
}

/** Writes from another connection, each followed by a search that must show it. @throws Error at the first stale answer. */
async function writeAndLook({ port }: Product, owner: pg.Client, seconds: number): Promise<void> {
  const { rows } = await owner.query<{ id: number }>(
    "select id from listings where category = 'Shopping' order by id limit 1",
  );
  const until = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < until; turn++) {
    const name = `Freshly named ${turn % 2 ? 'odd' : 'even'} ${turn}`;
    await owner.query('update listings set name = $1 where id = $2', [name, rows[0]!.id]);
    const seen = await (
      await fetch(`http://localhost:${port}/api/business-listings?search=freshly%20named&limit=20`)
    ).text();
    if (!seen.includes(`"${name}"`)) throw new Error(`a stale answer: ${name} was not in ${seen.slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
