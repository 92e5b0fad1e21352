import { browserApi, errorCode } from '../api.ts';

/** As long as a session can last. */
const longestSeconds = 30 * 86_400;

const isSecure = () => location.protocol === 'https:';

/**
 * Notes that somebody signed out while the server could not be reached. The session's own cookie is out of reach of scripts:
 * this one beside it makes the server end the session whatever it is asked next. On https its name is one that no neighbouring
 * host can give a cookie; the plain one, which processes and pages of earlier versions read, goes along.
 */
export function endAtNextContact(): void {
  for (const prefix of isSecure() ? ['__Host-', ''] : ['']) {
    const secure = isSecure() ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers
    document.cookie = `${prefix}signed_in=0; Path=/; Max-Age=${longestSeconds}; SameSite=Lax${secure}`;
  }
}

/** Whether a session is still to be ended. */
export const isSessionToEnd = (): boolean =>
  new RegExp(`(?:^|;\\s*)${isSecure() ? '__Host-' : ''}signed_in=0`).test(document.cookie);

type LateEnd = 'offline' | 'refused';
const toldEvent = 'sign-out-told';

/** Tells the page what became of a sign-out: its menu may be closed by then. */
export const tellSignOut = (what: LateEnd): void => void dispatchEvent(new CustomEvent(toldEvent, { detail: what }));

/** Listens for that; gives the way to stop. */
export function onSignOutTold(listener: (what: LateEnd) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<LateEnd>).detail);
  addEventListener(toldEvent, hear);
  return () => removeEventListener(toldEvent, hear);
}

/** Ends it now, where the server can be reached. Never throws. @returns `refused` where it answers and could not. */
export const endNow = (): Promise<'ended' | LateEnd> =>
  browserApi('POST /api/logout').then(
    () => 'ended',
    (error) => (errorCode(error) === 'offline' ? 'offline' : 'refused'),
  );
