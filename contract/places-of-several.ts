export interface PlaceOfCodes {
  id: number;
  name: string;
  /** How many lead to it. */
  codes: number;
}

/** Places that several codes lead to, by name. */
export function placesOfSeveral(
  codes: readonly { location_id: number; location_name: string }[],
): readonly PlaceOfCodes[] {
  const places = new Map<number, PlaceOfCodes>();
  for (const { location_id: id, location_name: name } of codes)
    places.set(id, { id, name, codes: (places.get(id)?.codes ?? 0) + 1 });
  return [...places.values()].filter((place) => place.codes > 1);
}
