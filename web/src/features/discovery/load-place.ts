import { data, type LoaderFunctionArgs } from 'react-router';
import type { Experience, Place } from '../../../../contract/discovery.ts';
import { browserApi, errorCode } from '../../api.ts';
import { type Arrival, apiContext, arrivalContext, keptFirstContext, type LoaderContext } from '../../contexts.ts';

export interface PlaceData {
  place: Place;
  experiences: Experience[];
  /** Set where a printed code led here. */
  arrival: Arrival | null;
  /** ISO instant of what is shown, where it is not the server's answer but what this device kept. */
  keptAt?: string;
}

/** Longer than that nobody waits for a place that is on the device. */
const patienceMs = 3_000;

/** A place with its experiences. An id that cannot be one is as missing as an unknown one. */
export async function loadPlace({ params, context }: LoaderFunctionArgs<LoaderContext>): Promise<PlaceData> {
  const id = params.id ?? '';
  const api = context.get(apiContext);
  const kept = async () => {
    const module = api === browserApi && (await import('../../device/kept-lists.ts').catch(() => null));
    const found = module ? await module.findKeptPlace(id) : undefined;
    return found && { ...found, arrival: null };
  };
  try {
    const beforehand = context.get(keptFirstContext) && (await kept());
    if (beforehand) return beforehand;
    const live = api('GET /api/locations/{id}', { params: { id } });
    const late = api === browserApi && (await isLate(live)) && (await kept());
    if (late) return late;
    return { ...(await live), arrival: context.get(arrivalContext) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'not_found' || code === 'invalid_request') throw data(null, { status: 404 });
    const instead = code === 'offline' || code === 'unavailable' ? await kept() : undefined;
    if (instead) return instead;
    throw error;
  }
}

/** Whether an answer takes longer than one waits for it; one that fails is not late. */
const isLate = (answer: Promise<unknown>) =>
  Promise.race([
    answer.then(
      () => false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, true)),
  ]);
