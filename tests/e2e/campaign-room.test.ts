import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { aRunningCampaign, figure, send } from './campaigns-world.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';

const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this campaign' });
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};

test('that no list can show a campaign is said in its editor and before it is started; two of one listing say that they take turns', async ({
  page,
  product,
}) => {
  test.slow();
  const { id, listing } = await aRunningCampaign(page, product, 'Everywhere');
  const [place] = await ask<{ id: number }>(
    product,
    `insert into locations (name, description, address, island, latitude, longitude) values ('Hale Iki', '', '', 'Maui', 21, -157) returning id`,
  );
  const [full] = await ask<{ id: number }>(
    product,
    `select location_id as id from curated_listings group by 1 having count(*) > 4 and not bool_or(listing_id = $1) order by 1 limit 1`,
    [listing],
  );
  const running = await (await page.request.get(`/api/campaigns/${id}`)).json();
  const draft = await send(page, product, '/api/campaigns', {
    ...{ name: 'In one list', listing_id: listing, pricing: 'fixed', budget: 50, click_price: null },
    ...{ most_impressions: 5_000, most_a_day: null, first_day: running.first_day, last_day: running.last_day },
    ...{ time_from: null, time_until: null, languages: [], places: [place!.id], categories: [] },
  });
  const lacks = /^None of the lists that it is for can show it: each has fewer than four experiences/;

  await open(page, `/campaigns/editor?campaign=${draft.id}`);
  const preview = page.getByRole('region', { name: 'As guests see it' });
  await expect(preview.getByText(lacks)).toBeVisible();
  // As it is typed: with the list of another category alone, with that of its own, and with neither.
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/campaign-editor?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Take away Hale Iki' }).click();
  // What was said of other lists is said no more, also before it is known of these.
  await expect(preview.getByText(lacks)).toHaveCount(0, { timeout: 2_000 });
  answer.resolve();
  const [own] = await ask<{ category: string }>(product, 'select category from listings where id = $1', [listing]);
  const otherCategory = own!.category === 'Shopping' ? 'Restaurants' : 'Shopping';
  const other = page.getByRole('checkbox', { name: otherCategory });
  await other.click();
  await expect(
    preview.getByText(/^No list shows it: the places that it names, if any, were deleted since/),
  ).toBeVisible();
  await other.click();
  await expect(preview.getByText(/^No list shows it/)).toHaveCount(0);

  await open(page, `/campaigns?open=${draft.id}`);
  await expect(detailOf(page).getByText(lacks)).toBeVisible();
  await detailOf(page).getByRole('button', { name: 'Start' }).click();
  const sheet = page.getByRole('dialog', { name: 'Start a campaign' });
  await expect(sheet.getByText(/^In one list would run, and no guest would see it\. None of the lists/)).toBeVisible();
  await expectNoViolations(page);
  await sheet.getByRole('button', { name: 'Close' }).click();

  // In a list that both are for they take turns.
  await ask(product, 'update campaign_places set location_id = $1 where campaign_id = $2', [full!.id, draft.id]);
  await send(page, product, `/api/campaigns/${draft.id}/state`, { step: 'start' });
  await open(page, `/campaigns?open=${draft.id}`);
  await expect(figure(page, 'State')).toHaveText('Running');
  await expect(
    detailOf(page).getByText(/take turns there, by lots .* This one: 0 impressions today\. Everywhere: 0\.$/),
  ).toBeVisible();
  await ask(
    product,
    `insert into campaign_days (campaign_id, day, location_id, impressions)
    select $1, (now() at time zone 'Pacific/Honolulu')::date, 0, 3`,
    [id],
  );
  await page.reload();
  await ready(page);
  await expect(detailOf(page).getByText(/This one: 0 impressions today\. Everywhere: 3\.$/)).toBeVisible();
  // Of a list that never shows it, beside one that does.
  await ask(product, 'update campaigns set categories = array[$1] where id = $2', [otherCategory, draft.id]);
  await page.reload();
  await ready(page);
  await expect(detailOf(page).getByText(`this one is never shown in ${otherCategory}.`)).toBeVisible();
});
