import { scanStatement } from '../server/features/scanning/scanning.store.ts';
import { sizes } from './guide/load.ts';
import { startDriver } from './load/driver.ts';
import { type Measured, ratioOf } from './measured.ts';
import { runPgbench } from './pgbench.ts';
import type { Product } from './product.ts';

/**
 * The scan statement as a pgbench script. It is the server's own text; pgbench's variables are numbers, so the two
 * parameters that are texts are written as expressions over them, and those that are the same in every call as literals.
 */
export function scanScript(): string {
  const parameters = [
    `('BENC-H000-0000-' || lpad(:place::text, 4, '0'))`,
    `sha256(lpad(:visit::text, 43, '0')::bytea)`,
    'null',
    'now()',
    `'scanner'`,
    `'{"type":"mobile"}'`,
    `'mistyped'`,
    'true',
  ];
  const statement = scanStatement.replace(/\$(\d)/g, (_, number) => parameters[Number(number) - 1]!);
  return `\\set place random(1, ${sizes.places})\n\\set visit random(1, ${sizes.visits})\n${statement.trim()};\n`;
}

/** Scans over HTTP against the same statement under pgbench, 16 clients each, by turns. */
export async function measureScans(product: Product, rounds: number, seconds: number): Promise<Measured> {
  const { places, visits } = sizes;
  const driver = await startDriver('scan-traffic', { port: product.port, places, visits, seed: 1 });
  const [ours, yardstick]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const report = await driver.run({ port: product.port, connections: 16, warmupSeconds: 1, seconds });
    if (report.wrong) throw new Error(`scans went wrong: ${report.reasons.join('; ')}`);
    ours.push(report.perSecond);
    yardstick.push(await runPgbench(product.database, scanScript(), { clients: 16, seconds }));
  }
  await driver.close();
  return ratioOf('scan over HTTP, of the same statement under pgbench', ours, yardstick, 0.6, 'a second');
}
