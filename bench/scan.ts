import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { keyedScanStatement, scanStatement } from '../server/features/scanning/scanning.store.ts';
import { codeOf, sizes } from './guide/load.ts';
import { startDriver } from './load/driver.ts';
import { compilingSeconds, type Measured, ratioOf } from './measured.ts';
import { runPgbench } from './pgbench.ts';
import type { Product } from './product.ts';

/**
 * The scan statement as a pgbench script. It is the server's own text; pgbench's variables are numbers, so the two
 * parameters that are texts are written as expressions over them, and those that are the same in every call as literals. Each call
 * takes a key of its own.
 * @param digests of the lists of the places, in their order: like the server it says which list it has.
 */
export function scanScript(digests: readonly string[]): string {
  const parameters = [
    `('BENC-H000-0000-' || lpad(:place::text, 4, '0'))`,
    `sha256(lpad(:visit::text, 43, '0')::bytea)`,
    'null',
    'now()',
    `'scanner'`,
    `'{"type":"mobile"}'`,
    `'mistyped'`,
    'true',
    `('{${digests}}'::text[])[:place::int]`,
    'null',
    'true',
    'null',
    `'same-origin'`,
    `substring(sha256(lpad(:place::text, 4, '0')::bytea) for 8)`,
    `'phone'`,
    'null::float8[]',
    `lpad(:key::text, 36, '0')`,
    `'POST /api/qr/scan'`,
    `sha256('{}'::bytea)`,
    `'anyone'`,
  ];
  const statement = keyedScanStatement.replace(/\$(\d+)/g, (_, number) => parameters[Number(number) - 1]!);
  const drawn = { place: sizes.places, visit: sizes.visits, key: 9e18 };
  const sets = Object.entries(drawn).map(([name, most]) => `\\set ${name} random(1, ${BigInt(most)})\n`);
  return `${sets.join('')}${statement.trim()};\n`;
}

/** The digests of all places' lists, by the statement itself. */
async function digestsOf(owner: pg.Client): Promise<string[]> {
  const digests: string[] = [];
  for (let place = 1; place <= sizes.places; place++) {
    await owner.query('begin');
    const asked = [
      codeOf(place),
      randomBytes(32),
      null,
      new Date(),
      'scanner',
      null,
      'mistyped',
      true,
      null,
      null,
      true,
      null,
      null,
      null,
      'unknown',
      null,
    ];
    const { rows } = await owner.query(scanStatement, asked);
    await owner.query('rollback');
    digests.push(rows[0].scan.place_digest);
  }
  return digests;
}

/** Scans over HTTP against the same statement under pgbench, 16 clients each, in interleaved rounds. */
export async function measureScans(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const { places, visits } = sizes;
  const driver = await startDriver('scan-traffic', { port: product.port, places, visits, seed: 1 });
  const script = scanScript(await digestsOf(owner));
  await driver.run({ port: product.port, connections: 16, warmupSeconds: 0, seconds: compilingSeconds });
  const [ours, yardstick]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const report = await driver.run({ port: product.port, connections: 16, warmupSeconds: 1, seconds });
    if (report.wrong) throw new Error(`scans went wrong: ${report.reasons.join('; ')}`);
    ours.push(report.perSecond);
    yardstick.push(await runPgbench(product.database, script, { clients: 16, seconds }));
  }
  await driver.close();
  return [ratioOf('scan over HTTP, of the same statement under pgbench', ours, yardstick, 0.6, 'a second')];
}
