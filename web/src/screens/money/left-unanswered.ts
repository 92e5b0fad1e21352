import type { AdminPayout } from '../../../../contract/commission.ts';
import { browserApi } from '../../api.ts';
import { useLate } from '../../desk/late-results.tsx';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';

/** Payouts by their ids, also where the list on screen does not show them; null where they cannot be asked. */
export const askPayouts = (ids: readonly string[]): Promise<AdminPayout[] | null> =>
  browserApi('GET /api/admin/payouts', { query: { ids: ids.join() } }).then(
    ({ rows }) => rows,
    () => null,
  );

/**
 * Says what has become of payouts whose sheet was left without its answer, as they were found since (null: they could not be asked):
 * the list on screen may show them no more.
 */
export function useLeftUnanswered(): (now: readonly AdminPayout[] | null) => void {
  const late = useLate({ intoView: true });
  return (now) => late({ nothing: now?.length ? words.said.leftUnanswered(now) : words.said.leftUnknown });
}
