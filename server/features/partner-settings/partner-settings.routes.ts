import { getPartnerSettings, savePartnerSettings } from '../../../contract/partner-settings.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { readSettings, saveSettings } from './partner-settings.ts';

export const partnerSettingsRoutes = [
  answer(getPartnerSettings, (_input, ctx) => readSettings(ctx.db, actorOf(ctx), membershipOf(ctx))),

  answer(
    savePartnerSettings,
    async ({ body }, ctx) => ({
      updated_settings: await saveSettings(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body),
    }),
    async (_input, ctx) => ({ updated_settings: await readSettings(ctx.db, actorOf(ctx), membershipOf(ctx)) }),
  ),
];
