import type { Experience } from '../../../../contract/listings.ts';
import { isOfVersion } from '../../device/kept-version.ts';
import { withoutVisitor } from '../../device/without-visitor.ts';

interface Kept {
  version: number;
  experience: Experience;
  /** ISO instant at which a live answer said so. */
  keptAt: string;
}

const key = 'holoholo.explore';
const mostKept = 200;
const version = 1;

function readAll(storage: Storage): Kept[] {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
  return Array.isArray(kept)
    ? kept.filter((one) => isOfVersion(version, one) && one?.experience?.name && one.keptAt)
    : [];
}

/** Keeps what a live answer brought on this device, the newest first; a full or forbidden storage is no reason to fail. */
export function keepExperiences(
  experiences: readonly Experience[],
  now: Date,
  storage: () => Storage = () => localStorage,
): void {
  try {
    const keptAt = now.toISOString();
    const fresh = experiences.map((one): Kept => ({ version, experience: withoutVisitor(one), keptAt }));
    const ids = new Set(experiences.map(({ id }) => id));
    const older = readAll(storage()).filter(({ experience }) => !ids.has(experience.id));
    storage().setItem(key, JSON.stringify([...fresh, ...older].slice(0, mostKept)));
  } catch {
    // Nothing to keep it in.
  }
}

/** As search compares: no kahakō, no ʻokina, no capitals. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036fʻʼ‘’`'´]/g, '')
    .toLowerCase();

/**
 * What this device knows of a search: each word begins one of the listing's.
 * @returns the listings with the instant of the oldest of them, or null where nothing at all is kept.
 */
export function findKeptExperiences(
  { search, category }: { search: string; category: string },
  storage: () => Storage = () => localStorage,
): { experiences: Experience[]; keptAt: string } | null {
  try {
    const all = readAll(storage());
    if (all.length === 0) return null;
    const wanted = plain(search)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    const found = all.filter(({ experience }) => {
      const { name, subcategory, address, description } = experience;
      if (category && experience.category !== category) return false;
      const text = ` ${plain([name, subcategory, experience.category, address, description].join(' ')).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
      return wanted.every((word) => text.includes(` ${word}`));
    });
    const ages = (found.length ? found : all).map(({ keptAt }) => keptAt).sort();
    return { experiences: found.map(({ experience }) => experience), keptAt: ages[0]! };
  } catch {
    return null;
  }
}
