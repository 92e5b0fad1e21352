import { endAllSessions, endOneSession, listSessions as listEndpoint } from '../../../contract/accounts.ts';
import { answer } from '../../platform/http/http.ts';
import { endOwnSession, endSessionsOf, forgetSession, listSessions } from '../../platform/sessions/sessions.ts';
import { describeBrowser } from './browser-names.ts';

export const sessionRoutes = [
  answer(listEndpoint, async (_input, ctx) => {
    const sessions = await listSessions(ctx.db, ctx.caller!, ctx.clock.now());
    return sessions.map((session) => ({
      id: session.id,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      user_agent: describeBrowser(session.user_agent),
      current: session.isCurrent,
    }));
  }),

  answer(endOneSession, async ({ params }, ctx) => {
    if ((await endOwnSession(ctx.db, ctx.caller!, params.id)) === 'current') forgetSession(ctx);
    ctx.recordEvent({ type: 'session_revoked', severity: 'info', description: 'Ended one of their sessions.' });
    return { ok: true as const };
  }),

  answer(endAllSessions, async (_input, ctx) => {
    const ended = await endSessionsOf(ctx.db, ctx.caller!.userId);
    forgetSession(ctx);
    const description = `Signed out everywhere: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
    ctx.recordEvent({ type: 'session_revoked', severity: 'info', description });
    return { ended };
  }),
];
