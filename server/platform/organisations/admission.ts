import type { Endpoint } from '../../../contract/endpoint.ts';
import { isOfOrganisations } from '../../../contract/roles.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { withTransaction } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
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
  const needed = typeof permission === 'object' ? permission[ctx.membership.kind] : permission;
  if (needed && !ctx.membership.permissions.includes(needed))
    throw new Refusal('forbidden').noting({ reason: `without ${needed}` });
}

/** Whose organisation a partner or an advertiser calls for; an endpoint's `access` has let in nobody else. */
export function membershipOf({ membership }: Pick<Context, 'membership'>): NonNullable<Context['membership']> {
  if (!membership) throw new Refusal('forbidden');
  return membership;
}

/** Notes that an admin looked at somebody's, where the endpoint says that this is noted. It is answered only if it was. */
export async function noteAdminView(kind: string, id: string, ctx: Context): Promise<void> {
  if (ctx.caller?.role !== 'admin') return;
  const { userId } = ctx.caller;
  const { requestId } = ctx;
  await withTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx.clock.now(), {
      action: `admin_${kind}_view`,
      actorId: userId,
      subject: { kind, id },
      requestId,
    }),
  );
  ctx.recordEvent({
    type: 'admin_view',
    severity: 'info',
    description: `Looked at ${kind === 'user' ? 'a user' : 'an organisation'}.`,
  });
}
