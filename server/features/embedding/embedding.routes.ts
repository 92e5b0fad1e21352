import { listEmbedHosts as listEndpoint, setEmbedHosts as setEndpoint } from '../../../contract/embedding.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { listEmbedHosts, setEmbedHosts } from './embedding.ts';

export const embeddingRoutes = [
  answer(listEndpoint, async (_, ctx) => {
    const hosts = await listEmbedHosts(ctx.db);
    // An administrator whose change was refused for another's reads the list anew.
    ctx.setHeader('cache-control', 'no-cache');
    return { hosts };
  }),

  answer(
    setEndpoint,
    async ({ body }, ctx) => {
      await requireStepUp(ctx);
      const { hosts, replaces } = body;
      const change = { hosts, replaces, actorId: ctx.caller!.userId, requestId: ctx.requestId };
      return { hosts: await setEmbedHosts(ctx.db, ctx.settings, ctx.clock.now(), change) };
    },
    async (_input, ctx) => ({ hosts: await listEmbedHosts(ctx.db) }),
  ),
];
