import { keptForMs } from '../../device/kept-for.ts';
import { isOfVersion } from '../../device/kept-version.ts';

/** The last answer for one section, and whose it is. */
interface Kept {
  version: number;
  userId: string;
  /** ISO instant of the answer. */
  keptAt: string;
  answer: object;
}

/** Of the shape of the answers. */
const version = 1;

const keyOf = (section: string) => `holoholo.figures.${section}`;

/** Keeps a user's last figures on this device, to be read without a network. Never throws. */
export function keepFigures(section: string, userId: string, answer: object, now = new Date()): void {
  const kept: Kept = { version, userId, keptAt: now.toISOString(), answer };
  try {
    localStorage.setItem(keyOf(section), JSON.stringify(kept));
  } catch {
    // Nowhere to keep it.
  }
}

/** What this device has of a user's figures, no older than 168 hours. */
export function findKeptFigures<T extends object>(
  section: string,
  userId: string,
  now = Date.now(),
): (T & { keptAt: string }) | undefined {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(keyOf(section)) ?? 'null');
    if (!kept || !isOfVersion(version, kept) || kept.userId !== userId || !(now - Date.parse(kept.keptAt) < keptForMs))
      return undefined;
    return { ...(kept.answer as T), keptAt: kept.keptAt };
  } catch {
    return undefined;
  }
}
