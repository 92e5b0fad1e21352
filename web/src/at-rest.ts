import { watchImpressions } from './features/analytics/watch-impressions.ts';
import { hasKeptErrors } from './features/error-reports/track-error.ts';
import { isFormOpen } from './features/offline/open-forms.ts';
import { firstScript, loadAnew, ofScreens, scriptOf, statusAt } from './gone-scripts.ts';
import { notLoaded } from './load-script.ts';
import { isWaitingHere } from './waits-here.ts';

/** What a page does once it has answered and has nothing better to do. Nothing that has to hold depends on it: it may not come. */
export async function atRest(): Promise<void> {
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

/** A part of the page whose script the server has no more is had by loading the page anew; never over a form. */
async function loadGonePart(error: Error): Promise<void> {
  const named = scriptOf(error);
  const statuses = await Promise.all([firstScript, ...(named ? [named] : [])].map(statusAt));
  if (statuses.includes(404) && !ofScreens.has(error) && !isFormOpen() && !isWaitingHere()) loadAnew(location.href);
}
