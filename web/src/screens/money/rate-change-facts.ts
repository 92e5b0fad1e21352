import type { RateChange } from '../../../../contract/rate-changes.ts';
import { browserApi } from '../../api.ts';
import { useLate } from '../../desk/late-results.tsx';
import { rateCardsDesk } from '../../messages/en/rate-cards-desk.ts';
import { rateChangesDesk as words } from '../../messages/en/rate-changes-desk.ts';

/** What would hold, in words. */
export function lineOf({ tier, card, terms }: RateChange): string {
  if (card) return words.card(tier, rateCardsDesk.share(card.partner_share), card.effective_from);
  return words.terms(terms!.organisation.name, tier, terms!.minimum_payout);
}

/** Of a rate card, what it would change: by what share its tier earns today, after how many days it is payable, and where the house would add to it. */
export const factsOf = ({ tier, card }: RateChange): string[] =>
  card
    ? [
        words.today(tier, card.share_in_force === null ? null : rateCardsDesk.share(card.share_in_force)),
        words.days(card.holding_days, card.holding_days_in_force),
        words.below(card.listings_below),
      ]
    : [];

/** The change that a form of this name confirms or withdraws, by its id. */
export const changeOf = (draft: string): string | undefined =>
  /^(?:confirm|withdraw) rate change (\S+)$/.exec(draft)?.[1];

/** A change by its id, also where no list shows it any more; null where it cannot be asked. */
export const askRateChange = (id: string): Promise<RateChange | null> =>
  browserApi('GET /api/admin/rate-changes/{id}', { params: { id } }).catch(() => null);

/** Says what has become of a change whose sheet was left without its answer, as it was found since (null: it could not be asked). */
export function useChangeLeft(): (now: RateChange | null) => void {
  const late = useLate({ intoView: true });
  return (now) => late({ nothing: now ? words.said.leftUnanswered(lineOf(now), now) : words.said.leftUnknown });
}
