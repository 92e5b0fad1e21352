import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { stillOwnMs } from './hold-rules.ts';

/**
 * Whether somebody is of an organisation, as its owner or staff, or was so lately that they decide nothing of what it earns: SQL.
 * @param organisation an expression that is its id
 */
export const isOf = (organisation: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`(exists (select from members of_now where of_now.organisation_id = ${organisation} and of_now.user_id = ${userId})
    or exists (select from past_members of_then where of_then.organisation_id = ${organisation} and of_then.user_id = ${userId}
      and of_then.until > now() - ${stillOwnMs}::float8 * interval '1 millisecond'))`;

/** The same of one organisation. */
export async function isOfOrganisation(db: Db, organisationId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${isOf(sql`${organisationId}::uuid`, userId)} as found`.execute(
    db,
  );
  return rows[0]!.found;
}

/** Forgets who had left before an instant. */
export async function deletePastMembersBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'past_members', { where: sql`until < ${instant}`, orderBy: sql`until` });
}
