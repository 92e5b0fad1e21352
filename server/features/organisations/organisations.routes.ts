import {
  changeMember as changeEndpoint,
  getOrganisation,
  handOver as handOverEndpoint,
  leaveOrganisation,
  listMembers as listEndpoint,
  removeMember as removeEndpoint,
  setOrganisationState,
} from '../../../contract/organisations.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { keepSession } from '../../platform/sessions/sessions.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import {
  changeMember,
  changeStanding,
  handOver,
  leave,
  listMembers,
  removeMember,
  setCodeLimit,
  setState,
} from './organisations.ts';

const record = (ctx: Context, description: string) =>
  ctx.recordEvent({ type: 'role_changed', severity: 'info', description });
const deviceOf = ({ caller, userAgent }: Context) => ({ caller: caller!, userAgent });

export const organisationsRoutes = [
  answer(getOrganisation, (_input, ctx) => {
    const { organisationId: id, partnerType, ownerId: owner_id, ...own } = membershipOf(ctx);
    return { ...own, id, owner_id, partner_type: partnerType as 'hotel' | null };
  }),

  answer(listEndpoint, ({ params }, ctx) =>
    listMembers(ctx.db, ctx.caller!.role === 'admin' ? null : membershipOf(ctx).organisationId, params.id),
  ),

  answer(changeEndpoint, async ({ params, body }, ctx) => {
    const { permissions, standing } = body;
    if ((permissions === undefined) === (standing === undefined))
      throw new Refusal('invalid_request', { detail: 'body: either permissions or standing' });
    await requireStepUp(ctx);
    const own = membershipOf(ctx);
    const by = [ctx.db, ctx.clock.now(), actorOf(ctx), own, params.user_id] as const;
    if (permissions) return await changeMember(...by, permissions);
    await changeStanding(...by, standing!);
    record(ctx, `Made a member of an organisation ${standing === 'owner' ? 'an owner' : 'one of its staff'}.`);
    return (await listMembers(ctx.db, own.organisationId, own.organisationId)).find(
      (one) => one.user_id === params.user_id,
    )!;
  }),

  answer(removeEndpoint, async ({ params }, ctx) => {
    await requireStepUp(ctx);
    await removeMember(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.user_id);
    record(ctx, 'Took a member out of an organisation.');
    return { ok: true as const };
  }),

  answer(leaveOrganisation, async (_input, ctx) => {
    const own = membershipOf(ctx);
    if (own.standing === 'owner') await requireStepUp(ctx);
    keepSession(ctx, await leave(ctx.db, ctx.clock.now(), actorOf(ctx), own, deviceOf(ctx)));
    record(ctx, 'Left an organisation.');
    return { ok: true as const };
  }),

  answer(handOverEndpoint, async ({ body: { user_id: userId, stays } }, ctx) => {
    await requireStepUp(ctx);
    const given = { userId, stays, ...deviceOf(ctx) };
    const session = await handOver(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), given);
    if (session) keepSession(ctx, session);
    record(ctx, 'Handed an organisation over.');
    return { ok: true as const };
  }),

  answer(setOrganisationState, async ({ params, body }, ctx) => {
    await requireStepUp(ctx);
    const { state, replaces, qr_codes_limit: limit, replaces_limit, reason } = body;
    const by = [ctx.clock.now(), actorOf(ctx), params.id] as const;
    const changed = state
      ? await setState(ctx.db, ...by, { state, replaces, reason })
      : await withTransaction(ctx.db, (tx) =>
          setCodeLimit(tx, ...by, { limit: limit!, replaces: replaces_limit, reason }),
        );
    return {
      ...changed,
      state: changed.state as 'active',
      kind: changed.kind as 'partner',
      partner_type: changed.partner_type as 'hotel' | null,
    };
  }),
];
