import type { Column } from '../../desk/data-table.tsx';
import { newsDesk as words } from '../../messages/en/news-desk.ts';
import { reconcileDesk } from '../../messages/en/reconcile-desk.ts';
import { Badge } from '../../ui/badge.tsx';
import type { MessageLine, ToldLine } from './load-news.ts';

const { columns } = words;

export const ToldState = ({ state }: Pick<ToldLine, 'state'>) => (
  <Badge tone={state === 'proposed' || state === 'unmatched' ? 'warn' : 'plain'}>{words.states[state]}</Badge>
);
export const MessageState = ({ state }: Pick<MessageLine, 'state'>) => (
  <Badge tone={state === 'unreadable' ? 'bad' : 'plain'}>{words.messageStates[state]}</Badge>
);

/** What a booking of ours is called. */
export const nameOf = ({ experience_name, transaction_id }: NonNullable<ToldLine['booking']>) =>
  words.bookingOf(experience_name, transaction_id);

/** What a platform says that it costs, where that can be believed, or as it was told. */
export const amountOf = ({ amount, amount_told, currency, doubt }: ToldLine) => {
  const isInDoubt = doubt === 'amount' || doubt === 'currency';
  if (amount !== null && !isInDoubt) return words.dollars(amount);
  if (amount_told === null) return '';
  return currency ? words.told(amount_told, currency) : words.toldAlone(amount_told);
};

/** What the list shows of each booking that a platform told of. */
export const toldColumns: readonly Column<ToldLine>[] = [
  {
    key: 'reference',
    label: columns.reference,
    cell: ({ reference }) => reference,
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'state', label: words.state, cell: ({ state }) => <ToldState state={state} />, isBrief: true },
  {
    key: 'confidence',
    label: columns.confidence,
    cell: ({ confidence }) => words.confidence(confidence),
    numeric: true,
    isBrief: true,
  },
  {
    key: 'booking',
    label: columns.booking,
    cell: ({ booking }) => booking && nameOf(booking),
    isEndless: true,
  },
  { key: 'platform', label: words.platform, cell: ({ platform }) => reconcileDesk.platforms[platform] },
  { key: 'experience', label: columns.experience, cell: ({ item_name }) => item_name, isEndless: true },
  { key: 'amount', label: columns.amount, cell: amountOf, numeric: true },
  {
    key: 'travel',
    label: columns.travel,
    cell: ({ travel_date, travel_time }) => words.travel(travel_date, travel_time),
  },
  {
    key: 'last',
    label: columns.last,
    cell: ({ last_news_at }) => words.moment(last_news_at),
    sort: 'news',
    isMoment: true,
  },
];

/** What the inbox shows of each message. */
export const messageColumns: readonly Column<MessageLine>[] = [
  { key: 'message', label: columns.message, cell: ({ id }) => words.messageOf(id), isTitle: true, isFixed: true },
  { key: 'source', label: columns.source, cell: ({ source }) => source, isBrief: true },
  { key: 'state', label: words.state, cell: ({ state }) => <MessageState state={state} />, isBrief: true },
  { key: 'problem', label: columns.problem, cell: ({ problem }) => problem, isEndless: true },
  { key: 'tries', label: columns.tries, cell: ({ attempts }) => words.number(attempts), numeric: true },
  {
    key: 'came',
    label: columns.came,
    cell: ({ received_at }) => words.moment(received_at),
    sort: 'received',
    isMoment: true,
  },
];
