import type { Answer } from '../../../../contract/endpoint.ts';
import type { getRateCard } from '../../../../contract/rate-cards.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { rateCardsDesk as words } from '../../messages/en/rate-cards-desk.ts';
import { calendarDay } from '../../messages/format.ts';
import list from '../../ui/list.module.css';

/** One rate card, and which experiences pay less than its share. */
export function RateCardDetail({ card }: { card: Answer<typeof getRateCard> }) {
  const { columns } = words;
  const { below, listings_below } = card;
  const facts = [
    [columns.share, words.share(card.partner_share)],
    [columns.days, words.daysAfter(card.holding_days)],
    [columns.from, calendarDay(card.effective_from)],
    [columns.reason, card.reason],
    [columns.by, card.created_by ?? words.nobody],
    ...(card.confirmed_by ? [[columns.confirmed, card.confirmed_by] as const] : []),
  ] as const;
  return (
    <Detail label={words.detail} title={card.tier} facts={facts}>
      {below.length === 0 ? (
        <p>{words.noneBelow}</p>
      ) : (
        <DetailLines
          title={words.below(listings_below)}
          lines={below.map(({ listing_id, name, commission_rate, adds }) => ({
            key: listing_id,
            line: name,
            note: words.pays(words.share(commission_rate), adds),
          }))}
        />
      )}
      {listings_below > below.length && <p className={list.note}>{words.first(below.length)}</p>}
    </Detail>
  );
}
