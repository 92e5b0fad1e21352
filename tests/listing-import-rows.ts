import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { withTenant } from '../server/platform/database/tenants.store.ts';
import { insertUpload } from '../server/platform/uploads/uploads.store.ts';
import { aListingRow } from './listings-scene.ts';
import { anUpload } from './statement-rows.ts';
import type { TestUser, World } from './world.ts';

/** A list of experiences that somebody has taken up, checked, with one row that makes a listing. @returns its number */
export async function aListingImport(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  created_by: string,
  name = 'Reef walk',
): Promise<number> {
  const created_at = clock.now();
  const row = aListingRow({ name });
  const header = Object.keys(row);
  const upload = { id: randomUUID(), purpose: 'listings', user_id: created_by, organisation_id: null, bytes: 1 };
  const file = { name: 'listings.csv', media_type: 'text/csv; charset=utf-8', sha256: randomBytes(32), created_at };
  const kept = { ...upload, ...file, expires_at: new Date(created_at.getTime() + 86_400_000), claimed_at: created_at };
  await withTenant(db, { person: created_by }, (tx) => insertUpload(tx, kept));
  const columns = JSON.stringify(Object.fromEntries(header.map((column) => [column, column])));
  const given = { file_name: 'listings.csv', header, header_digest: createHash('sha256').update(name).digest() };
  const { id: import_id } = await db
    .insertInto('listing_imports')
    .values({
      ...given,
      sample: '[]',
      columns,
      row_count: 1,
      state: 'checked',
      upload_id: upload.id,
      created_by,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content = {
    ...{ ...row, commission_rate: 0.12, subcategory: null, phone: null, website_url: null, price_range: '$$' },
    ...{ is_active: true, is_featured: false, latitude: null, longitude: null },
  };
  const told = { import_id, number: 2, outcome: 'new', name, content: JSON.stringify(content), faults: '[]' };
  await db.insertInto('listing_import_rows').values(told).execute();
  return import_id;
}

/** A list of experiences that somebody has sent and nothing has taken up. @returns the number of the upload */
export const anUploadedList = (world: Pick<World, 'call'>, { cookie }: TestUser): Promise<string> =>
  anUpload(world, cookie, 'listings', 'name,description,category,booking_url\r\nReef walk,b,c,d\r\n');

/** Long work that was to delete all listings, or places, that matched, and was cancelled on its way. @returns its id */
export async function aDeletion(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  asked_by: string,
  { of = [], kind = 'listings-change' }: { of?: readonly string[]; kind?: 'listings-change' | 'places-change' } = {},
): Promise<string> {
  const now = clock.now();
  const parameters = {
    action: 'delete',
    asked_at: now.toISOString(),
    of,
    actor: { userId: asked_by, requestId: 'test' },
  };
  const work = { kind, asked_by, parameters: JSON.stringify(parameters), mail_when_done: false };
  const made = db.insertInto('long_work').values({ ...work, state: 'cancelled', created_at: now, ended_at: now });
  return (await made.returning('id').executeTakeFirstOrThrow()).id;
}
