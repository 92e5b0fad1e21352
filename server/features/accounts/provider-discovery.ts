import * as oidc from 'openid-client';
import { Refusal } from '../../platform/http/refusal.ts';
import { googleIssuer, type OidcSettings } from '../../platform/settings.ts';
import { providerSeconds, refusalOf, within } from './provider-failures.ts';

interface Known {
  configuration: Promise<oidc.Configuration>;
  until: number;
}
const known = new WeakMap<OidcSettings, Known>();
const day = 86_400_000;

/**
 * The provider's endpoints and keys, asked of the pinned issuer and kept for a day; a failure is not kept.
 * @param afresh forgets what is kept and asks again.
 * @throws Refusal `sign_in_unavailable`, `sign_in_misconfigured`
 */
export async function providerOf(settings: OidcSettings, now: Date, afresh: boolean): Promise<oidc.Configuration> {
  const kept = known.get(settings);
  if (kept && kept.until > now.getTime() && !afresh) return await kept.configuration;
  const configuration = within(() => discover(settings)).catch((error) => {
    if (known.get(settings)?.configuration === configuration) known.delete(settings);
    throw asOurs(refusalOf(error));
  });
  known.set(settings, { configuration, until: now.getTime() + day });
  return await configuration;
}

/** Without discovery nobody has been refused anything yet: what is not away is set up wrongly. */
const asOurs = (refusal: Refusal) =>
  refusal.code === 'sign_in_failed' ? new Refusal('sign_in_misconfigured') : refusal;

async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  if (!settings.issuer) throw new Refusal('sign_in_unavailable');
  return await oidc.discovery(new URL(settings.issuer), settings.clientId, clientMetadata, authentication(settings), {
    timeout: providerSeconds,
    execute: extensions(settings),
  });
}

/**
 * Google's endpoints as they have been for years, for when its discovery alone does not answer; kept for ten minutes.
 * @returns whether there is such a second way.
 */
export function useKnownEndpoints(settings: OidcSettings, now: Date): boolean {
  if (settings.issuer !== googleIssuer) return false;
  const configuration = new oidc.Configuration(google, settings.clientId, clientMetadata, authentication(settings));
  configuration.timeout = providerSeconds;
  for (const extend of extensions(settings)) extend(configuration);
  known.set(settings, { configuration: Promise.resolve(configuration), until: now.getTime() + 600_000 });
  return true;
}

const google: oidc.ServerMetadata = {
  issuer: googleIssuer,
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
};

const clientMetadata: Partial<oidc.ClientMetadata> = {
  id_token_signed_response_alg: 'RS256',
  // The library reads the machine's clock; the times of a token are judged by ours (identity-provider.ts), and by nothing else.
  [oidc.clockTolerance]: 1e12,
};

const authentication = ({ clientSecret }: OidcSettings) => oidc.ClientSecretPost(clientSecret);

/** Signatures are checked even where TLS would do, and plain http is for a provider on this machine, or the demo's own. */
function extensions({ issuer, isDemo }: OidcSettings): ((configuration: oidc.Configuration) => void)[] {
  const isLocal = isDemo || /^http:\/\/(127\.0\.0\.1|localhost)(:|\/|$)/.test(issuer ?? '');
  return isLocal ? [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests] : [oidc.enableNonRepudiationChecks];
}
