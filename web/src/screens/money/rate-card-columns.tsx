import type { RateCard } from '../../../../contract/rate-cards.ts';
import type { Column } from '../../desk/data-table.tsx';
import { rateCardsDesk as words } from '../../messages/en/rate-cards-desk.ts';
import { calendarDay } from '../../messages/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** A card as the list has it. */
export interface CardLine extends Omit<RateCard, 'id'> {
  id: string;
  standing: keyof typeof words.standings;
}

/** Of each card whether bookings earn by it now, will, or do no longer: what is later than its tier's card in force is to come. */
export function linesOf(cards: readonly RateCard[]): CardLine[] {
  const since = new Map(cards.filter((card) => card.in_force).map((card) => [card.tier, card.effective_from]));
  const standingOf = ({ in_force, tier, effective_from }: RateCard) => {
    if (in_force) return 'in_force';
    return effective_from > (since.get(tier) ?? '') ? 'to_come' : 'replaced';
  };
  return cards.map((card) => ({ ...card, id: String(card.id), standing: standingOf(card) }));
}

const { columns } = words;
const looks = { in_force: 'ok', to_come: 'waits', replaced: 'over' } as const;

/** What the list shows of each rate card. */
export const rateCardColumns: readonly Column<CardLine>[] = [
  { key: 'tier', label: columns.tier, cell: ({ tier }) => tier, isTitle: true, isFixed: true },
  {
    key: 'share',
    label: columns.share,
    cell: ({ partner_share }) => words.share(partner_share),
    ...{ numeric: true, isBrief: true },
  },
  {
    key: 'days',
    label: columns.days,
    cell: ({ holding_days }) => words.daysAfter(holding_days),
    numeric: true,
  },
  {
    key: 'standing',
    label: columns.standing,
    cell: ({ standing }) => <StatusBadge look={looks[standing]}>{words.standings[standing]}</StatusBadge>,
    isBrief: true,
  },
  { key: 'from', label: columns.from, cell: ({ effective_from }) => calendarDay(effective_from) },
  { key: 'below', label: columns.below, cell: ({ listings_below }) => words.number(listings_below), numeric: true },
  { key: 'reason', label: columns.reason, cell: ({ reason }) => reason, isProse: true },
  { key: 'made', label: columns.made, cell: ({ created_at }) => words.moment(created_at), isMoment: true },
  { key: 'by', label: columns.by, cell: ({ created_by }) => created_by ?? words.nobody, isEndless: true },
];
