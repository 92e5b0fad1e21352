import { endAllSessions, endOneSession, listSessions as listEndpoint } from '../../../contract/accounts.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { answer } from '../../platform/http/http.ts';
import { endOwnSession, endSessionsOf, forgetSession, listSessions } from '../../platform/sessions/sessions.ts';
import { describeBrowser } from './browser-names.ts';

export const sessionRoutes = [
  answer(listEndpoint, async (_input, ctx) => {
    const sessions = await withTenant(ctx.db, { person: ctx.caller!.userId }, (tx) =>
      listSessions(tx, ctx.caller!, ctx.clock.now()),
    );
    return sessions.map((session) => ({
      id: session.id,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      user_agent: describeBrowser(session.user_agent),
      current: session.isCurrent,
    }));
  }),

  answer(endOneSession, async ({ params }, ctx) => {
    const { userId: person } = ctx.caller!;
    const ended = await withTenant(ctx.db, { person }, (tx) => endOwnSession(tx, ctx.caller!, params.id));
    if (ended === 'current') forgetSession(ctx);
    ctx.recordEvent({ type: 'session_revoked', severity: 'info', description: 'Ended one of their sessions.' });
    return { ok: true as const };
  }),

  answer(endAllSessions, async (_input, ctx) => {
    const { userId: person } = ctx.caller!;
    const ended = await withTenant(ctx.db, { person }, (tx) => endSessionsOf(tx, person));
    forgetSession(ctx);
    const description = `Signed out everywhere: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
    ctx.recordEvent({ type: 'session_revoked', severity: 'info', description });
    return { ended };
  }),
];
