import { randomBytes } from 'node:crypto';
import { aForm } from './sent-files.ts';
import type { TestUser, World } from './world.ts';

/** A statement that somebody has taken up, previewed, with one row for each of these. @returns its number */
export async function aStatement(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  created_by: string,
  references: readonly string[] = ['51000001'],
): Promise<number> {
  const created_at = clock.now();
  const header = ['Booking ID', 'Status', 'Company'];
  const columns = JSON.stringify({ reference: 'Booking ID', status: 'Status', supplier: 'Company' });
  const how = { supplier: null, dates: 'month_first', decimals: 'point', currency: 'USD', created_by, created_at };
  const map = { platform: 'fareharbor', header_digest: randomBytes(32), columns, ...how };
  const { id: map_id } = await db.insertInto('statement_maps').values(map).returning('id').executeTakeFirstOrThrow();
  const file = { file_name: 'statement.csv', sha256: randomBytes(32), header, row_count: references.length };
  const given = { ...file, map_id, state: 'previewed', created_by, created_at };
  const inserted = db.insertInto('statement_imports').values(given).returning('id');
  const { id: import_id } = await inserted.executeTakeFirstOrThrow();
  const rows = references.map((reference, at) => ({
    ...{ import_id, number: at + 2, cells: [reference, 'Booked', 'reefwalk'], platform: 'fareharbor', reference },
    ...{ supplier: 'reefwalk', status: 'confirmed', digest: randomBytes(32), outcome: 'unmatched' },
  }));
  await db.insertInto('statement_rows').values(rows).execute();
  return import_id;
}

/** A file that somebody has sent for a purpose. @returns the number of the upload */
export async function anUpload(
  world: Pick<World, 'call'>,
  cookie: string,
  purpose: 'statement' | 'listings',
  content: string,
): Promise<string> {
  const { status, body } = await world.call(`POST /api/uploads/${purpose}`, {
    cookie,
    ...aForm(content, { name: `${purpose}.csv` }),
  });
  if (status !== 201) throw new Error(`a file is answered ${status}`);
  return body.id;
}

/** A statement that somebody has sent and nothing has taken up. @returns the number of the upload */
export async function anUploadedStatement(world: Pick<World, 'call'>, { cookie }: TestUser): Promise<string> {
  return await anUpload(world, cookie, 'statement', 'Company,Booking ID,Status\r\nreefwalk,51000001,Booked\r\n');
}
