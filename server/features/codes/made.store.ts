import type { Insertable } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What is written of a place. */
export type PlaceValues = Pick<
  Insertable<Tables['locations']>,
  'name' | 'description' | 'address' | 'island' | 'latitude' | 'longitude' | 'organisation_id'
>;

export async function insertPlace(tx: Tx, place: PlaceValues, now: Date): Promise<number> {
  const values = { ...place, created_at: now };
  return (await tx.insertInto('locations').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Makes a code, and where it takes another's place, closes that one. @returns its number */
export async function insertCode(
  tx: Tx,
  now: Date,
  { replaces, ...code }: { code: string; location_id: number; label: string | null; replaces: number | null },
): Promise<number> {
  const values = { ...code, created_at: now };
  const { id } = await tx.insertInto('qr_codes').values(values).returning('id').executeTakeFirstOrThrow();
  if (replaces !== null)
    await tx.updateTable('qr_codes').set({ status: 'replaced', replaced_by: id }).where('id', '=', replaces).execute();
  return id;
}
