import { keptForMs } from '../device/kept-for.ts';
import { isOfVersion } from '../device/kept-version.ts';
import { isRemembered } from '../device/own-device.ts';

/** Under which name, and in which shape, the last answer of a desk's screen is kept. */
export interface KeptAs {
  name: string;
  version: number;
}

interface KeptDesk {
  version: number;
  /** Whose it is: for nobody else. */
  userId: string;
  /** ISO instant at which this was the live answer. */
  keptAt: string;
  loaded: object;
}

const keyOf = ({ name }: KeptAs) => `holoholo.desk.${name}`;

/** Keeps the last real answer on this device, where it is its reader's own. */
export function keepDesk(as: KeptAs, userId: string, loaded: object): void {
  if (!isRemembered(userId)) return;
  const kept: KeptDesk = { version: as.version, userId, keptAt: new Date().toISOString(), loaded };
  try {
    localStorage.setItem(keyOf(as), JSON.stringify(kept));
  } catch {
    // Nowhere to keep it.
  }
}

/** The last real answer for a reader that this device has, of the last seven days. */
export function findKeptDesk(as: KeptAs, userId: string, now: Date): Pick<KeptDesk, 'keptAt' | 'loaded'> | undefined {
  try {
    const kept: KeptDesk | null = JSON.parse(localStorage.getItem(keyOf(as)) ?? 'null');
    const isTheirs = kept && isOfVersion(as.version, kept) && kept.userId === userId;
    return isTheirs && now.getTime() - Date.parse(kept.keptAt) < keptForMs ? kept : undefined;
  } catch {
    return undefined;
  }
}
