import {
  confirmationOptions,
  confirmWithPasskey,
  deletePasskey,
  listPasskeys,
  passkeyRegistrationOptions,
  registerPasskey as registerEndpoint,
  resetPasskeys as resetEndpoint,
} from '../../../contract/passkeys.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { counted, countedBefore, doneBefore } from '../../platform/idempotency.ts';
import {
  beginConfirmation,
  beginRegistration,
  confirm,
  findPasskeys,
  registerPasskey,
  removePasskey,
  requireStepUp,
} from './passkeys.ts';
import { resetPasskeys } from './reset-passkeys.ts';

export const passkeysRoutes = [
  answer(passkeyRegistrationOptions, (_input, ctx) => beginRegistration(ctx, ctx.caller!)),
  answer(registerEndpoint, async ({ body }, ctx) => {
    const passkey = await registerPasskey(ctx, ctx.caller!, body);
    ctx.recordEvent({ type: 'passkey', severity: 'info', description: 'Registered a passkey.' });
    return passkey;
  }),
  answer(listPasskeys, (_input, ctx) => findPasskeys(ctx, ctx.caller!)),
  answer(
    deletePasskey,
    async ({ params }, ctx) => {
      await removePasskey(ctx, ctx.caller!, params.id);
      ctx.recordEvent({ type: 'passkey', severity: 'medium', description: 'Removed a passkey.' });
      return { ok: true as const };
    },
    doneBefore,
  ),
  answer(
    resetEndpoint,
    async ({ params, body }, ctx) => {
      const { userId: actorId } = ctx.caller!;
      if (params.id === actorId) throw new Refusal('forbidden');
      await requireStepUp(ctx);
      const by = { actorId, requestId: ctx.requestId, reason: body.reason };
      const done = await resetPasskeys(ctx, ctx.clock.now(), by, params.id);
      const description = `Took the passkeys of user ${params.id} away (${done.removed}).`;
      if (done.removed > 0) ctx.recordEvent({ type: 'passkey', severity: 'medium', description });
      return counted(ctx, done);
    },
    countedBefore<{ removed: number; ended: number }>,
  ),
  answer(confirmationOptions, (_input, ctx) => beginConfirmation(ctx, ctx.caller!)),
  answer(confirmWithPasskey, async ({ body }, ctx) => ({
    confirmed_until: (await confirm(ctx, ctx.caller!, body.credential)).toISOString(),
  })),
];
