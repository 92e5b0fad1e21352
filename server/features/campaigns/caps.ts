import type { Moment } from '../../../contract/list-rules.ts';
import { type CountedCampaign, nameOf, type Touch } from './counting.store.ts';
import { type Paced, partCounted, plannedCents, plannedImpressions } from './pacing.ts';

/**
 * What a campaign with a fixed fee owes after so many impressions; a part of a cent is a whole one, as many campaigns of a few impressions
 * each would be for nothing else.
 */
const owedAfter = ({ budget_cents, most_impressions }: CountedCampaign, impressions: number) =>
  Math.ceil((budget_cents * impressions) / most_impressions!);

/** A day is charged so many times what is planned for it at most: nobody uses up a budget at once. */
const mostOfPlan = 1.25;

/** However little is planned for a day, so many more impressions, or clicks, may be charged on it. */
const leastMore = 2;

/** One site makes up so much of what is planned for a day at most; one, however little is planned. */
const mostOfOneSite = 0.5;

/** A campaign as its plan is made of it. */
export const pacedOf = (campaign: CountedCampaign): Paced => ({
  ...campaign,
  today: { impressions: campaign.today, cents: campaign.today_cents },
});

/** How many impressions, and clicks, of a campaign count on a day at most. */
type OfDay = Record<'impression' | 'click', number>;

/** What is planned for a day: impressions, and clicks that are paid for, of which it may be a part of one. */
function plannedFor(paced: Paced, day: string): OfDay {
  const { click_cents } = paced;
  return {
    impression: plannedImpressions(paced, day),
    click: click_cents === null ? Infinity : plannedCents(paced, day) / click_cents,
  };
}

/** What is charged on a day at most: so many impressions of a fixed fee, or so many clicks. Of what is not charged it is as if it were. */
function mostOfDay(campaign: CountedCampaign, day: string): OfDay {
  const { impression, click } = plannedFor(pacedOf(campaign), day);
  const most = (planned: number) => Math.ceil(Math.max(mostOfPlan * planned, planned + leastMore));
  return { impression: most(impression), click: most(click) };
}

/**
 * How much of that one site may use up by a minute of the day: as evenly over the day as the campaign is delivered, so that what a site tells
 * takes half of what is due from all others at no time of the day, and those of the site see it in the evening, too.
 */
export function mostOfSite(campaign: Paced, { day, minute }: Pick<Moment, 'day' | 'minute'>): OfDay {
  const { impression, click } = plannedFor(campaign, day);
  const part = partCounted(campaign, minute);
  const most = (planned: number) =>
    Math.max(Math.min(Math.floor(mostOfOneSite * planned), Math.ceil(part * mostOfOneSite * planned)), 1);
  return { impression: most(impression), click: most(click) };
}

/**
 * Of what came the first that the caps leave room for, each with what it costs. Only what was counted as seen on this day is opened and
 * followed, by the same visit; that also once there is room for no further impression.
 * @param counted the names of what was counted before.
 * @param day on which they came.
 */
export function withinCaps(
  campaign: CountedCampaign,
  touches: readonly Touch[],
  counted: ReadonlySet<string>,
  day: string,
): Touch[] {
  const { pricing, budget_cents, click_cents, most_impressions, most_a_day } = campaign;
  let { impressions, today, charged_cents: charged } = campaign;
  const ofDay = mostOfDay(campaign, day);
  const mostCharged = charged - campaign.today_cents + ofDay.click * (click_cents ?? 1);
  const mostToday = Math.min(most_a_day ?? Infinity, pricing === 'fixed' ? ofDay.impression : Infinity);
  const hasBudget = () => click_cents === null || charged + click_cents <= budget_cents;
  const hasRoom = () => impressions < (most_impressions ?? Infinity) && today < mostToday && hasBudget();
  const views = new Set<number>();
  const isSeen = (touch: Touch) => views.has(touch.visit_id) || counted.has(nameOf({ ...touch, kind: 'impression' }));
  const kept: Touch[] = [];
  for (const touch of touches) {
    let cents = 0;
    if (touch.kind === 'impression') {
      if (!hasRoom()) continue;
      views.add(touch.visit_id);
      impressions += 1;
      today += 1;
      if (pricing === 'fixed') cents = Math.max(0, owedAfter(campaign, impressions) - charged);
    } else if (!isSeen(touch)) continue;
    else if (touch.kind === 'click' && click_cents !== null) {
      if (!hasBudget() || charged + click_cents > mostCharged) continue;
      cents = click_cents;
    }
    charged += cents;
    kept.push({ ...touch, cents });
  }
  return kept;
}

/**
 * Of impressions whose site has had its share those that are kept apart, for nothing, as a figure that decides about nothing: as many as the
 * campaign's plan has left of what is due by now, so that whoever tells of more than was seen adds no more than that.
 * @param kept what counts beside them.
 */
export function beyondShares(
  campaign: CountedCampaign,
  refused: readonly Touch[],
  kept: readonly Touch[],
  { day, minute }: Pick<Moment, 'day' | 'minute'>,
): Touch[] {
  const shown = campaign.today + campaign.today_beyond + kept.filter(({ kind }) => kind === 'impression').length;
  const due = Math.ceil(plannedImpressions(pacedOf(campaign), day) * partCounted(campaign, minute));
  return refused.slice(0, Math.max(0, due - shown)).map((touch) => ({ ...touch, kind: 'beyond', cents: 0 }));
}
