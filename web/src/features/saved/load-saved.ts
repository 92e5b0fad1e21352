import type { SavedItem } from '../../../../contract/saved.ts';
import { inBrowser, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { loader } from '../../loader.ts';
import { catchUp, kept, ownChanges } from './saved-device.ts';

/** A guest's list is on their device; a traveler's is the server's, or the device's copy of it where there is no network. */
export type SavedData =
  | { kind: 'guest' }
  /** `askedAt` in changes of this page, as `ownChanges` counts them. */
  | { kind: 'live'; items: SavedItem[]; askedAt: number }
  | { kind: 'kept'; items: SavedItem[]; readAt: string | null; userId: string; live?: Promise<SavedData> };

type KeptSaved = Extract<SavedData, { kind: 'kept' }>;

/** The list of whoever is here. Who may not see it, or no longer, is told so. */
export const loadSaved = (args: LoaderArgs): Promise<SavedData> =>
  args.context.get(maySignedInContext) ? loadAccount(args) : Promise.resolve({ kind: 'guest' });

const fromDevice = (): KeptSaved | null => {
  const copy = inBrowser ? kept.readAccount() : null;
  return copy && { kind: 'kept', items: copy.items, readAt: copy.readAt, userId: copy.userId };
};

const loadAccount = loader<SavedData, KeptSaved>({
  live: async (api) => {
    // What was changed without a network is on the list before it is read.
    if (inBrowser) await catchUp();
    const askedAt = ownChanges.soFar();
    return { kind: 'live', items: await api('GET /api/saved'), askedAt };
  },
  kept: fromDevice,
  otherwise: fromDevice,
});
