import {
  chooseOwnReports,
  getOwnReports,
  getPartnerSettings,
  savePartnerSettings,
} from '../../../contract/partner-settings.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { chooseReports, readReports, readSettings, saveSettings } from './partner-settings.ts';

const memberOf = (ctx: Context) => ({ organisationId: membershipOf(ctx).organisationId, userId: actorOf(ctx).userId });

export const partnerSettingsRoutes = [
  answer(getPartnerSettings, (_input, ctx) => readSettings(ctx.db, actorOf(ctx), membershipOf(ctx))),

  answer(
    savePartnerSettings,
    async ({ body }, ctx) => ({
      updated_settings: await saveSettings(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body),
    }),
    async (_input, ctx) => ({ updated_settings: await readSettings(ctx.db, actorOf(ctx), membershipOf(ctx)) }),
  ),

  answer(getOwnReports, (_input, ctx) => readReports(ctx.db, memberOf(ctx))),

  answer(chooseOwnReports, ({ body }, ctx) =>
    chooseReports(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body),
  ),
];
