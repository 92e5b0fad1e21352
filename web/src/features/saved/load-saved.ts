import { data } from 'react-router';
import type { SavedItem } from '../../../../contract/saved.ts';
import { errorCode } from '../../api.ts';
import { apiOf, inBrowser, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { keptOrLive } from '../../kept-or-live.ts';
import { catchUp, kept } from './saved-device.ts';

/** A guest's list is on their device; a traveler's is the server's, or the device's copy of it where there is no network. */
export type SavedData =
  | { kind: 'guest' }
  | { kind: 'live'; items: SavedItem[] }
  | { kind: 'kept'; items: SavedItem[]; readAt: string | null; userId: string; live?: Promise<SavedData> };

/** The list of whoever is here. Who may not see it, or no longer, is told so. */
export async function loadSaved(args: LoaderArgs): Promise<SavedData> {
  if (!args.context.get(maySignedInContext)) return { kind: 'guest' };
  const fromDevice = () => {
    const copy = inBrowser ? kept.readAccount() : null;
    return copy && { kind: 'kept' as const, items: copy.items, readAt: copy.readAt, userId: copy.userId };
  };
  try {
    return await keptOrLive(args, () => ask(args), fromDevice);
  } catch (error) {
    // What is said by a loader itself is no failure.
    const copy = error instanceof Error && fromDevice();
    if (!copy) throw error;
    return copy;
  }
}

async function ask(args: LoaderArgs): Promise<SavedData> {
  try {
    // What was changed without a network is on the list before it is read.
    if (inBrowser) await catchUp();
    return { kind: 'live', items: await apiOf(args)('GET /api/saved') };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unauthenticated') throw data(null, { status: 401 });
    if (code === 'forbidden') throw data(null, { status: 403 });
    throw error;
  }
}
