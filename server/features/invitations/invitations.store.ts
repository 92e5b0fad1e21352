import { type Selectable, sql } from 'kysely';
import type { Invitation } from '../../../contract/invitations.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

export type InvitationRow = Selectable<Tables['invitations']>;
/** Named one by one: a statement prepared with "all columns" fails from the moment a newer version adds one. */
const columns = [
  'id',
  'token_hash',
  'invited_email',
  'stakeholder_type',
  'organization_name',
  'partner_type',
  'notes',
  'permissions',
  'invited_by',
  'created_at',
  'sent_at',
  'sent_count',
  'expires_at',
  'accepted_at',
  'accepted_by',
  'revoked_at',
  'closed_at',
] as const;

/** A new link of an invitation, as it is kept. */
export interface Link {
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

/**
 * Keeps a new invitation; an expired one of the address makes way for it.
 * @returns the invitation, or nothing when one of the address is open.
 */
export async function insertInvitation(
  tx: Tx,
  given: {
    invited_email: string;
    stakeholder_type: string;
    organization_name: string;
    partner_type: string | null;
    notes: string | null;
    permissions: string[];
    invited_by: string;
  },
  { tokenHash, now, expiresAt }: Link,
): Promise<InvitationRow | undefined> {
  await tx
    .updateTable('invitations')
    .set({ closed_at: now })
    .where('invited_email', '=', given.invited_email)
    .where('closed_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
  return await tx
    .insertInto('invitations')
    .values({ ...given, token_hash: tokenHash, created_at: now, sent_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('invited_email').where('closed_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** The newest invitations first, of one status at this moment or of all. */
export async function listInvitations(
  db: Db,
  { most, status, now }: { most: number; status: Invitation['status'] | undefined; now: Date },
): Promise<InvitationRow[]> {
  return await db
    .selectFrom('invitations')
    .select(columns)
    // As `statusOf` in invitations.ts tells them apart.
    .$if(status === 'accepted', (rows) => rows.where('accepted_at', 'is not', null))
    .$if(status !== undefined && status !== 'accepted', (rows) => rows.where('accepted_at', 'is', null))
    .$if(status === 'revoked', (rows) => rows.where('revoked_at', 'is not', null))
    .$if(status === 'pending' || status === 'expired', (rows) =>
      rows.where('revoked_at', 'is', null).where('expires_at', status === 'expired' ? '<=' : '>', now),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function findInvitation(db: Db, by: { id: string } | { tokenHash: Buffer }) {
  const invitations = db.selectFrom('invitations').select(columns);
  return await ('id' in by
    ? invitations.where('id', '=', by.id)
    : invitations.where('token_hash', '=', by.tokenHash)
  ).executeTakeFirst();
}

/** Gives an open invitation a new link, in place of the older one. */
export async function replaceLink(tx: Tx, id: string, { tokenHash, now, expiresAt }: Link) {
  return await tx
    .updateTable('invitations')
    .set({ token_hash: tokenHash, sent_at: now, expires_at: expiresAt, sent_count: sql`sent_count + 1` })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/** Ends an invitation that was neither accepted nor revoked. */
export async function revoke(tx: Tx, id: string, now: Date): Promise<InvitationRow | undefined> {
  return await tx
    .updateTable('invitations')
    .set({ revoked_at: now, closed_at: sql`coalesce(closed_at, ${now})` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/** Uses an invitation up, once for all: of many at the same time one gets the row. Only the invited address can. */
export async function useInvitation(
  tx: Tx,
  { tokenHash, email, userId, now }: { tokenHash: Buffer; email: string; userId: string; now: Date },
): Promise<InvitationRow | undefined> {
  return await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId, closed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('invited_email', '=', email)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

/** The role and organization of the account of an address. `lock` holds its profile until the transaction ends. */
export async function findStanding(db: Db, email: string, { lock = false } = {}) {
  const standing = db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['profiles.role', 'profiles.organization_name'])
    .where('users.email', '=', email);
  return await (lock ? standing.forUpdate('profiles') : standing).executeTakeFirst();
}
