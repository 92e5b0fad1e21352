import type { AdminPayout } from '../../../../contract/commission.ts';
import { browserApi } from '../../api.ts';
import { useLate } from '../../desk/late-results.tsx';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';

/** Payouts by their ids, also where the list on screen does not show them. */
export async function askPayouts(ids: readonly string[]): Promise<AdminPayout[]> {
  return (await browserApi('GET /api/admin/payouts', { query: { ids: ids.join() } })).rows;
}

/** Says what has become of payouts whose sheet was left without its answer: the list on screen may show them no more. */
export function useLeftUnanswered(): (ids: readonly string[]) => Promise<void> {
  const late = useLate({ intoView: true });
  return async (ids) => {
    const now = await askPayouts(ids).catch(() => null);
    late({ nothing: now ? words.said.leftUnanswered(now) : words.said.leftUnknown });
  };
}
