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
import { acceptInvitation, getOpenInvitation } from './accept-invitation.ts';
import { findInvitation } from './invitations.store.ts';
import { getInvitation, invite, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts';
import { maskedAddress } from './masked-address.ts';
import { staffInvitationsRoutes } from './staff-invitations.routes.ts';

const record = (ctx: Context, description: string) =>
  ctx.recordEvent({ type: 'invitation', severity: 'info', description });

function linkSent({ invited_email }: Pick<Invitation, 'invited_email'>) {
  const hint = maskedAddress(invited_email);
  return { message: `A sign-in link is on its way to ${hint}.`, invited_email_hint: hint };
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

  answer(listEndpoint, ({ query }, ctx) => listInvitations(ctx.db, ctx.clock.now(), query.status)),

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
    const row = await getOpenInvitation(ctx.db, ctx.clock.now(), params.token);
    return {
      stakeholder_type: row.stakeholder_type as Invitation['stakeholder_type'],
      organization_name: row.organization_name,
      expires_at: row.expires_at.toISOString(),
      partner_type: row.partner_type as Invitation['partner_type'],
      invited_email_hint: maskedAddress(row.invited_email),
    };
  }),

  answer(acceptEndpoint, async ({ params, body }, ctx) => {
    const caller = ctx.caller!;
    if (body.user_id && body.user_id !== caller.userId) throw new Refusal('forbidden');
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
    return {
      stakeholder_type: accepted.stakeholderType,
      assigned_role: accepted.stakeholderType,
      partner_type: accepted.partnerType as Invitation['partner_type'],
    };
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
