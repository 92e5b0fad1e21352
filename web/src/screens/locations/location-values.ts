import type { Request } from '../../../../contract/endpoint.ts';
import type { LocationField } from '../../../../contract/location-form.ts';
import type { LocationContent, updateLocation } from '../../../../contract/locations.ts';
import { degreesIn } from '../../desk/position.ts';

/** What stands in the editor, by field, as text; the partner by id. */
export type LocationValues = Record<LocationField, string>;

/** A place as its editor shows it. */
export const valuesOf = (place: LocationContent | null): LocationValues => ({
  name: place?.name ?? '',
  partner: place?.partner?.id ?? '',
  description: place?.description ?? '',
  address: place?.address ?? '',
  latitude: String(place?.latitude ?? ''),
  longitude: String(place?.longitude ?? ''),
});

type Body = Omit<Request<typeof updateLocation>['body'], 'replaces'>;

/** The same as it is sent. */
export const bodyOf = ({ latitude, longitude, partner, ...values }: LocationValues): Body => ({
  ...values,
  partner: partner || null,
  latitude: degreesIn(latitude) ?? null,
  longitude: degreesIn(longitude) ?? null,
});

interface Choice {
  id: string;
  name: string;
  email?: string | null;
}

/** The partners to choose from: those of the list, and whoever has the place or had it since, whom a long list may not have. */
export const partnerChoices = (listed: readonly Choice[], met: readonly Choice[]): Choice[] => [
  ...new Map([...met, ...listed].map((one) => [one.id, one])).values(),
];
