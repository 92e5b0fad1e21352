import {
  acceptInvitation as acceptEndpoint,
  type Invitation,
  invite as inviteEndpoint,
  listInvitations as listEndpoint,
  resendInvitation as resendEndpoint,
  revokeInvitation as revokeEndpoint,
  sendInvitationLink,
  validateInvitation,
} from '../../../contract/invitations.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { keepSession } from '../../platform/sessions/sessions.ts';
import { magicLinkSeconds, requestMagicLink } from '../accounts/accounts.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { acceptInvitation, findAccepted, getOpenInvitation } from './accept-invitation.ts';
import { findInvitation, type InvitationRow } from './invitations.store.ts';
import {
  getInvitation,
  invite,
  listInvitations,
  permissionsOf,
  resendInvitation,
  revokeInvitation,
  teamStandingOf,
} from './invitations.ts';
import { maskedAddress } from './masked-address.ts';
import { staffInvitationsRoutes } from './staff-invitations.routes.ts';

const record = (ctx: Context, description: string) =>
  ctx.recordEvent({ type: 'invitation', severity: 'info', description });

function linkSent({ invited_email }: Pick<Invitation, 'invited_email'>) {
  const hint = maskedAddress(invited_email);
  return { message: `A sign-in link is on its way to ${hint}.`, invited_email_hint: hint };
}

/** What an invitation has made of whoever accepted it. */
function made({ stakeholder_type, partner_type }: Pick<InvitationRow, 'stakeholder_type' | 'partner_type'>) {
  const role = stakeholder_type as Invitation['stakeholder_type'];
  return { stakeholder_type: role, assigned_role: role, partner_type: partner_type as Invitation['partner_type'] };
}

export const invitationsRoutes = [
  answer(
    inviteEndpoint,
    async ({ body }, ctx) => {
      await requireStepUp(ctx);
      const invited = await invite(ctx, ctx.clock.now(), actorOf(ctx), body);
      record(ctx, `Invited a${invited.stakeholder_type === 'partner' ? ' partner' : 'n advertiser'}.`);
      ctx.made(invited.id);
      return invited;
    },
    (_input, ctx, { reference }) => getInvitation(ctx.db, ctx.clock.now(), reference),
  ),

  answer(listEndpoint, ({ query }, ctx) => listInvitations(ctx.db, ctx.clock.now(), query)),

  answer(
    resendEndpoint,
    async ({ params }, ctx) => {
      await requireStepUp(ctx);
      const resent = await resendInvitation(ctx, ctx.clock.now(), actorOf(ctx), params.id);
      record(ctx, 'Sent an invitation again.');
      return resent;
    },
    ({ params }, ctx) => getInvitation(ctx.db, ctx.clock.now(), params.id),
  ),

  answer(revokeEndpoint, async ({ params }, ctx) => {
    await requireStepUp(ctx);
    const revoked = await revokeInvitation(ctx.db, ctx.clock.now(), actorOf(ctx), params.id);
    record(ctx, 'Revoked an invitation.');
    return revoked;
  }),

  answer(validateInvitation, async ({ params }, ctx) => {
    const own = await findAccepted(ctx.db, ctx.caller, params.token);
    const row = own ?? (await getOpenInvitation(ctx.db, ctx.clock.now(), params.token));
    return {
      stakeholder_type: row.stakeholder_type as Invitation['stakeholder_type'],
      organization_name: row.organization_name,
      expires_at: row.expires_at.toISOString(),
      partner_type: row.partner_type as Invitation['partner_type'],
      standing: row.organisation_id ? teamStandingOf(row) : ('owner' as const),
      joins: row.organisation_id !== null,
      permissions: permissionsOf(row),
      invited_email_hint: maskedAddress(row.invited_email),
      accepted: own !== undefined,
    };
  }),

  answer(acceptEndpoint, async ({ params, body }, ctx) => {
    const caller = ctx.caller!;
    if (body.user_id && body.user_id !== caller.userId) throw new Refusal('forbidden');
    const before = await findAccepted(ctx.db, caller, params.token);
    if (before) return made(before);
    const { requestId, userAgent } = ctx;
    const now = ctx.clock.now();
    const accepted = await acceptInvitation(ctx.db, now, caller, { token: params.token, requestId, userAgent });
    keepSession(ctx, accepted.session);
    record(ctx, 'Accepted an invitation.');
    ctx.recordEvent({
      type: 'role_changed',
      severity: 'info',
      description: `An invitation made ${caller.role} into ${accepted.stakeholderType}.`,
    });
    return made({ stakeholder_type: accepted.stakeholderType, partner_type: accepted.partnerType });
  }),

  answer(
    sendInvitationLink,
    async ({ params }, ctx) => {
      const row = await getOpenInvitation(ctx.db, ctx.clock.now(), params.token);
      const browserToken = await requestMagicLink(ctx, ctx.clock.now(), {
        email: row.invited_email,
        redirect: `/invite/${params.token}`,
      });
      ctx.setCookie('magicLink', browserToken, magicLinkSeconds);
      ctx.made(row.id);
      return linkSent(row);
    },
    async (_input, ctx, { reference }) => linkSent((await findInvitation(ctx.db, { id: reference }))!),
  ),

  ...staffInvitationsRoutes,
];
