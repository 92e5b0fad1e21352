import { vi } from 'vitest';
import { googleIssuer } from '../server/platform/settings.ts';
import { EvilProvider } from './evil-provider.ts';
import { createWorld, type Reply, type World } from './world.ts';

/** A world whose identity provider does what it is told. */
export interface GoogleWorld extends World {
  provider: EvilProvider;
  /** Begins a sign-in in a new browser; `cookie` is the rest of that browser's cookies. */
  begin(query?: string, cookie?: string): Promise<{ redirectUrl: string; cookie: string }>;
  /** The whole way in one browser. `changed` alters what the browser posts. */
  signIn(person: Record<string, unknown>, changed?: Record<string, unknown>, cookie?: string): Promise<Reply>;
  sessionCount(): Promise<number>;
  /** From now on the provider is Google: what is sent to Google's host goes to it. */
  answerAsGoogle(): void;
}

/** Makes such a world; `environment` adds settings. */
export async function createGoogleWorld(environment: Record<string, string> = {}): Promise<GoogleWorld> {
  let world: World | undefined;
  const provider = new EvilProvider(() => world!.clock.now());
  await provider.start();
  world = await createWorld({
    environment: {
      RATE_LIMITS: 'off',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...environment,
    },
  });
  const made = world;
  const begin: GoogleWorld['begin'] = async (query = '', cookie = '') => {
    const reply = await made.call(`GET /api/oauth/google/redirect_url${query}`, { cookie });
    if (reply.status !== 200) throw new Error(`no sign-in begun: ${reply.raw}`);
    const own = `oauth=${reply.cookies.oauth}`;
    return { redirectUrl: reply.body.redirectUrl, cookie: cookie ? `${own}; ${cookie}` : own };
  };
  return {
    ...made,
    provider,
    begin,
    signIn: async (person, changed = {}, cookie = '') => {
      const begun = await begin('', cookie);
      const body = { ...provider.agree(begun.redirectUrl, person), ...changed };
      return await made.call('POST /api/sessions', { body, cookie: begun.cookie });
    },
    sessionCount: async () => (await made.db.selectFrom('sessions').select('id').execute()).length,
    answerAsGoogle: () => {
      const ours = provider.issuer;
      provider.issuer = googleIssuer;
      made.settings.oidc = { ...made.settings.oidc, issuer: googleIssuer };
      const really = globalThis.fetch;
      vi.stubGlobal('fetch', (url: string, options: RequestInit) => really(url.replace(googleIssuer, ours), options));
    },
    close: async () => {
      vi.unstubAllGlobals();
      await made.close();
      await provider.stop();
    },
  };
}
