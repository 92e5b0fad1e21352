import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { ask } from './database.ts';
import { addListings, type Row } from './guide-rows.ts';
import type { Product } from './product.ts';

/** A campaign that runs, of a listing of its own that no list has yet. */
export interface RunningCampaign {
  id: string;
  listing: number;
}

/** Puts a campaign into a running product, on some places and in some categories, or everywhere. */
export async function addCampaign(
  product: Product,
  listing: Row,
  { places = [], categories = [] }: { places?: number[]; categories?: string[] } = {},
): Promise<RunningCampaign> {
  const [id] = await addListings(product, [listing]);
  const email = `advertiser-${id}@example.com`;
  await ask(product, 'insert into users (email) values ($1)', [email]);
  await ask(product, `insert into profiles (user_id, role) select id, 'advertiser' from users where email = $1`, [
    email,
  ]);
  await ask(
    product,
    `update listings set organisation_id = (select m.organisation_id from members m join users u on u.id = m.user_id
       where u.email = $1) where id = $2`,
    [email, id],
  );
  const days = [hawaiiDay(new Date()), hawaiiDay(new Date(Date.now() + 2 * 86_400_000))];
  const [made] = await ask<{ id: string }>(
    product,
    `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
       categories, created_at, updated_at)
     select organisation_id, id, name, 'running', 'fixed', 5000, 5000, $2, $3, $4, now(), now() from listings where id = $1 returning id`,
    [id, ...days, categories],
  );
  await ask(product, 'insert into campaign_places (campaign_id, location_id) select $1, unnest($2::integer[])', [
    made!.id,
    places,
  ]);
  return { id: made!.id, listing: id! };
}

/** Ends a campaign, and takes its listing out of the guide. */
export async function endCampaign(product: Product, { id, listing }: RunningCampaign): Promise<void> {
  await ask(product, `update campaigns set state = 'ended' where id = $1`, [id]);
  await ask(product, 'update listings set is_active = false where id = $1', [listing]);
}

/** Ends those that earlier files of this worker left running: they would take the places of a file's own. */
export async function endCampaignsBefore(product: Product): Promise<void> {
  await ask(product, `update campaigns set state = 'ended' where state = 'running'`);
}

/** What was counted of a campaign. */
export async function countedOf(product: Product, id: string) {
  const [row] = await ask<{ impressions: number; opens: number; clicks: number; cents: number }>(
    product,
    `select coalesce(sum(impressions), 0)::integer as impressions, coalesce(sum(opens), 0)::integer as opens,
       coalesce(sum(clicks), 0)::integer as clicks, coalesce(sum(cents), 0)::integer as cents
     from campaign_days where campaign_id = $1`,
    [id],
  );
  return row!;
}
