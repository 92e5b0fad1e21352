import { type CountedCampaign, nameOf, type Touch } from './counting.store.ts';
import { plannedCents, plannedImpressions } from './pacing.ts';

/** What a campaign with a fixed fee owes after so many impressions. */
const owedAfter = ({ budget_cents, most_impressions }: CountedCampaign, impressions: number) =>
  Math.floor((budget_cents * impressions) / most_impressions!);

/** A day is charged so many times what is planned for it at most: nobody uses up a budget at once. */
const mostOfPlan = 2;

/** However little is planned for a day, so many impressions, or clicks, are charged on it. */
const fewestOfDay = 10;

/** What is charged on a day at most: so many impressions of a fixed fee, or so many clicks. */
function mostOfDay(campaign: CountedCampaign, day: string): number {
  const { click_cents } = campaign;
  const paced = { ...campaign, today: { impressions: campaign.today, cents: campaign.today_cents } };
  const planned = click_cents === null ? plannedImpressions(paced, day) : plannedCents(paced, day) / click_cents;
  return Math.max(Math.ceil(mostOfPlan * planned), fewestOfDay);
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
  const mostCharged = click_cents === null ? Infinity : charged - campaign.today_cents + ofDay * click_cents;
  const mostToday = Math.min(most_a_day ?? Infinity, click_cents === null ? ofDay : Infinity);
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
