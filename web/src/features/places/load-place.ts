import { data } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { getPlace, Place } from '../../../../contract/places.ts';
import { answerInTime } from '../../answer-in-time.ts';
import { errorCode } from '../../api.ts';
import { type Arrival, apiOf, arrivalContext, inBrowser, keptFirstContext, type LoaderArgs } from '../../contexts.ts';

export interface PlaceData {
  place: Place;
  experiences: Experience[];
  /** Set where a printed code led here. */
  arrival: Arrival | null;
  /** ISO instant of what is shown, where it is not the server's answer but what this device kept. */
  keptAt?: string;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<Answer<typeof getPlace>>;
}

/** A place with its experiences. An id that cannot be one is as missing as an unknown one. */
export async function loadPlace(args: LoaderArgs): Promise<PlaceData> {
  const { params, context } = args;
  const id = params.id ?? '';
  const kept = async (live?: PlaceData['live']) => {
    const module = inBrowser && (await import('../../device/kept-lists.ts').catch(() => null));
    const found = module ? await module.findKeptPlace(id) : undefined;
    return found && { ...found, arrival: null, ...(live && { live }) };
  };
  try {
    const beforehand = context.get(keptFirstContext) && (await kept());
    if (beforehand) return beforehand;
    const live = apiOf(args)('GET /api/locations/{id}', { params: { id } });
    const answer = (inBrowser && ((await answerInTime(live)) ?? (await kept(live)))) || (await live);
    return { arrival: context.get(arrivalContext), ...answer };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'not_found' || code === 'invalid_request') throw data(null, { status: 404 });
    const instead = code === 'offline' || code === 'unavailable' ? await kept() : undefined;
    if (instead) return instead;
    throw error;
  }
}
