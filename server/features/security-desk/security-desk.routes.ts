import type { Endpoint } from '../../../contract/endpoint.ts';
import * as endpoints from '../../../contract/security-desk.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { RequestMetrics } from '../../platform/request-metrics/request-metrics.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { dismissAlert, getAlert, listAlerts, listEndedAlerts } from './alerts.ts';
import { accessMatrix, readLimits } from './api-security.ts';
import { getEvent, listEvents, resolveEvent } from './desk-events.ts';
import { readHealth } from './health.ts';

interface Deps {
  /** Of this process: what it has answered until now counts. */
  metrics: RequestMetrics;
  contract: readonly Endpoint[];
}

/** Events, health and alerts of the security desk, and how the API is guarded. */
export const securityDeskRoutes = ({ metrics, contract }: Deps): Answered[] => [
  answer(endpoints.listSecurityEvents, async ({ query }, ctx) => {
    // What this process still has to write is of before this question.
    await flushSecurityEvents(ctx.db);
    return await listEvents(ctx.db, query);
  }),
  answer(
    endpoints.resolveSecurityEvent,
    async ({ params: { id } }, ctx) => {
      await requireStepUp(ctx);
      return await resolveEvent(ctx.db, ctx.clock.now(), actorOf(ctx), id);
    },
    ({ params }, ctx) => getEvent(ctx.db, params.id),
  ),
  answer(endpoints.getSystemHealth, async (_input, ctx) => {
    await metrics.write();
    return { health: await readHealth(ctx, ctx.clock.now()) };
  }),
  answer(endpoints.listSecurityAlerts, async ({ query }, ctx) => {
    const [alerts, ended] = await Promise.all([listAlerts(ctx.db), listEndedAlerts(ctx.db, query)]);
    return { alerts, ended };
  }),
  answer(
    endpoints.dismissSecurityAlert,
    async ({ params: { id } }, ctx) => {
      await requireStepUp(ctx);
      return await dismissAlert(ctx.db, ctx.clock.now(), actorOf(ctx), id);
    },
    ({ params }, ctx) => getAlert(ctx.db, params.id),
  ),
  answer(endpoints.getApiSecurity, async (_input, ctx) => ({
    endpoints: accessMatrix(contract.filter(({ access }) => access !== 'demo' || !ctx.settings.production)),
    limits: await readLimits(ctx, ctx.clock.now()),
    limits_on: ctx.settings.rateLimits,
  })),
];
