import type { Locator, Page } from '@playwright/test';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { send } from './campaigns-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth, rowCells } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this campaign' });
const today = hawaiiDay(new Date());

/** A listing of the demo's advertiser that guests find, in no place's list. */
async function aLiveListing(product: Product, name: string): Promise<number> {
  const [id] = await addListings(product, [{ name }]);
  await ask(
    product,
    `update listings set organisation_id = (select m.organisation_id from members m join users u on u.id = m.user_id
      where u.email = 'advertiser@example.com') where id = $1`,
    [id],
  );
  return id!;
}

/** Who has advertised nothing yet, whatever other tests have done. */
async function aNewAdvertiser(product: Product, email: string): Promise<void> {
  await ask(product, 'insert into users (email) values ($1)', [email]);
  await ask(product, `insert into profiles (user_id, role) select id, 'advertiser' from users where email = $1`, [
    email,
  ]);
}

/** A place with a list that is long enough for a sponsored card, and the code that leads to it. */
async function aPlace(product: Product): Promise<{ id: number; name: string; code: string }> {
  const [place] = await ask<{ id: number; name: string; code: string }>(
    product,
    `select p.id, p.name, c.code from locations p join qr_codes c on c.location_id = p.id and c.status = 'active'
     where (select count(*) from curated_listings l where l.location_id = p.id and l.rules is null) >= 5 order by p.id limit 1`,
  );
  return place!;
}

/** What a field is called begins so: what must be filled in says that too. */
const field = (page: Page, label: string): Locator => page.getByLabel(new RegExp(`^${label}`));

const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};

/** What a fact of the open campaign says. */
const fact = (page: Page, name: string): Locator =>
  detailOf(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');

/** Until the open campaign says these impressions, clicks and this cost. */
const expectFigures = (page: Page, ...figures: [impressions: string, clicks: string, cost: string]): Promise<void> =>
  expect(async () => {
    await page.reload();
    await ready(page);
    const shown = ['Impressions', 'Clicks', 'Cost'].map((name) => fact(page, name).innerText({ timeout: 2_000 }));
    expect(await Promise.all(shown)).toEqual(figures);
  }).toPass({ timeout: 60_000 });

/** Days of a campaign as the screen says them: the year once where it is the same. */
function daysInWords(first: string, last: string): string {
  const inWords = (day: string, withYear: boolean) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
      ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
      ...(withYear && { year: 'numeric' }),
    });
  return `${inWords(first, first.slice(0, 4) !== last.slice(0, 4))} to ${inWords(last, true)}`;
}

/** Does to the open campaign what needs no reason. */
async function act(page: Page, action: string, title: string, says = /./): Promise<void> {
  await detailOf(page).getByRole('button', { name: action, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: title });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText(says).first()).toBeVisible();
  await expectNoViolations(page);
  await sheet.getByRole('button', { name: action === 'Delete' ? action : 'Confirm', exact: true }).click();
  await expect(sheet).toHaveCount(0);
}

/** A guest who scanned a place's code has its sponsored card in sight. */
async function seeCard(guest: Page, { id, code }: { id: number; code: string }, campaign: string): Promise<Locator> {
  const card = guest.locator(`article[data-campaign="${campaign}"]`);
  await expect(async () => {
    await at(guest, `/location/${id}?qr=${code}`);
    await expect(card).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 110_000 });
  await card.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return card;
}

const openId = (page: Page): string => new URL(page.url()).searchParams.get('open')!;

/** Makes a campaign of a listing as a browser does, without the screens. @returns its id */
async function make(page: Page, product: Product, listing_id: number, given: object = {}): Promise<string> {
  const data = {
    ...{ name: 'Slow mornings', listing_id, pricing: 'fixed', budget: 50, click_price: null, most_impressions: 100 },
    ...{ most_a_day: null, first_day: today, last_day: addDays(today, 9), time_from: null, time_until: null },
    ...{ languages: [], places: [], categories: [], ...given },
  };
  const headers = { origin: product.url, 'idempotency-key': crypto.randomUUID() };
  const reply = await page.request.post('/api/campaigns', { data, headers });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()).id;
}

