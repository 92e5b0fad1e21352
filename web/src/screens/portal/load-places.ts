import type { OwnPlace, PlaceList } from '../../../../contract/own-places.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { PlaceProposal } from '../../../../contract/place-proposals.ts';
import { deskLoader } from '../../desk/desk-loader.ts';

/** A place as the list has it. */
export type PlaceLine = Omit<OwnPlace, 'id'> & { id: string };

export interface PlacesData {
  permissions: readonly Permission[];
  places: readonly PlaceLine[];
  /** The place that is open, with what it shows. */
  opened: PlaceList | null;
  /** What was proposed for it, newest first. */
  proposals: readonly PlaceProposal[];
}

export const loadPlaces = deskLoader(async (api, { request }): Promise<PlacesData> => {
  const open = new URL(request.url).searchParams.get('open');
  const [{ permissions }, own] = await Promise.all([
    api('GET /api/organisation'),
    api('GET /api/partner-portal/places'),
  ]);
  const places = own.map((one) => ({ ...one, id: String(one.id) }));
  const id = places.find((one) => one.id === open)?.id;
  if (id === undefined) return { permissions, places, opened: null, proposals: [] };
  const [opened, proposals] = await Promise.all([
    api('GET /api/partner-portal/places/{id}', { params: { id } }),
    api('GET /api/partner-portal/places/{id}/proposals', { params: { id } }),
  ]);
  return { permissions, places, opened, proposals };
});
