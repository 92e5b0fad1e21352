const earthRadiusKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export interface Position {
  latitude: number;
  longitude: number;
}

/** Kilometres along the surface (haversine). */
export function distanceKm(one: Position, other: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Degrees of latitude and longitude within which to look. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** A box that holds everything within a distance; away from the poles and the date line, as these islands are. */
export function boxAround({ latitude, longitude }: Position, km: number): Box {
  const up = km / ((earthRadiusKm * Math.PI) / 180) + 1e-6;
  const aside = up / Math.max(0.01, Math.cos(radians(latitude)));
  return { south: latitude - up, north: latitude + up, west: longitude - aside, east: longitude + aside };
}
