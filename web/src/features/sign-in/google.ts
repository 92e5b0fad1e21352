import { browserApi, errorCode } from '../../api.ts';
import { signIn as words } from '../../messages/en/sign-in.ts';
import { limitWords } from '../../refusal-words.ts';

/** What a sign-in begins with: an invitation to be accepted after it, a path of this site to return to. */
export interface SignInStart {
  invitation?: string | undefined;
  redirect?: string | undefined;
}

/** Why Google could not be opened: a reason that has words of its own, or those of a limit. */
export type GoogleProblem = 'misconfigured' | 'all' | 'other' | { limited: string };

const serviceFailures: readonly unknown[] = ['sign_in_unavailable', 'unavailable', 'internal'];

/**
 * Leaves for Google. Where the service behind the first address fails, asks the alternative one.
 * @param onFallback told when that happens.
 * @returns why one is still here; null when the browser is on its way.
 */
export async function openGoogle(start: SignInStart, onFallback: () => void): Promise<GoogleProblem | null> {
  try {
    leaveFor((await browserApi('GET /api/oauth/google/redirect_url', { query: start })).redirectUrl);
    return null;
  } catch (error) {
    console.warn(words.logRedirect, error);
    const limited = limitWords(error);
    if (limited) return { limited };
    const code = errorCode(error);
    if (code === 'sign_in_misconfigured') return 'misconfigured';
    if (!serviceFailures.includes(code)) return 'other';
  }
  onFallback();
  try {
    leaveFor((await browserApi('GET /api/oauth/google/redirect_url/fallback', { query: start })).redirectUrl);
    return null;
  } catch (error) {
    console.warn(words.logRedirect, error);
    const limited = limitWords(error);
    return limited ? { limited } : 'all';
  }
}

function leaveFor(address: string): void {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`not a web address: ${url.protocol}`);
  location.assign(url);
}
