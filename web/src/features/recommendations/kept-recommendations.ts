import type { Recommendation } from '../../../../contract/recommendations.ts';
import { isOfVersion } from '../../device/kept-version.ts';
import { withoutVisitor } from '../../device/without-visitor.ts';

/** The last real answer for a booked experience. */
interface KeptRecommendations {
  version: number;
  listingId: number;
  /** ISO instant at which this was the live answer. */
  keptAt: string;
  recommendations: Recommendation[];
}

const key = 'holoholo.recommendations';
const mostKept = 5;
const version = 1;

function readAll(): KeptRecommendations[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found)
      ? found.filter((one) => isOfVersion(version, one) && Array.isArray(one?.recommendations))
      : [];
  } catch {
    return [];
  }
}

/** Keeps the last real answer on this device. */
export function keepRecommendations(listingId: number, given: readonly Recommendation[]): void {
  const recommendations = given.map(withoutVisitor);
  const others = readAll().filter((one) => one.listingId !== listingId);
  const kept = [{ version, listingId, keptAt: new Date().toISOString(), recommendations }, ...others].slice(
    0,
    mostKept,
  );
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Nowhere to keep it.
  }
}

/** The last real answer for a booked experience that this device has. */
export const findKept = (listingId: number): KeptRecommendations | undefined =>
  readAll().find((one) => one.listingId === listingId && one.recommendations.length > 0);
