import {
  inviteStaff as inviteEndpoint,
  listStaffInvitations as listEndpoint,
  resendStaffInvitation as resendEndpoint,
  revokeStaffInvitation as revokeEndpoint,
} from '../../../contract/organisations.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import {
  getStaffInvitation,
  inviteStaff,
  listStaffInvitations,
  resendStaffInvitation,
  revokeStaffInvitation,
} from './staff-invitations.ts';

const record = (ctx: Context, description: string) =>
  ctx.recordEvent({ type: 'invitation', severity: 'info', description });

export const staffInvitationsRoutes = [
  answer(
    inviteEndpoint,
    async ({ body }, ctx) => {
      await requireStepUp(ctx);
      const invited = await inviteStaff(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body);
      record(ctx, 'Invited staff of an organisation.');
      ctx.made(invited.id);
      return invited;
    },
    (_input, ctx, { reference }) => getStaffInvitation(ctx.db, ctx.clock.now(), membershipOf(ctx), reference),
  ),

  answer(listEndpoint, (_input, ctx) => listStaffInvitations(ctx.db, ctx.clock.now(), membershipOf(ctx))),

  answer(
    resendEndpoint,
    async ({ params }, ctx) => {
      await requireStepUp(ctx);
      const resent = await resendStaffInvitation(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id);
      record(ctx, 'Sent an invitation of staff again.');
      return resent;
    },
    ({ params }, ctx) => getStaffInvitation(ctx.db, ctx.clock.now(), membershipOf(ctx), params.id),
  ),

  answer(revokeEndpoint, async ({ params }, ctx) => {
    await requireStepUp(ctx);
    const revoked = await revokeStaffInvitation(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id);
    record(ctx, 'Revoked an invitation of staff.');
    return revoked;
  }),
];
