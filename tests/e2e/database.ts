import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clientConfig } from '../../server/platform/database/database.ts';
import { ownerRole } from '../../server/platform/embedded/postgres.ts';
import type { Product } from './product.ts';

/** Asks the product's own database, as its owner, what there is. */
export async function ask<Row extends object>(product: Product, sql: string, values: unknown[] = []): Promise<Row[]> {
  // Where the embedded server listens, as its own lock file says.
  const lines = readFileSync(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client(
    clientConfig({ port: Number(lines[3]), socketDir: lines[4]!, database: 'holoholo', user: ownerRole }),
  );
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** How often a code was scanned. */
export async function countScans(product: Product, qrCodeId: string): Promise<number> {
  const sql = 'select count(*) from scans join qr_codes on qr_codes.id = qr_code_id where code = $1';
  const [row] = await ask<{ count: string }>(product, sql, [qrCodeId]);
  return Number(row!.count);
}
