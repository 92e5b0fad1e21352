import { generateKeyPair, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { Configuration, default as Provider } from 'oidc-provider';
import { boundConnections } from '../../platform/http/connections.ts';
import { isOnNetwork, type Settings } from '../../platform/settings.ts';
import { type DemoPerson, peoplePage } from './people-page.ts';
import { keepInMemory } from './provider-memory.ts';

export interface DemoIdentityProvider {
  issuer: string;
  stop(): Promise<void>;
}

/**
 * Starts the demo's own OpenID provider on a loopback port, or on the network where the demo itself is: "Continue with Google" leads to the demo's people through the very
 * code that leads to Google. It signs anybody in as anybody, so production refuses it. The provider itself is loaded a little
 * later, or with the first request: the start does not wait for it.
 * @param port where to listen; another one is taken when it is not free.
 * @throws Error in production.
 */
export async function startDemoIdentityProvider(
  settings: Pick<Settings, 'production' | 'publicUrl' | 'host' | 'productName'> & {
    oidc: Pick<Settings['oidc'], 'clientId' | 'clientSecret'>;
  },
  people: readonly DemoPerson[],
  port: number,
): Promise<DemoIdentityProvider> {
  if (settings.production) throw new Error("the demo's identity provider cannot run in production");
  const host = isOnNetwork(settings) ? settings.host : '127.0.0.1';
  let handler: ReturnType<typeof createHandler> | undefined;
  const load = () => {
    handler ??= createHandler(settings, people, issuer);
    return handler;
  };
  const server = createServer((request, response) => {
    load()
      .then((handle) => handle(request, response))
      .catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });
  // In the server's own process: what floods it here would be felt there.
  boundConnections(server, { perSite: true });
  const listen = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve((server.address() as { port: number }).port);
      });
    });
  const taken = await listen(port).catch(() => listen(0));
  const issuer = `http://${host}:${taken}`;
  const loading = setTimeout(() => load().catch(() => {}), 5_000).unref();
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(loading);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function createHandler(
  { publicUrl, productName, oidc }: Parameters<typeof startDemoIdentityProvider>[0],
  people: readonly DemoPerson[],
  issuer: string,
) {
  const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new OidcProvider(issuer, {
    ...fixed,
    adapter: keepInMemory(),
    clients: [
      {
        client_id: oidc.clientId,
        client_secret: oidc.clientSecret,
        redirect_uris: [`${publicUrl}/auth/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [await newSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    interactions: { policy, url: (_ctx, { uid }) => `/people/${uid}` },
    findAccount: (_ctx, id) => {
      const person = people.find((one) => one.key === id);
      if (!person) return undefined;
      const { email, name, given_name } = person;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: true, name, given_name }) };
    },
    loadExistingGrant: async ({ oidc: asked }) => await grantAll(provider, asked),
  });
  const answer = provider.callback();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    const [, , , chosen] = url.pathname.split('/');
    // Nobody is remembered: the people are shown each time, as with Google's choice of accounts.
    request.headers.cookie = request.headers.cookie?.replace(/(^|; )_session[^=;]*=[^;]*/g, '');
    if (!url.pathname.startsWith('/people/')) return answer(request, response);
    if (request.method !== 'POST' || !chosen) return peoplePage(response, productName, url.pathname, people);
    // Whoever has the page's cookie chooses; a stale page is sent back to the product.
    const result = { login: { accountId: decodeURIComponent(chosen) }, select_account: {} };
    await provider.interactionFinished(request, response, result).catch(() => {
      response.writeHead(303, { location: `${publicUrl}/?error=auth_failed` }).end();
    });
  };
}

const fixed: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  responseTypes: ['code'],
  renderError: (ctx, { error, error_description }) => {
    ctx.type = 'text';
    ctx.body = [error, error_description].filter(Boolean).join(': ');
  },
  ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 3_600, Grant: 3_600 },
};

/** Nobody is asked to agree: everything the product asks for is granted. */
async function grantAll(
  provider: Provider,
  asked: { client?: { clientId: string } | undefined; account?: { accountId: string } | undefined },
) {
  const grant = new provider.Grant({ clientId: asked.client?.clientId, accountId: asked.account?.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function newSigningKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'demo' } as const;
}
