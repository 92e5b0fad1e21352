import { hawaiiDay } from '../contract/hawaii-time.ts';
import type { World } from './world.ts';

const minute = 60_000;
const clickDays = 30;

/** What results in a range of days should say: what was counted, booked and paid of whoever a query asks for, one row after the other. */
export async function recountedResults(
  { database }: Pick<World, 'database'>,
  { from, until }: { from: string; until: string },
  query: string,
) {
  const rowsOf = async (text: string) => (await database.pool.query(text)).rows;
  const [organisation, campaign] = ['organisation', 'campaign'].map((name) => new URLSearchParams(query).get(name));
  const campaigns = await rowsOf('select id, listing_id, organisation_id from campaigns');
  const asked = campaigns.filter(
    (one) => (!organisation || one.organisation_id === organisation) && (!campaign || one.id === campaign),
  );
  const isAsked = ({ campaign_id }: { campaign_id: string }) => asked.some(({ id }) => id === campaign_id);
  const touches = await rowsOf('select campaign_id, kind, visit_id, touched_at from campaign_touches');
  const of = (kind: string) => touches.filter((one) => one.kind === kind && isAsked(one)).length;
  const figures = { bookings: 0, unconfirmed_bookings: 0, revenue: 0 };
  for (const booking of await rowsOf(`
    select k.visit_id, b.listing_id, b.status, b.estimated, b.amount_cents, b.booked_at
    from bookings b join clicks k on k.id = b.click_id`)) {
    const at = booking.booked_at.getTime();
    const [last] = touches
      .filter(({ kind, visit_id }) => kind === 'click' && visit_id === booking.visit_id)
      .filter(({ campaign_id }) =>
        campaigns.some((one) => one.id === campaign_id && one.listing_id === booking.listing_id),
      )
      .filter(({ touched_at }) => touched_at > at - clickDays * 1_440 * minute && touched_at <= at + 10 * minute)
      .sort((one, other) => other.touched_at - one.touched_at);
    const bookedOn = hawaiiDay(booking.booked_at);
    if (!last || !isAsked(last) || bookedOn < from || bookedOn > until) continue;
    if (booking.status === 'pending') figures.unconfirmed_bookings += 1;
    if (booking.status !== 'confirmed' && booking.status !== 'completed') continue;
    figures.bookings += 1;
    figures.revenue += booking.estimated ? 0 : booking.amount_cents;
  }
  const paid = await rowsOf('select campaign_id, kind, cents from ledger_entries where campaign_id is not null');
  const cost = paid
    .filter(isAsked)
    .reduce((so, { kind, cents }) => so + (kind === 'charge' ? 1 : -1) * Number(cents), 0);
  return {
    ...{ impressions: of('impression'), opens: of('open'), clicks: of('click'), ...figures },
    ...{ revenue: figures.revenue / 100, cost: cost / 100 },
  };
}
