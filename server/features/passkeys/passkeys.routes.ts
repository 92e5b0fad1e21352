import {
  confirmationOptions,
  confirmWithPasskey,
  deletePasskey,
  listPasskeys,
  passkeyRegistrationOptions,
  registerPasskey as registerEndpoint,
} from '../../../contract/passkeys.ts';
import { answer } from '../../platform/http.ts';
import {
  beginConfirmation,
  beginRegistration,
  confirm,
  findPasskeys,
  registerPasskey,
  removePasskey,
} from './passkeys.ts';

export const passkeysRoutes = [
  answer(passkeyRegistrationOptions, (_input, ctx) => beginRegistration(ctx, ctx.caller!)),
  answer(registerEndpoint, ({ body }, ctx) => registerPasskey(ctx, ctx.caller!, body)),
  answer(listPasskeys, (_input, ctx) => findPasskeys(ctx, ctx.caller!)),
  answer(deletePasskey, async ({ params }, ctx) => {
    await removePasskey(ctx, ctx.caller!, params.id);
    return { ok: true as const };
  }),
  answer(confirmationOptions, (_input, ctx) => beginConfirmation(ctx, ctx.caller!)),
  answer(confirmWithPasskey, async ({ body }, ctx) => ({
    confirmed_until: (await confirm(ctx, ctx.caller!, body.credential)).toISOString(),
  })),
];
