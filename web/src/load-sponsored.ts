import type { getSponsored, Sponsored } from '../../contract/campaigns.ts';
import type { Request } from '../../contract/endpoint.ts';
import { answerInTime } from './answer-in-time.ts';
import { apiOf, inBrowser, type LoaderArgs } from './contexts.ts';

/** So long a list that is there waits for what is sponsored in it: both are asked for at once. */
const momentMs = 100;

/**
 * What is sponsored in a list: nothing where that cannot be had, or comes later than the list. Never throws.
 * @param list the answer with the list itself, which was asked for at the same time.
 */
export async function loadSponsored(
  args: LoaderArgs,
  query: Request<typeof getSponsored>['query'],
  list: Promise<unknown>,
): Promise<readonly Sponsored[]> {
  try {
    const asked = apiOf(args)('GET /api/sponsored', { query });
    if (!inBrowser) return await asked;
    // Either may fail, which is said elsewhere.
    await Promise.race([asked, list]).catch(() => {});
    return (await answerInTime(asked, momentMs)) ?? [];
  } catch {
    return [];
  }
}
