import type { Told } from '../../../contract/portal-states.ts';
import { hideFew, hideFewParts } from './hide-few.ts';

/** What one place or code has brought, in cents, and by how many visits, each counted once a day. */
export interface Figures {
  scans: number;
  clicks: number;
  openings: number;
  bookings: number;
  revenue: number;
  commission: number;
  visits: number;
}

/** What is not told is more than none, and stands below all that is told; what is withheld is more than few. */
export const rankOf = (scans: Told) => (scans === 'few' ? 0.25 : scans === 'withheld' ? 0.5 : scans);

/** By which code guests came that open an experience is not noted: their events know the place. */
const counts = ['scans', 'clicks', 'bookings'] as const;

/**
 * Both breakdowns as they are told: nothing that is below five or of fewer than five visits, nor the money of so few bookings, also not by
 * what is left.
 */
export function tellFigures<
  Place extends Figures & { location_id: number; location_name: string },
  Code extends Figures & { location_id: number },
>(places: readonly Place[], codes: readonly Code[], dollars: (cents: number) => number | null) {
  const ofPlaces = counts.map((name) =>
    hideFew(places.map((place) => ({ figure: place[name], visits: place.visits }))),
  );
  const ofCodes = counts.map((name, which) => {
    const wholes = new Map(
      places.map((place, at) => [
        place.location_id,
        { figure: place[name], visits: place.visits, told: ofPlaces[which]![at]! },
      ]),
    );
    const parts = codes.map((code) => ({ whole: code.location_id, figure: code[name], visits: code.visits }));
    return hideFewParts(parts, wholes);
  });
  const openings = hideFew(places.map((place) => ({ figure: place.openings, visits: place.visits })));
  const shown = <Row extends Figures>(rows: readonly Row[], [scans, clicks, bookings]: Told[][]) =>
    rows.map((row, at) => ({
      ...row,
      scans: scans![at]!,
      clicks: clicks![at]!,
      bookings: bookings![at]!,
      revenue: typeof bookings![at] === 'string' ? null : dollars(row.revenue),
      commission: typeof bookings![at] === 'string' ? null : dollars(row.commission),
    }));
  const withOpenings = shown(places, ofPlaces).map((row, at) => ({ ...row, openings: openings[at]! }));
  const ranked = withOpenings.sort(
    (one, other) => rankOf(other.scans) - rankOf(one.scans) || one.location_name.localeCompare(other.location_name),
  );
  return { top_performing_locations: ranked, codes: shown(codes, ofCodes) };
}
