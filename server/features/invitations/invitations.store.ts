import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

export type InvitationRow = Selectable<Tables['invitations']>;
/** Named one by one: a statement prepared with "all columns" fails from the moment a newer version adds one. */
export const columns = [
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
  'organisation_id',
  'standing',
] as const;

/** Whose invitations are meant: an organisation's, of its staff, or with null the administrators', of new owners. */
export type Inviter = string | null;
const from = (inviter: Inviter) => (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  inviter === null ? eb('organisation_id', 'is', null) : eb('organisation_id', '=', inviter);

/** One that can be accepted, sent again or revoked. Staff's are closed for others from the beginning (0040_organisations.sql). */
const isOpen = ({ eb, and, or }: ExpressionBuilder<Tables, 'invitations'>) =>
  and([
    eb('accepted_at', 'is', null),
    eb('revoked_at', 'is', null),
    or([eb('closed_at', 'is', null), eb('organisation_id', 'is not', null)]),
  ]);

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

/**
 * Keeps a new invitation of staff; an expired one of the address makes way for it.
 * @returns the invitation, or nothing when the organisation has an open one of the address.
 */
export async function insertStaffInvitation(
  tx: Tx,
  given: {
    organisation_id: string;
    invited_email: string;
    stakeholder_type: string;
    organization_name: string;
    partner_type: string | null;
    permissions: string[];
    standing: string;
    invited_by: string;
  },
  { tokenHash, now, expiresAt }: Link,
): Promise<InvitationRow | undefined> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where(from(given.organisation_id))
    .where('invited_email', '=', given.invited_email)
    .where(isOpen)
    .where('expires_at', '<=', now)
    .execute();
  return await tx
    .insertInto('invitations')
    .values({ ...given, token_hash: tokenHash, created_at: now, sent_at: now, closed_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'invited_email'])
        .where('organisation_id', 'is not', null)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();
}

/** An organisation's invitations of staff, the newest first. */
export async function listInvitations(db: Db, organisation: string, most: number): Promise<InvitationRow[]> {
  return await db
    .selectFrom('invitations')
    .select(columns)
    .where(from(organisation))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Whether an open invitation of an inviter's waits for an address. */
export async function isInvited(db: Db, inviter: Inviter, email: string, now: Date): Promise<boolean> {
  const waiting = db.selectFrom('invitations').select('id').where(from(inviter)).where('invited_email', '=', email);
  return (await waiting.where(isOpen).where('expires_at', '>', now).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * @param lock holds it until the transaction ends
 * @param open only where it can be accepted, sent again or revoked
 */
export async function findInvitation(
  db: Db,
  by: { id: string; from?: Inviter } | { tokenHash: Buffer },
  { lock = false, open = false } = {},
) {
  const found = db
    .selectFrom('invitations')
    .select(columns)
    .$if(open, (rows) => rows.where(isOpen));
  const invitations = lock ? found.forNoKeyUpdate() : found;
  if ('tokenHash' in by) return await invitations.where('token_hash', '=', by.tokenHash).executeTakeFirst();
  const { id, from: inviter } = by;
  return await invitations
    .where('id', '=', id)
    .$if(inviter !== undefined, (rows) => rows.where(from(inviter!)))
    .executeTakeFirst();
}

/** Gives an open invitation a new link, in place of the older one. */
export async function replaceLink(tx: Tx, inviter: Inviter, id: string, { tokenHash, now, expiresAt }: Link) {
  return await tx
    .updateTable('invitations')
    .set({ token_hash: tokenHash, sent_at: now, expires_at: expiresAt, sent_count: sql`sent_count + 1` })
    .where('id', '=', id)
    .where(from(inviter))
    .where(isOpen)
    .returning(columns)
    .executeTakeFirst();
}

/** Ends an invitation that was neither accepted nor revoked. */
export async function revoke(tx: Tx, inviter: Inviter, id: string, now: Date): Promise<InvitationRow | undefined> {
  return await tx
    .updateTable('invitations')
    .set({ revoked_at: now, closed_at: sql`coalesce(closed_at, ${now})` })
    .where('id', '=', id)
    .where(from(inviter))
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
    .where(isOpen)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

/** The role and organization of the account of an address. `lock` holds its profile until the transaction ends. */
export async function findStanding(db: Db, email: string, { lock = false } = {}) {
  const standing = db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('members', (join) =>
      join.onRef('members.user_id', '=', 'users.id').onRef('members.kind', '=', 'profiles.role'),
    )
    .select(['profiles.role', 'profiles.organization_name', 'members.standing'])
    .where('users.email', '=', email);
  return await (lock ? standing.forUpdate('profiles') : standing).executeTakeFirst();
}
