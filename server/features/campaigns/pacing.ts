import { type CampaignPricing, impressionsPerClick, leastPerThousand } from '../../../contract/campaign-form.ts';
import { addDays } from '../../../contract/hawaii-time.ts';
import { type Moment, minuteOf } from '../../../contract/list-rules.ts';

/** What decides about how fast a campaign is delivered, with what was counted. */
export interface Paced {
  pricing: CampaignPricing;
  budget_cents: number;
  click_cents: number | null;
  most_impressions: number | null;
  most_a_day: number | null;
  last_day: string;
  /** Of the year, in which its listing is open; null for all. */
  open_months: number[] | null;
  time_from: string | null;
  time_until: string | null;
  impressions: number;
  clicks: number;
  charged_cents: number;
  /** Of these, what was counted today. */
  today: { impressions: number; cents: number };
}

const dayMinutes = 1_440;
/** What may be delivered ahead of the plan, as a part of the day's: half an hour of a day that is all open. */
const ahead = 1 / 48;

/** Which part of a day's open minutes is over. */
function partOver({ time_from, time_until }: Pick<Paced, 'time_from' | 'time_until'>, minute: number): number {
  if (time_from === null || time_until === null) return minute / dayMinutes;
  const [from, until] = [minuteOf(time_from), minuteOf(time_until)];
  if (from < until) return Math.min(Math.max(minute - from, 0), until - from) / (until - from);
  // Over midnight: the morning's and the evening's.
  const open = until + dayMinutes - from;
  return (Math.min(minute, until) + Math.max(minute - from, 0)) / open;
}

/** Whether its caps leave room for no further impression: in all, or, of one that is paid by the click, in its budget. */
export const isUsedUp = (one: Omit<Paced, 'today'>): boolean =>
  (one.most_impressions !== null && one.impressions >= one.most_impressions) ||
  (one.click_cents !== null && one.charged_cents + one.click_cents > one.budget_cents);

/**
 * Whether what is paid by the click was shown for more than its clicks, and the next one, stand for. It costs nothing while nobody
 * clicks, however large its budget: whoever is behind a plan that is paid for comes first. A click stands for as much whatever it costs.
 */
export const isAheadOfClicks = ({ pricing, impressions, clicks }: Pick<Paced, 'pricing' | 'impressions' | 'clicks'>) =>
  pricing === 'click' && impressions >= impressionsPerClick * (clicks + 1);

/** Whether the clicks of a campaign stand for all that it was shown. */
export const areEarned = ({ impressions, clicks }: Pick<Paced, 'impressions' | 'clicks'>) =>
  impressions < impressionsPerClick * clicks;

/** How many days are left, those alone in whose months the listing is open; this one at least. */
function daysLeft({ last_day, open_months }: Pick<Paced, 'last_day' | 'open_months'>, day: string): number {
  const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  if (open_months === null) return days(day, last_day);
  let open = 0;
  for (let from = day; from <= last_day; ) {
    const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
    const endOfMonth = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    if (open_months.includes(month)) open += days(from, endOfMonth < last_day ? endOfMonth : last_day);
    from = addDays(endOfMonth, 1);
  }
  return Math.max(open, 1);
}

/** What is planned for a day: of what was left at its beginning, spread over the days that were left. */
const spread = (left: number, one: Pick<Paced, 'last_day' | 'open_months'>, day: string) =>
  Math.ceil(left / daysLeft(one, day));

/** What of a budget is planned for a day. */
export const plannedCents = (
  one: Pick<Paced, 'budget_cents' | 'charged_cents' | 'last_day' | 'open_months' | 'today'>,
  day: string,
): number => spread(one.budget_cents - (one.charged_cents - one.today.cents), one, day);

/**
 * How many impressions are planned for a day: by the caps that there are, and of one that is paid by the click as many as are planned for its
 * clicks, which are no more than as much buys at the least price.
 */
export function plannedImpressions(one: Omit<Paced, 'time_from' | 'time_until'>, day: string): number {
  const byCaps = Math.min(
    one.most_a_day ?? Infinity,
    one.most_impressions === null
      ? Infinity
      : spread(one.most_impressions - (one.impressions - one.today.impressions), one, day),
  );
  if (one.click_cents === null) return byCaps;
  const cents = plannedCents(one, day);
  const ofClicks = Math.ceil(cents / one.click_cents) * impressionsPerClick;
  return Math.min(byCaps, ofClicks, Math.ceil((cents * 1_000) / leastPerThousand));
}

/** Which part of what is planned for a day may be delivered by a minute of it. */
const partDue = (one: Pick<Paced, 'time_from' | 'time_until'>, minute: number): number =>
  Math.min(1, partOver(one, minute) + ahead);

/** Which part of it is counted by then: the half hour after that as well, as a campaign may be shown a little longer than it is counted. */
export const partCounted = (one: Pick<Paced, 'time_from' | 'time_until'>, minute: number): number =>
  Math.min(1, partDue(one, minute) + ahead);

/**
 * How much of what a campaign may have delivered by now it has: from 1 on it waits. What is left is spread over the days that are
 * left, and each day's over its open minutes; impressions, and of one that is paid by the click what its clicks cost.
 */
export function progressOf(one: Paced, { day, minute }: Pick<Moment, 'day' | 'minute'>): number {
  if (isUsedUp(one)) return Infinity;
  const due = partDue(one, minute);
  const progress = (counted: number, ofDay: number) => (ofDay > 0 ? counted / (ofDay * due) : Infinity);
  return Math.max(
    progress(one.today.impressions, plannedImpressions(one, day)),
    one.click_cents === null ? 0 : progress(one.today.cents, plannedCents(one, day)),
  );
}
