import { data, type LoaderFunctionArgs } from 'react-router';
import type { Experience, Place } from '../../../../contract/discovery.ts';
import { errorCode } from '../../api.ts';
import { type Arrival, apiContext, arrivalContext, type LoaderContext } from '../../contexts.ts';

export interface PlaceData {
  place: Place;
  experiences: Experience[];
  /** Set where a printed code led here. */
  arrival: Arrival | null;
}

/** A place with its experiences. An id that cannot be one is as missing as an unknown one. */
export async function loadPlace({ params, context }: LoaderFunctionArgs<LoaderContext>): Promise<PlaceData> {
  try {
    const found = await context.get(apiContext)('GET /api/locations/{id}', { params: { id: params.id ?? '' } });
    return { ...found, arrival: context.get(arrivalContext) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'not_found' || code === 'invalid_request') throw data(null, { status: 404 });
    throw error;
  }
}
