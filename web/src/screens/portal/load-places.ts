import type { OwnPlace, PlaceList } from '../../../../contract/own-places.ts';
import { deskLoader } from '../../desk/desk-loader.ts';

/** A place as the list has it. */
export type PlaceLine = Omit<OwnPlace, 'id'> & { id: string };

export interface PlacesData {
  places: readonly PlaceLine[];
  /** The place that is open, with what it shows. */
  opened: PlaceList | null;
}

export const loadPlaces = deskLoader(async (api, { request }): Promise<PlacesData> => {
  const open = new URL(request.url).searchParams.get('open');
  const places = (await api('GET /api/partner-portal/places')).map((one) => ({ ...one, id: String(one.id) }));
  const id = places.find((one) => one.id === open)?.id;
  const opened = id === undefined ? null : await api('GET /api/partner-portal/places/{id}', { params: { id } });
  return { places, opened };
});
