import {
  changeMember as changeEndpoint,
  getOrganisation,
  listMembers as listEndpoint,
  removeMember as removeEndpoint,
  setOrganisationState,
} from '../../../contract/organisations.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { changeMember, listMembers, removeMember, setState } from './organisations.ts';

export const organisationsRoutes = [
  answer(getOrganisation, (_input, ctx) => {
    const { organisationId: id, partnerType, ownerId: owner_id, ...own } = membershipOf(ctx);
    return { ...own, id, owner_id, partner_type: partnerType as 'hotel' | null };
  }),

  answer(listEndpoint, ({ params }, ctx) =>
    listMembers(ctx.db, ctx.caller!.role === 'admin' ? null : membershipOf(ctx).organisationId, params.id),
  ),

  answer(changeEndpoint, async ({ params, body }, ctx) => {
    await requireStepUp(ctx);
    return await changeMember(
      ctx.db,
      ctx.clock.now(),
      actorOf(ctx),
      membershipOf(ctx),
      params.user_id,
      body.permissions,
    );
  }),

  answer(removeEndpoint, async ({ params }, ctx) => {
    await requireStepUp(ctx);
    await removeMember(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.user_id);
    const description = 'Took one of the staff out of an organisation.';
    ctx.recordEvent({ type: 'role_changed', severity: 'info', description });
    return { ok: true as const };
  }),

  answer(setOrganisationState, async ({ params, body }, ctx) => {
    await requireStepUp(ctx);
    const changed = await setState(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body);
    return { ...changed, kind: changed.kind as 'partner', partner_type: changed.partner_type as 'hotel' | null };
  }),
];
