import { answerInTime, beginningDeadlineMs, deadlineMs } from './answer-in-time.ts';
import { errorCode, offlineError } from './api.ts';
import { inBrowser, keptFirstContext, type LoaderArgs } from './contexts.ts';

/** What the device keeps, with the live answer where that may still come. */
export type Kept<K, L> = K & { live?: Promise<L> };

/** Whether nobody answered, or somebody who cannot serve now: what is kept stands in. */
export const isAway = (error: unknown): boolean => {
  const code = errorCode(error);
  return code === 'offline' || code === 'unavailable';
};

/**
 * The live answer; what the device keeps where that does not come within three seconds, where the server is away, or where the
 * page begins without a network. A late answer goes along as `live`, and useLiveOr shows it.
 * @param kept gives nothing where the device has nothing: then the live answer is waited for, ten seconds in all, and less where a
 * page begins without a network, as it has used some.
 * @throws what the live answer fails with, unless something is kept and the server is away; ApiError `offline` where it is too late.
 */
export async function keptOrLive<L extends object | null, K extends object>(
  { context }: Pick<LoaderArgs, 'context'>,
  live: () => Promise<L>,
  kept: () => K | null | undefined | Promise<K | null | undefined>,
): Promise<L | Kept<K, L>> {
  if (!inBrowser) return await live();
  const keptFirst = context.get(keptFirstContext);
  const end = keptFirst ? beginningDeadlineMs : performance.now() + deadlineMs;
  const beforehand = keptFirst && (await kept());
  if (beforehand) return beforehand;
  const answer = live();
  // It may fail after everybody has stopped listening.
  answer.catch(() => {});
  try {
    const came = keptFirst ? undefined : await answerInTime(answer);
    if (came !== undefined) return came;
    const instead = await kept();
    if (instead) return { ...instead, live: answer };
    const late = await answerInTime(answer, end - performance.now());
    if (late !== undefined) return late;
    throw offlineError();
  } catch (error) {
    const instead = isAway(error) && (await kept());
    if (instead) return instead;
    throw error;
  }
}