/** How many campaigns are in each state, as the sentence above their list says. */
async function countsOf(page: Page): Promise<Record<'running' | 'draft' | 'paused' | 'ended', number>> {
  await at(page, '/campaigns');
  const said = page.getByText(/^\d+ running, \d+ drafts?, \d+ paused, \d+ ended\./);
  const [running, draft, paused, ended] = (await said.innerText()).match(/\d+/g)!.map(Number);
  return { running: running!, draft: draft!, paused: paused!, ended: ended! };
}

const start = async (page: Page, product: Product, id: string): Promise<void> => {
  const headers = { origin: product.url };
  const reply = await page.request.post(`/api/campaigns/${id}/state`, { data: { step: 'start' }, headers });
  expect(reply.status(), await reply.text()).toBe(200);
};

test('an advertiser makes a campaign and starts it; a guest sees its card, labelled, and clicks; its figures move, and an administrator credits', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  await aLiveListing(product, 'Lanikai Lantern Walk');
  const place = await aPlace(product);
  await aNewAdvertiser(product, 'first@campaigns-desk.example');
  await signIn(page, product, 'first@campaigns-desk.example');
  await at(page, '/campaigns');
  await expect(page.getByText('There is no campaign yet')).toBeVisible();
  await signIn(page, product, 'advertiser@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaigns');
  await page.getByRole('link', { name: 'New campaign' }).click();
  await expect(page.getByText('Choose a listing, and its card stands here.')).toBeVisible();
  await expect(page.getByText('Give the amounts and the limits, and what it may cost at most')).toBeVisible();

  // What is wrong stands at its field, and nothing is sent.
  await fill(page, { Name: 'Lanterns at dusk', 'First day': today, 'Last day': today, From: '17:00' });
  await field(page, 'Listing').selectOption('Lanikai Lantern Walk');
  await fill(page, { 'Fee in all': '12', 'Impressions at most': 'many' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please give a whole number from 1 to 10,000,000.').first()).toBeVisible();
  await expect(page.getByText('Both times belong together: give both, or neither.').first()).toBeVisible();
  await fill(page, { From: '', 'Impressions at most': '1,200' });
  await expect(page.getByText('It costs $12.00 at most, once it was shown 1,200 times.')).toBeVisible();

  // By the click instead, at one place; the card is there as guests see it.
  await field(page, 'Paid').selectOption('By the click');
  await fill(page, { 'Budget in all': '10', 'For each click': '30' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A click cannot cost more than the budget.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^For each click: A click cannot/ })).toBeVisible();
  await expect(page.getByText(/It costs \$0\.00 at most/)).toBeHidden();
  await fill(page, { 'For each click': '.30', 'Impressions at most': '200' });
  await expect(page.getByText('It costs $9.90 at most: 33 clicks of $0.30 each.')).toBeVisible();
  const preview = page.getByRole('region', { name: 'As guests see it' });
  await expect(preview.locator('article')).toContainText('Sponsored');
  await expect(preview.locator('article')).toContainText('Lanikai Lantern Walk');
  await field(page, 'Search places').fill(place.name);
  await field(page, 'Search places').press('Enter');
  await page.getByRole('button', { name: `Add ${place.name}`, exact: true }).click();
  await expect(preview).toContainText(`${place.name} · `);
  const restaurants = page.getByRole('checkbox', { name: 'Restaurants' });
  const never = preview.getByText('this one is never shown in Restaurants.');
  await restaurants.click();
  await expect(never).toBeVisible();
  await restaurants.click();
  await expect(never).toBeHidden();
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('Lanterns at dusk is made, as a draft. Start it when it is right.')).toBeVisible();
  await expect(fact(page, 'Price')).toHaveText('$0.30 for each click, up to $10.00');
  await expect(fact(page, 'Shown in')).toHaveText(place.name);
  await act(page, 'Start', 'Start a campaign');
  await expect(page.getByText('Lanterns at dusk is started.')).toBeVisible();
  await expect(detailOf(page).getByText(/, by advertiser@example\.com$/)).toHaveCount(2);
  await expect(fact(page, 'State')).toHaveText('Running');
  await expectFigures(page, '0 of 200', '0', '$0.00 of $10.00');

  const guest = await elsewhere();
  const card = await seeCard(guest, place, openId(page));
  await expect(card).toContainText('Sponsored');
  await expect(card).toContainText('Lanikai Lantern Walk');
  await expectFigures(page, '1 of 200', '0', '$0.00 of $10.00');
  await card.getByRole('link', { name: /^Sign In to Book/ }).click();
  await expectFigures(page, '1 of 200', '1', '$0.30 of $10.00');

  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  await at(admin, '/dashboard');
  await admin.getByRole('link', { name: 'Campaigns' }).click();
  await admin.getByLabel('Search by name or advertiser').fill('lanterns at');
  await admin.getByLabel('Search by name or advertiser').press('Enter');
  await expect(admin.getByText('1 campaign found.')).toBeVisible();
  await admin.getByRole('link', { name: 'Lanterns at dusk' }).click();
  await expect(fact(admin, 'Advertiser')).toHaveText('Trade Wind Experiences');
  await detailOf(admin).getByRole('button', { name: 'Credit' }).click();
  const sheet = admin.getByRole('dialog', { name: 'Credit some of the cost' });
  await sheet.getByLabel(/^Amount to credit/).fill('0.31');
  await sheet.getByLabel(/^Reason/).click();
  await expect(sheet.getByText('Please give at most $0.30.').first()).toBeVisible();
  await expectAccessible(admin, { enlarged: true });
  await sheet.getByLabel(/^Amount to credit/).fill('0.20');
  await sheet.getByLabel(/^Reason/).fill('A click by mistake');
  // Another administrator is first: it is told, and what was typed is sent once more.
  const id = openId(page);
  await send(admin, product, `/api/campaigns/${id}/credits`, { amount: 0.05, credited: 0, reason: 'The same click' });
  expectErrors(admin, `409 /api/campaigns/${id}/credits`);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Somebody else has credited meanwhile: $0.05 by now.')).toBeVisible();
  await expect(sheet.getByText(/has cost \$0\.25\./)).toBeVisible();
  await expect(sheet.getByLabel(/^Reason/)).toHaveValue('A click by mistake');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(admin.getByText('$0.20 of Lanterns at dusk are credited.')).toBeVisible();
  await expectFigures(admin, '1 of 200', '1', '$0.05 of $10.00');
  await expect(fact(admin, 'Credited')).toHaveText('$0.25');
  await detailOf(admin).getByRole('button', { name: 'Pause' }).click();
  await expect(admin.getByRole('dialog', { name: 'Pause a campaign' })).toBeVisible();
  await expectAccessible(admin, { enlarged: true });
  await confirm(admin, 'Pause a campaign', 'The operator asked for it');
  await expect(admin.getByText('Lanterns at dusk is paused.')).toBeVisible();

  // Its advertiser reads why, and ends it.
  await expectFigures(page, '1 of 200', '1', '$0.05 of $10.00');
  await expect(detailOf(page).getByText(/: The operator asked for it$/)).toBeVisible();
  await expect(fact(page, 'State')).toHaveText('Held by an administrator');
  await expect(detailOf(page).getByText(/^Held by an administrator: you cannot resume it/)).toBeVisible();
  await expect(detailOf(page).getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await expect(
    detailOf(admin).getByText(/until it is released its advertiser can make and start no campaign/),
  ).toBeVisible();
  await act(page, 'End', 'End a campaign');
  await expect(page.getByText('Lanterns at dusk is ended.')).toBeVisible();
  await expect(detailOf(page).getByRole('link', { name: 'Edit' })).toHaveCount(0);
});

