import * as endpoints from '../../../contract/applications.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { getApplication, listApplications, sendApplication } from './applications.ts';
import { declineApplication, inviteApplicant } from './decide-application.ts';

const received = { received: true } as const;

export const applicationsRoutes = [
  answer(
    endpoints.apply,
    async ({ body }, ctx) => {
      await sendApplication(ctx, ctx.clock.now(), body);
      return received;
    },
    () => received,
  ),

  answer(endpoints.listApplications, ({ query }, ctx) => listApplications(ctx.db, query)),

  answer(
    endpoints.inviteApplicant,
    async ({ params }, ctx) => {
      await requireStepUp(ctx);
      const invited = await inviteApplicant(ctx, ctx.clock.now(), actorOf(ctx), params.id);
      const description = `Invited a${invited.stakeholder_type === 'partner' ? ' partner' : 'n advertiser'}.`;
      ctx.recordEvent({ type: 'invitation', severity: 'info', description });
      return invited;
    },
    ({ params }, ctx) => getApplication(ctx.db, params.id),
  ),

  answer(
    endpoints.declineApplication,
    ({ params, body }, ctx) => declineApplication(ctx, ctx.clock.now(), actorOf(ctx), params.id, body),
    ({ params }, ctx) => getApplication(ctx.db, params.id),
  ),
];
