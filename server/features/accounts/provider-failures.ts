import * as oidc from 'openid-client';
import { Refusal } from '../../platform/http/refusal.ts';

/** What a sign-in waits for its provider in all, in seconds: a little less than any request may take. */
export const providerSeconds = 2;

/**
 * Does work with a provider within the limit.
 * @throws Refusal `sign_in_unavailable` when it takes longer; what it gives later is lost.
 */
export async function within<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('sign_in_unavailable')), providerSeconds * 1000);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The library's codes and the provider's are short words; anything else is not repeated. */
const refused = (code: string) =>
  new Refusal('sign_in_failed').noting({ reason: `the provider: ${/^\w{1,60}$/.test(code) ? code : 'unknown'}` });

const transientErrors = new Set(['server_error', 'temporarily_unavailable']);
const ourErrors = new Set(['invalid_client', 'invalid_request', 'unauthorized_client', 'invalid_scope']);
const transientCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']);

/**
 * What a failure of the provider means for the person: it is away, we are set up wrongly, or this sign-in is refused. Whatever
 * is not known is a refusal.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof oidc.ResponseBodyError) {
    if (error.status >= 500 || transientErrors.has(error.error)) return new Refusal('sign_in_unavailable');
    return ourErrors.has(error.error) ? new Refusal('sign_in_misconfigured') : refused(error.error);
  }
  // What fetch throws when nobody answers.
  if (error instanceof TypeError && error.cause !== undefined) return new Refusal('sign_in_unavailable');
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code !== undefined && transientCodes.has(code)) return new Refusal('sign_in_unavailable');
  if (cause instanceof Response && cause.status >= 500) return new Refusal('sign_in_unavailable');
  return refused(code ?? 'no reason given');
}
