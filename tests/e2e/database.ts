import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { rollUpClosedHours } from '../../server/features/analytics/analytics.ts';
import { type Connection, clientConfig, openDatabase } from '../../server/platform/database/database.ts';
import { ownerRole } from '../../server/platform/embedded/postgres.ts';
import type { Product } from './product.ts';

/** Where the embedded server of a product listens, as its own lock file says. */
function connectionOf(product: Product): Connection {
  const lines = readFileSync(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { port: Number(lines[3]), socketDir: lines[4]!, database: 'holoholo', user: ownerRole };
}

/** Asks the product's own database, as its owner, what there is. */
export async function ask<Row extends object>(product: Product, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(clientConfig(connectionOf(product)));
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

/** Rolls up what a test has put into days that are over, as the product does by itself every five minutes. */
export async function rollUp(product: Product): Promise<void> {
  const onError = (error: Error) => {
    throw error;
  };
  const { db, close } = openDatabase(connectionOf(product), { max: 1, statementSeconds: 30, onError });
  await rollUpClosedHours(db, new Date()).finally(close);
}
