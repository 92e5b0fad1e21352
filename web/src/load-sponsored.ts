import type { getSponsored, Sponsored } from '../../contract/campaigns.ts';
import type { Request } from '../../contract/endpoint.ts';
import { answerInTime } from './answer-in-time.ts';
import { apiOf, inBrowser, type LoaderArgs } from './contexts.ts';

/** A list does not wait longer for what is sponsored in it. */
const patienceMs = 1_000;

/** What is sponsored in a list: nothing where that cannot be had, or not in time. Never throws. */
export async function loadSponsored(
  args: LoaderArgs,
  query: Request<typeof getSponsored>['query'],
): Promise<readonly Sponsored[]> {
  try {
    const asked = apiOf(args)('GET /api/sponsored', { query });
    return (await (inBrowser ? answerInTime(asked, patienceMs) : asked)) ?? [];
  } catch {
    return [];
  }
}
