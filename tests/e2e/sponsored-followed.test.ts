import type { Page } from '@playwright/test';
import { addCampaign, countedOf, endCampaign, endCampaignsBefore, type RunningCampaign } from './campaign-rows.ts';
import { ask } from './database.ts';
import { expect, linkName, ready, signInByMail, test } from './fixtures.ts';
import { removeListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';
import { aLongPlace, fillExplore, openShown, sponsoredCard } from './sponsored-cards.ts';

const name = 'Starlight Paddle';
let campaign: RunningCampaign;
let place: Product['codes'][number];
let featured: number[];
test.beforeAll(async ({ product }) => {
  await endCampaignsBefore(product);
  place = await aLongPlace(product);
  featured = await fillExplore(product);
  campaign = await addCampaign(product, { name, website_url: 'https://starlight.example/' });
});
test.afterAll(async ({ product }) => {
  await endCampaign(product, campaign);
  await removeListings(product, featured);
});

const card = (page: Page) => sponsoredCard(page, campaign.id);

/** What a traveler does with the card, in a new tab or over the page. */
const deeds: Record<string, (page: Page, list: string) => Promise<unknown>> = {
  'books it': async (page, list) => {
    const opening = page.waitForEvent('popup');
    const words = list === '/explore' ? 'Book Experience' : 'Book Now';
    await card(page)
      .getByRole('link', { name: linkName(words, name) })
      .click();
    await (await opening).waitForURL(/^https:\/\/fareharbor\.com\//);
  },
  'goes to its operator': async (page) => {
    const opening = page.waitForEvent('popup');
    await card(page)
      .getByRole('link', { name: linkName('Learn More', name) })
      .click();
    await (await opening).waitForURL('https://starlight.example/');
  },
  'asks what others say of it': async (page) => {
    await card(page)
      .getByRole('button', { name: /rated|4\.5/i })
      .click();
    await expect(page.getByRole('dialog', { name: `What travelers say about ${name}` })).toBeVisible();
  },
};

for (const list of ['a place', 'Explore'])
  for (const [what, does] of Object.entries(deeds))
    test(`of a traveler who ${what}, in the list of ${list}, its campaign counts that once, and nothing else`, async ({
      page,
      product,
    }) => {
      // A session that is shared has its visit with it, of which each card counts once a day.
      await signInTraveler(page, product, 'follows@sponsored.example', { fresh: true });
      await page.goto(place.url);
      await ready(page);
      const path = list === 'Explore' ? '/explore' : `/location/${place.location_id}`;
      await openShown(page, path, campaign.id);
      const before = await countedOf(product, campaign.id);
      await card(page).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const counted = () => countedOf(product, campaign.id);
      const seen = { ...before, impressions: before.impressions + 1, cents: before.cents + 1 };
      await expect.poll(counted, { timeout: 20_000 }).toEqual(seen);
      await does(page, path);
      const figure = what === 'asks what others say of it' ? 'opens' : 'clicks';
      await expect.poll(counted, { timeout: 20_000 }).toEqual({ ...seen, [figure]: before[figure] + 1 });
    });

test('a guest who follows it before it was in sight for long enough has seen it', async ({ page, product }) => {
  await page.goto(place.url);
  await ready(page);
  await openShown(page, `/location/${place.location_id}`, campaign.id);
  const { impressions, clicks, ...rest } = await countedOf(product, campaign.id);
  // Nothing scrolls to it.
  await card(page)
    .getByRole('link', { name: linkName('Sign In to Book', name) })
    .dispatchEvent('click');
  await expect(page.getByRole('dialog')).toBeVisible();
  const both = { ...rest, impressions: impressions + 1, cents: rest.cents + 1, clicks: clicks + 1 };
  await expect.poll(() => countedOf(product, campaign.id), { timeout: 20_000 }).toEqual(both);
});

for (const path of ['place', '/explore'])
  test(`a guest who signs in from the sponsored card of ${path} is back at that experience, though the card is gone by then`, async ({
    page,
    product,
  }) => {
    // A place has room for one.
    await ask(product, `update campaigns set state = 'paused' where id = $1`, [campaign.id]);
    const lone = await addCampaign(product, { name: `Starfish & Sons’ “Night” Walk` });
    // One a day is its plan, and this guest is the one.
    await ask(product, 'update campaigns set most_a_day = 1 where id = $1', [lone.id]);
    await page.goto(place.url);
    await ready(page);
    const address = path === 'place' ? `/location/${place.location_id}` : path;
    await openShown(page, address, lone.id);
    await sponsoredCard(page, lone.id).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect.poll(() => countedOf(product, lone.id), { timeout: 20_000 }).toMatchObject({ impressions: 1 });
    const isShown = async () => (await (await page.request.get(address)).text()).includes(lone.id);
    await expect.poll(isShown, { timeout: 20_000 }).toBe(false);
    await sponsoredCard(page, lone.id)
      .getByRole('link', { name: /^Sign In to Book/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => countedOf(product, lone.id), { timeout: 20_000 }).toMatchObject({ clicks: 1 });
    await signInByMail(page, product, `back-at-${path.replace('/', '')}@sponsored.example`);
    await page.waitForURL(new RegExp(`/explore\\?search=.*#experience-${lone.listing}$`));
    await ready(page);
    const experience = page.locator(`#experience-${lone.listing}`);
    await expect(experience.getByRole('link', { name: /^Book / })).toBeInViewport();
    await endCampaign(product, lone);
    await ask(product, `update campaigns set state = 'running' where id = $1`, [campaign.id]);
  });
