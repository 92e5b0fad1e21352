import type { DataRouter } from 'react-router';
import { onSessionEnd } from './api.ts';
import { forgetUser, hasSession, isRemembered, rememberedUser, signedOutKey, userKey } from './device/own-device.ts';
import type { RootData } from './features/session/load-root.ts';
import { hasNetwork } from './network.ts';
import { typedText } from './typed-text.ts';
import { isWaitingHere } from './waits-here.ts';

const rootData = (router: DataRouter) => router.state.loaderData.root as RootData | undefined;

/**
 * Where a session has ended, what is one person's is asked for anew, and so leaves the screen: now, or once a dialog is closed. Whoever
 * signs out leaves at once, in all tabs. Where one has begun, a page that shows a guest asks anew who is here.
 * @returns asks whether that happened while nobody listened; for when the page is drawn.
 */
export function leaveOnSessionEnd(router: DataRouter): () => void {
  let told: RootData | undefined;
  /** The page is on its way out: what is asked for anew meanwhile would lead it on, by an entry of the history more. */
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    location.replace('/');
  };
  const leaveOwn = () => {
    const shown = rootData(router);
    const dialog = document.querySelector('dialog[open]');
    dialog?.addEventListener('close', () => setTimeout(leaveOwn), { once: true });
    if (isLeaving || !shown?.user || told === shown || dialog) return;
    // Once for each answer, as asking meets the same refusal. A form says so itself, and keeps what was written; so does what waits here.
    if (document.querySelector('form:not([role=search],search form)') || isWaitingHere()) return;
    told = shown;
    void router.revalidate();
  };
  onSessionEnd(() => {
    forgetUser();
    leaveOwn();
  });
  /** Where a guest is shown somebody may have signed in meanwhile, in another tab; an address typed to sign in with is no work to lose. */
  const meet = () => {
    if (document.hidden || rootData(router)?.user || !hasSession() || !hasNetwork()) return;
    if (!typedText.isHeld() || document.querySelector('[autocomplete=email]')) void router.revalidate();
  };
  addEventListener('focus', meet);
  document.addEventListener('visibilitychange', meet);
  // Storage tells all tabs but the one that changed it: what another takes off this device is not left on screen here.
  addEventListener('storage', ({ key, newValue }) => {
    const shown = rootData(router)?.user;
    if (!shown) return key === userKey && newValue !== null && meet();
    // What one person was writing is nothing for another to send.
    const isAnothers = key === userKey && newValue !== null && !isRemembered(shown.id);
    if (key === null || (key === signedOutKey && newValue !== null) || isAnothers) leave();
    else if (key === userKey && newValue === null) leaveOwn();
  });
  return () => {
    if (!hasSession()) leaveOwn();
    const shown = rootData(router)?.user;
    if (shown && rememberedUser() && !isRemembered(shown.id)) leave();
  };
}
