import * as oidc from 'openid-client';
import { asLine, isHttpsUrl } from '../../../contract/values.ts';
import { normalizeEmail } from '../../platform/email-address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OidcSettings } from '../../platform/settings.ts';
import { providerOf } from './provider-discovery.ts';
import { refusalOf, within } from './provider-failures.ts';

/** Somebody, as an identity provider vouches for them. */
export interface Person {
  issuer: string;
  subject: string;
  /** In the form we keep, or null where the provider names none that we could write to. */
  email: string | null;
  isEmailVerified: boolean;
  /** The Workspace domain whose member they are. */
  hostedDomain: string | null;
  name: string | null;
  givenName: string | null;
  picture: string | null;
}

/** What ties a sign-in to the browser that began it. */
export interface FlowSecrets {
  verifier: string;
  state: string;
  nonce: string;
}

/** A provider's clock may be so many seconds ahead of ours, or behind. */
const clockToleranceSeconds = 30;

/**
 * Where to send the browser.
 * @throws Refusal `sign_in_unavailable`, `sign_in_misconfigured`
 */
export async function authorizationUrl(
  settings: OidcSettings,
  now: Date,
  { redirectUri, secrets, afresh }: { redirectUri: string; secrets: FlowSecrets; afresh: boolean },
): Promise<string> {
  const configuration = await providerOf(settings, now, afresh);
  try {
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
      // On a phone that was lent, the person before must not be signed in again unasked.
      prompt: 'select_account',
    });
    return url.href;
  } catch {
    throw new Refusal('sign_in_misconfigured');
  }
}

/**
 * Exchanges a code for the person it stands for. Signature, issuer, audience, nonce and times of the ID token are checked;
 * nothing that fails a check is believed in part.
 * @param request.iss the issuer as the browser brought it, if it did.
 * @throws Refusal `sign_in_failed`, `sign_in_unavailable`, `sign_in_misconfigured`
 */
export async function exchangeCode(
  settings: OidcSettings,
  now: Date,
  request: { code: string; iss: string | undefined; redirectUri: string; secrets: FlowSecrets },
): Promise<Person> {
  const configuration = await providerOf(settings, now, false);
  const { issuer } = configuration.serverMetadata();
  const { code, iss, redirectUri, secrets } = request;
  if (iss !== undefined && iss !== issuer) throw new Refusal('sign_in_failed');
  const answer = new URL(redirectUri);
  // State and issuer were compared with what the browser brought, where it brought them; the library asks for both always.
  answer.search = new URLSearchParams({ code, state: secrets.state, iss: issuer }).toString();
  const checks = {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  };
  try {
    return await within(async () => {
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, checks);
      const claims: Record<string, unknown> = { ...tokens.claims() };
      requireOurs(claims, settings.clientId, now);
      if (claims.email === undefined) {
        const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub as string);
        return personFrom(issuer, { ...more, ...claims });
      }
      return personFrom(issuer, claims);
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What the library leaves open: it admits further audiences, another authorised party, and has a clock of its own. */
function requireOurs(claims: Record<string, unknown>, clientId: string, now: Date): void {
  const seconds = now.getTime() / 1000;
  const { aud, azp, iat, exp, nbf, sub } = claims;
  const isOurs =
    (aud === clientId || (Array.isArray(aud) && aud.length === 1 && aud[0] === clientId)) &&
    (azp === undefined || azp === clientId) &&
    typeof sub === 'string' &&
    /^[\x21-\x7e]{1,255}$/.test(sub) &&
    typeof exp === 'number' &&
    exp > seconds - clockToleranceSeconds &&
    typeof iat === 'number' &&
    iat <= seconds + clockToleranceSeconds &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= seconds + clockToleranceSeconds));
  if (!isOurs) throw new Refusal('sign_in_failed');
}

/** What a provider says cannot be refused to the person, who did not write it: it is cleaned instead. */
const textOf = (value: unknown, max: number) => (typeof value === 'string' && asLine(value, max)) || null;

function personFrom(issuer: string, claims: Record<string, unknown>): Person {
  const picture = textOf(claims.picture, 2048);
  return {
    issuer,
    subject: claims.sub as string,
    email: typeof claims.email === 'string' ? normalizeEmail(claims.email) : null,
    isEmailVerified: claims.email_verified === true,
    hostedDomain: textOf(claims.hd, 255),
    name: textOf(claims.name, 200),
    givenName: textOf(claims.given_name, 200),
    picture: picture && isHttpsUrl(picture) ? picture : null,
  };
}
