import { data } from 'react-router';
import type { Sponsored } from '../../../../contract/campaigns.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { Place } from '../../../../contract/places.ts';
import { answerInTime } from '../../answer-in-time.ts';
import { errorCode } from '../../api.ts';
import { type Arrival, apiOf, arrivalContext, type LoaderArgs } from '../../contexts.ts';
import { importInTime } from '../../import-in-time.ts';
import { keptOrLive } from '../../kept-or-live.ts';
import { loadSponsored } from '../../load-sponsored.ts';
import { loadOnDevice } from './on-device.tsx';

export interface PlaceData {
  place: Place;
  experiences: Experience[];
  /** What stands between them for whoever pays; a device keeps none of it. */
  sponsored?: readonly Sponsored[];
  /** Set where a printed code led here. */
  arrival: Arrival | null;
  /** ISO instant of what is shown, where it is not the server's answer but what this device kept. */
  keptAt?: string;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<PlaceData>;
}

/** A place with its experiences. An id that cannot be one is as missing as an unknown one. */
export async function loadPlace(args: LoaderArgs): Promise<PlaceData> {
  const { params, context } = args;
  const id = params.id ?? '';
  const live = async () => {
    try {
      const asked = apiOf(args)('GET /api/locations/{id}', { params: { id } });
      const [answer, sponsored] = await Promise.all([asked, loadSponsored(args, { location: id }, asked)]);
      return { arrival: context.get(arrivalContext), ...answer, sponsored };
    } catch (error) {
      const code = errorCode(error);
      if (code === 'not_found' || code === 'invalid_request') throw data(null, { status: 404 });
      throw error;
    }
  };
  const kept = async () => {
    const module = await importInTime(() => import('../../device/kept-lists.ts')).catch(() => null);
    const found = await module?.findKeptPlace(id);
    // That it is what was kept is said with it.
    if (found) await answerInTime(loadOnDevice()).catch(() => {});
    return found && { ...found, arrival: null };
  };
  return await keptOrLive(args, live, kept);
}
