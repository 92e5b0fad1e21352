import type { DataRouter } from 'react-router';
import { hasKeptErrors } from './features/error-reports/track-error.ts';
import { watchGoneScripts } from './gone-scripts.ts';

/** What a page does once it has answered and has nothing better to do. @param firstScript address of the script that it began with. */
export async function atRest(firstScript: string, router: DataRouter): Promise<void> {
  watchGoneScripts(firstScript, router);
  if (!hasKeptErrors()) return;
  // Without a network neither the script nor the report gets through; the next page tries again.
  const sender = await import('./features/error-reports/send-kept-errors.ts').catch(() => null);
  await sender?.sendKeptErrors();
}