test('of a fixed fee each impression owes its part; what it waits for is said', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const listing = await aLiveListing(product, 'Makapuʻu Morning Row');
  const place = await aPlace(product);
  await signIn(page, product, 'advertiser@example.com');
  const before = await countsOf(page);
  const id = await make(page, product, listing, {
    // Behind its plan at each hour of the day.
    most_impressions: 200,
    budget: 5,
    last_day: today,
    places: [place.id],
  });
  expect(await countsOf(page)).toEqual({ ...before, draft: before.draft + 1 });
  await at(page, `/campaigns?open=${id}`);
  expectErrors(page, `409 /api/campaigns/${id}/state`);
  await act(page, 'Start', 'Start a campaign');
  await seeCard(await elsewhere(), place, id);
  await expectFigures(page, '1 of 200', '0', '$0.03 of $5.00');
  await expect(fact(page, 'Price')).toHaveText('$5.00 for 200 impressions');
  expect(await countsOf(page)).toEqual({ ...before, running: before.running + 1 });
  expect(await rowCells(page.getByRole('row').filter({ hasText: 'Slow mornings' }))).toMatchObject({
    ...{ Name: 'Slow mornings', State: 'Running', Impressions: '1 of 200', Clicks: '0', Cost: '$0.03 of $5.00' },
  });

  // One a day is planned, and the first is ahead of that.
  const evening = await aLiveListing(product, 'Makapuʻu Evening Row');
  const daily = await make(page, product, evening, { most_impressions: 10, budget: 5, places: [place.id] });
  await start(page, product, daily);
  await seeCard(await elsewhere(), place, daily);
  await at(page, `/campaigns?open=${daily}`);
  await expectFigures(page, '1 of 10', '0', '$0.50 of $5.00');
  await expect(fact(page, 'State')).toHaveText('Ahead of plan');
  await expect(page.getByText(/^It is ahead of its plan for today,/)).toBeVisible();
  await at(page, `/campaigns?open=${id}`);

  // Its only place is deleted: it is shown nowhere, and says so.
  const without = 'deleted_at = now(), organisation_before = organisation_id, organisation_id = null';
  await ask(product, `update locations set ${without} where id = $1`, [place.id]);
  await at(page, `/campaigns?open=${id}`);
  await expect(fact(page, 'State')).toHaveText('In no list');
  await expect(
    page.getByText(/^No list shows it: the places that it names, if any, were deleted since,/),
  ).toBeVisible();
  const back = 'deleted_at = null, organisation_id = organisation_before, organisation_before = null';
  await ask(product, `update locations set ${back} where id = $1`, [place.id]);

  // Its only place has no cards to stand between: no list can show it, and it says so.
  const hide = (isHidden: boolean) =>
    ask(product, 'update curated_listings set is_hidden = $2 where location_id = $1', [place.id, isHidden]);
  await hide(true);
  await at(page, `/campaigns?open=${id}`);
  await expect(fact(page, 'State')).toHaveText('No room');
  await expect(page.getByText(/^None of the lists that it is for can show it: each has fewer than four/)).toBeVisible();
  await hide(false);

  // A listing that guests do not find holds it up, and is not started.
  await ask(product, 'update listings set is_active = false where id = $1', [listing]);
  await at(page, `/campaigns?open=${id}`);
  await expect(fact(page, 'State')).toHaveText('Listing not live');
  await expect(page.getByText('It waits until guests find its listing again.')).toBeVisible();
  await act(page, 'Pause', 'Pause a campaign');
  await detailOf(page).getByRole('button', { name: 'Resume' }).click();
  const sheet = page.getByRole('dialog', { name: 'Resume a campaign' });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    sheet.getByText('Guests do not find this listing now, so it cannot be shown in a campaign.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await ask(product, 'update listings set is_active = true where id = $1', [listing]);

  // What was delivered keeps its price: that is said, at the field that would change it.
  await detailOf(page).getByRole('link', { name: 'Edit' }).click();
  await fill(page, { 'Fee in all': '9' });
  expectErrors(page, `409 /api/campaigns/${id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This campaign has begun: how it is paid stays').first()).toBeVisible();
  await expect(field(page, 'Fee in all')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Impressions at most')).not.toHaveAttribute('aria-invalid', 'true');
  // What would be taken is said at the field.
  await expect(page.getByText(/What each impression costs stays: \$5\.00 for 200\. With more/)).toBeVisible();
  await fill(page, { 'Impressions at most': '333' });
  await expect(page.getByText(/For 333 that is no whole number of cents/)).toBeVisible();
  await fill(page, { 'Impressions at most': '400' });
  await expect(page.getByText(/For 400 the fee is \$10\.00\.$/)).toBeVisible();
  await fill(page, { 'Fee in all': '10' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(fact(page, 'Price')).toHaveText('$10.00 for 400 impressions');

  // Days to come.
  const later = await make(page, product, listing, { name: 'Later', first_day: addDays(today, 3) });
  await start(page, product, later);
  await at(page, `/campaigns?open=${later}`);
  await expect(page.getByText(/^It waits for its first day, /)).toBeVisible();
  await expect(fact(page, 'State')).toHaveText('To come');
  await detailOf(page).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('How it is paid stays, as it has begun.')).toBeVisible();
  await expect(page.getByText('It shows Makapuʻu Morning Row.')).toBeVisible();
});

test('of two who edit a campaign at once one wins; the other is told, and loses nothing that was typed', async ({
  page,
  product,
  elsewhere,
}) => {
  const listing = await aLiveListing(product, 'Waimea Ridge Ride');
  await signIn(page, product, 'advertiser@example.com');
  const id = await make(page, product, listing, { name: 'Two at once' });
  expectErrors(page, `409 /api/campaigns/${id}`);
  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  for (const one of [page, admin]) await at(one, `/campaigns/editor?campaign=${id}`);
  await fill(admin, { Name: 'Two at once, together', 'Fee in all': '60', 'Impressions at most': '150' });
  await admin.getByRole('checkbox', { name: 'Japanese' }).click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Please fill this in.').first()).toBeVisible();
  await field(admin, 'Reason').fill('The operator asked for it by telephone');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Two at once, together is saved.')).toBeVisible();

  await fill(page, { 'Impressions at most': '175', 'Impressions a day at most': '20' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has changed this campaign meanwhile.').first()).toBeVisible();
  await expect(page.getByText('Taken over from the other: Name, Budget, Languages.')).toBeVisible();
  await expect(page.getByText('Impressions at most of the other: 150')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Two at once, together');
  await expect(field(page, 'Fee in all')).toHaveValue('60.00');
  await expect(page.getByRole('checkbox', { name: 'Japanese' })).toBeChecked();
  await expect(field(page, 'Impressions at most')).toHaveValue('175');
  await expect(page.getByText('It costs $60.00 at most, once it was shown 175 times.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Two at once, together is saved.')).toBeVisible();
  await expect(fact(page, 'Price')).toHaveText('$60.00 for 175 impressions');
  await expect(fact(page, 'Languages')).toHaveText('Japanese');
  await expect(fact(page, 'A day at most')).toHaveText('20');
  // The advertiser reads what was changed, from what to what, and why.
  await expect(detailOf(page).getByText('Budget: $60.00, before: $50.00')).toBeVisible();
  await expect(detailOf(page).getByText('Languages: Japanese, before: none')).toBeVisible();
  await expect(detailOf(page).getByText(/: The operator asked for it by telephone$/)).toBeVisible();
  const { subject } = await product.mail.waitFor('advertiser@example.com', 0, /by telephone/);
  expect(subject).toBe('Your campaign Two at once, together was changed');

  // An administrator starts what is somebody else's with a reason.
  await at(admin, `/campaigns?open=${id}`);
  await detailOf(admin).getByRole('button', { name: 'Start' }).click();
  await confirm(admin, 'Start a campaign', 'Asked for by telephone as well');
  await expect(admin.getByText('Two at once, together is started.')).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(detailOf(page).getByText(/: Asked for by telephone as well$/)).toBeVisible();
});

test('a choice of columns holds as long as the page where nothing can be stored', async ({ page, product }) => {
  const listing = await aLiveListing(product, 'Kaʻena Point Walk');
  await signIn(page, product, 'advertiser@example.com');
  await make(page, product, listing, { name: 'Columns that stay' });
  await page.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('holoholo-columns-')) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/campaigns');
  const column = page.getByRole('columnheader', { name: 'Listing', exact: true });
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Listing' }).check();
  await page.keyboard.press('Escape');
  await expect(column).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Draft');
  await expect(page).toHaveURL(/state=draft/);
  await expect(page.getByText(/campaigns? found\.$/)).toBeVisible();
  await expect(column).toBeVisible();
});

test('a place that is deleted since is said to be, stays and is taken away; who has too many campaigns is told', async ({
  page,
  product,
}) => {
  const listing = await aLiveListing(product, 'Hanalei Harbor Hop');
  const [place] = await ask<{ id: number }>(
    product,
    `insert into locations (name, description, address, island, latitude, longitude) values ('Hale Pau', '', '', 'Maui', 21, -157) returning id`,
  );
  await signIn(page, product, 'advertiser@example.com');
  const id = await make(page, product, listing, { name: 'Of a place that goes', places: [place!.id] });
  await ask(product, 'update locations set deleted_at = now() where id = $1', [place!.id]);
  const save = async (name: string) => {
    await fill(page, { Name: name });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  };
  const gone = page.getByText('Deleted since: it is not shown there');
  await at(page, `/campaigns/editor?campaign=${id}`);
  await expect(gone).toBeVisible();
  await save('Still of it');
  await at(page, `/campaigns/editor?campaign=${id}`);
  await page.getByRole('button', { name: 'Take away Hale Pau' }).click();
  await expect(gone).toHaveCount(0);
  await save('Of all');

  const many = `insert into campaigns (organisation_id, listing_id, name, pricing, budget_cents, most_impressions, first_day, last_day,
      created_at, updated_at) select organisation_id, listing_id, 'One of many', pricing, budget_cents, most_impressions, first_day, last_day,
      now(), now() from campaigns, generate_series(1, 100) where id = $1`;
  await ask(product, many, [id]);
  expectErrors(page, '409 /api/campaigns');
  await at(page, `/campaigns/editor?of=${listing}`);
  await fill(page, { Name: 'One more', 'Fee in all': '60', 'Impressions at most': '150' });
  await fill(page, { 'First day': today, 'Last day': today });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText(/^You have \d+ campaigns that have not ended\. Please end one, or delete a draft, first\.$/),
  ).toBeVisible();
  await ask(product, `delete from campaigns where name = 'One of many'`);
});

test('with long names, on every width and without a network; a draft is deleted', async ({ page, product }) => {
  test.slow();
  const long = 'Humuhumunukunukuāpuaʻa watching at Kealakekua and Puʻuhonua o Hōnaunau, with breakfast';
  const listing = await aLiveListing(product, `${long} for everybody`);
  const place = await aPlace(product);
  await signIn(page, product, 'advertiser@example.com');
  const given = { name: `${long} in winter`, places: [place.id], time_from: '17:00', time_until: '22:00' };
  const id = await make(page, product, listing, { ...given, categories: ['Restaurants'], languages: ['en', 'ja'] });
  const heading = () => page.getByRole('heading', { level: 1, name: 'Campaigns' });
  await expectOnEveryWidth(page, '/campaigns', 'campaigns', heading, at);
  await expectOnEveryWidth(page, `/campaigns?open=${id}`, 'campaign', () => detailOf(page), at);
  const card = () => page.locator('article');
  await expectOnEveryWidth(page, `/campaigns/editor?campaign=${id}`, 'campaign-editor', card, at);

  // What was typed stays where the network goes.
  const [first, last] = [addDays(today, 40), addDays(today, 45)];
  await fill(page, { Name: 'Winter', 'First day': first, 'Last day': last, From: '18:30', Until: '21:15' });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText(/connection/).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText(/^The first 20 of \d+ places:|^\d+ places:/)).toBeVisible();
  await page.getByRole('button', { name: `Take away ${place.name}` }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Winter is saved.')).toBeVisible();
  await expect(fact(page, 'Shown in')).toHaveText('Restaurants');
  await expect(fact(page, 'Times of day')).toHaveText('6:30 pm to 9:15 pm');
  await expect(fact(page, 'Days')).toHaveText(daysInWords(first, last));
  await act(page, 'Delete', 'Delete a draft', /^Are you sure you want to delete this campaign\? Winter has not begun/);
  await expect(page.getByText('Winter is deleted.')).toBeVisible();
  await expect(page).not.toHaveURL(/open=/);
  await expect(page.getByText('What was open is no longer there.')).toBeHidden();
  await at(page, '/campaigns?search=nobody-calls-one-so&state=paused');
  await expect(page.getByText('No campaign is like that')).toBeVisible();
  await at(page, `/campaigns/editor?campaign=${id}`);
  await expect(page.getByText('This campaign is not there.')).toBeVisible();
});
