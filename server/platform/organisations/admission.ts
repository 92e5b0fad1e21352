import type { Endpoint } from '../../../contract/endpoint.ts';
import { permissionsFor } from '../../../contract/permissions.ts';
import { isOfOrganisations } from '../../../contract/roles.ts';
import { actorOf, recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type Tx, withTransaction } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import { within } from '../idempotency.ts';
import { findMembership, isOrganisationKind } from './memberships.ts';

/**
 * Finds whom a partner or an advertiser calls for, where an endpoint is for such (`ctx.membership`); whoever else it lets in passes.
 * @throws Refusal `organisation_suspended`; `forbidden` for staff where the owner is asked for, and without the permission it names.
 */
export async function admitMember({ access, standing, permission }: Endpoint, ctx: Context): Promise<void> {
  if (!isOfOrganisations(access) || !isOrganisationKind(ctx.caller?.role)) return;
  ctx.membership = await findMembership(ctx.db, ctx.caller);
  if (!ctx.membership) throw new Refusal('forbidden').noting({ reason: 'of no organisation' });
  if (ctx.membership.state === 'suspended') throw new Refusal('organisation_suspended');
  if (standing && ctx.membership.standing !== standing)
    throw new Refusal('forbidden').noting({ reason: `not the ${standing}` });
  const { permissions } = ctx.membership;
  const lacking = permissionsFor(permission, ctx.membership.kind).find((one) => !permissions.includes(one));
  if (lacking) throw new Refusal('forbidden').noting({ reason: `without ${lacking}` });
}

/** Whose organisation a partner or an advertiser calls for; an endpoint's `access` has let in nobody else. */
export function membershipOf({ membership }: Pick<Context, 'membership'>): NonNullable<Context['membership']> {
  if (!membership) throw new Refusal('forbidden');
  return membership;
}

/** What a look is at: the kind of its subject, and in words. */
const looks = {
  audit_entry: { kind: 'audit_entry', words: 'an entry of the audit log' },
  booking: { kind: 'booking', words: 'why a booking earns what it does' },
  organisation: { kind: 'organisation', words: 'an organisation' },
  partner: { kind: 'organisation', words: 'a partner’s portal' },
  user: { kind: 'user', words: 'a user' },
} as const satisfies Record<NonNullable<Endpoint['adminViews']>, { kind: string; words: string }>;

/** How the audit log calls an admin's look. */
const viewOf = (look: keyof typeof looks) => `admin_${look}_view`;
/** Those at an organisation. */
export const organisationViews: readonly string[] = (['organisation', 'partner'] as const).map(viewOf);

/**
 * Answers what an admin looks at where the endpoint says that this is noted: the note and what is read are one transaction, so that
 * nothing is shown of which there is no note.
 */
export async function noteAdminView<T>(
  look: keyof typeof looks,
  id: string | number,
  ctx: Context,
  answer: (ctx: Context) => Promise<T>,
): Promise<T> {
  return await withTransaction(ctx.db, async (tx) => {
    const inside = within(ctx, tx);
    await recordAdminView(tx, look, id, inside);
    return await answer(inside);
  });
}

/** Notes a look as part of a transaction. */
export async function recordAdminView(
  tx: Tx,
  look: keyof typeof looks,
  id: string | number,
  ctx: Context,
): Promise<void> {
  const { userId: actorId, requestId } = actorOf(ctx);
  const { kind, words } = looks[look];
  await recordAudit(tx, ctx.clock.now(), { action: viewOf(look), actorId, subject: { kind, id }, requestId });
  ctx.recordEvent({ type: 'admin_view', severity: 'info', description: `Looked at ${words}.` });
}
