import type { DataRouter } from 'react-router';
import { onSessionEnd } from './api.ts';
import { forgetUser, hasSession, isRemembered, rememberedUser, signedOutKey, userKey } from './device/own-device.ts';
import { watchImpressions } from './features/analytics/watch-impressions.ts';
import { hasKeptErrors } from './features/error-reports/track-error.ts';
import { holdsTyped, isFormOpen, noteForms } from './features/offline/open-forms.ts';
import type { RootData } from './features/session/load-root.ts';
import { firstScript, loadAnew, ofScreens, scriptOf, statusAt } from './gone-scripts.ts';
import { notLoaded } from './load-script.ts';
import { typedText } from './typed-text.ts';

/** What a page does once it has answered and has nothing better to do. */
export async function atRest(router: DataRouter): Promise<void> {
  leaveOnSessionEnd(router);
  noteForms();
  typedText.isHeld = holdsTyped;
  // By a script of its own, which the first one does not have to name.
  import('./device/form-draft.ts').then(
    ({ forgetLostDraft }) => forgetLostDraft(),
    () => {},
  );
  watchImpressions();
  // The next step finds its screen at once, or fetches what is wanted for that itself.
  import('./routes.tsx').catch((error) => ofScreens.add(error));
  addEventListener(notLoaded, (event) => void loadGonePart((event as CustomEvent<Error>).detail).catch(() => {}));
  if (!hasKeptErrors()) return;
  // Without a network neither the script nor the report gets through; the next page tries again.
  const sender = await import('./features/error-reports/send-kept-errors.ts').catch(() => null);
  await sender?.sendKeptErrors();
}

const rootData = (router: DataRouter) => router.state.loaderData.root as RootData | undefined;

/**
 * Where a session has ended, what is one person's is asked for anew, and so leaves the screen: now, or once a dialog is closed. Whoever
 * signs out leaves at once, in all tabs.
 */
function leaveOnSessionEnd(router: DataRouter): void {
  let told: RootData | undefined;
  const leaveOwn = () => {
    const shown = rootData(router);
    const dialog = document.querySelector('dialog[open]');
    dialog?.addEventListener('close', () => setTimeout(leaveOwn), { once: true });
    // Once for each answer, as asking meets the same refusal. A form says so itself, and keeps what was written.
    if (!shown?.user || told === shown || dialog || document.querySelector('form:not([role=search],search form)'))
      return;
    told = shown;
    void router.revalidate();
  };
  onSessionEnd(() => {
    forgetUser();
    leaveOwn();
  });
  // Storage tells all tabs but the one that changed it: what another takes off this device is not left on screen here.
  addEventListener('storage', ({ key, newValue }) => {
    const shown = rootData(router)?.user;
    if (!shown) return;
    // What one person was writing is nothing for another to send.
    const isAnothers = key === userKey && newValue !== null && !isRemembered(shown.id);
    if (key === null || (key === signedOutKey && newValue !== null) || isAnothers) location.replace('/');
    else if (key === userKey && newValue === null) leaveOwn();
  });
  if (!hasSession()) leaveOwn();
  // Nobody listened while the scripts were on their way.
  const shown = rootData(router)?.user;
  if (shown && rememberedUser() && !isRemembered(shown.id)) location.replace('/');
}

/** A part of the page whose script the server has no more is had by loading the page anew; never over a form. */
async function loadGonePart(error: Error): Promise<void> {
  const named = scriptOf(error);
  const statuses = await Promise.all([firstScript, ...(named ? [named] : [])].map(statusAt));
  if (statuses.includes(404) && !ofScreens.has(error) && !isFormOpen()) loadAnew(location.href);
}
