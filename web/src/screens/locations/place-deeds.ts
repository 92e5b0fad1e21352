import type { Request } from '../../../../contract/endpoint.ts';
import { type LocationAction, locationActions } from '../../../../contract/location-form.ts';
import type { changeMatchingLocations, LocationWithHistory } from '../../../../contract/locations.ts';
import { type Deed, deedsOf } from '../../desk/deeds.ts';

/** Which places a list shows. */
export type PlaceFilter = Omit<Request<typeof changeMatchingLocations>['body'], 'seen' | 'action'>;

/** What is about to be done, and to which places. */
export type PlaceDeed = Deed<LocationAction, LocationWithHistory, PlaceFilter>;

export const placeDeeds = deedsOf<LocationAction, LocationWithHistory, PlaceFilter>(locationActions, 'place', 'places');
