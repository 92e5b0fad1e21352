import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { about, anAdvertiser, at, cornersOf, fill, striped, words } from './own-listings-world.ts';
import { endSessions, signIn } from './session.ts';

const confirm = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Confirm|Delete)$/ })
    .click();

test('an advertiser makes a listing, adds a picture and submits it; approved, guests find it with its facts', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await anAdvertiser(page, product, 'makai@tours.example');
  await at(page, '/dashboard');
  await expect(page.getByText('You have no listing yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add a listing' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Minimum 100 characters for quality standards').first()).toBeVisible();
  await fill(page, 'Makai Sunrise Paddle');
  await page.getByRole('checkbox', { name: 'April' }).check();
  await page.getByRole('checkbox', { name: 'May' }).check();
  await page.getByLabel('Steps on the way').selectOption('few');
  await page.getByLabel('From a wheelchair').selectOption('helped');
  await page.getByLabel('For those who hear little').selectOption('written');
  await page.getByLabel('Light and noise').selectOption('calm');
  await page.getByRole('textbox', { name: 'Meeting point', exact: true }).fill('At the blue boat on the pier');
  const point = page.getByRole('group', { name: 'Meeting point on the map' });
  await point.getByLabel('Latitude').fill('21.28');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(point.getByText(/longitude/i).first()).toBeVisible();
  await point.getByLabel('Longitude').fill('-157.83');
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  for (const [said, left] of [
    ['Only $45 each.', 'Leave “$45” out: prices change'],
    ['The lowest price in Waikīkī.', 'Leave “lowest price” out: nobody here can check'],
  ] as const) {
    await description.fill(`${words} ${said}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(left).first()).toBeVisible();
  }
  await description.fill(words);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Makai Sunrise Paddle is a draft now.')).toBeVisible();
  await expect(about(page).getByText('Draft', { exact: true })).toBeVisible();
  await expect(about(page).getByText('April, May')).toBeVisible();

  await about(page).getByRole('link', { name: 'Edit' }).click();
  const pictures = page.getByRole('region', { name: 'Pictures', exact: true });
  const photo = await striped();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    pictures.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  expectErrors(page, '415 /api/uploads/picture');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await choose('reef.png', 'image/png', Buffer.from(svg));
  await expect(pictures.getByText(/This file cannot be used/).first()).toBeVisible();
  for (const [turn, said] of [
    [1, 'A canoe at sunrise'],
    [2, 'The reef'],
  ] as const) {
    await choose('reef.jpg', 'image/jpeg', photo);
    await pictures.getByLabel('Size of the part').fill('0.8');
    await pictures.getByLabel('From left to right').fill('0.2');
    if (turn === 1) {
      await expectAccessible(page, { enlarged: true });
      await pictures.screenshot({ path: 'test-results/own-listing-crop-390.png' });
    }
    await pictures.getByRole('textbox', { name: 'What it shows', exact: true }).fill(said);
    await pictures.getByRole('button', { name: 'Use this picture' }).click();
    const drawn = pictures.getByRole('img', { name: `Picture ${turn}: ${said}` });
    await expect(drawn).toBeVisible({ timeout: 60_000 });
    await expect(pictures.getByRole('status').getByText('1 new picture is here.')).toBeVisible();
    // The part that was chosen: three wide and two high, from the second stripe on.
    expect(await cornersOf(page, drawn)).toEqual({ shape: 1.5, left: 'green', right: 'blue' });
  }
  // With text twice the size there is room for its words and its buttons still.
  await expectAccessible(page, { enlarged: true });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const field = await pictures.getByRole('textbox', { name: 'What it shows (1)' }).boundingBox();
    expect(field!.width, `${width} px`).toBeGreaterThan(width * 0.7);
    await pictures.screenshot({ path: `test-results/own-listing-pictures-${width}-enlarged.png` });
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await pictures.screenshot({ path: 'test-results/own-listing-pictures-390.png' });
  await pictures.getByRole('button', { name: 'Move picture 2 forward' }).click();
  await expect(pictures.getByText(/^Not saved yet\./)).toBeVisible();
  await pictures.getByRole('button', { name: 'Save pictures' }).click();
  await expect(pictures.getByText('The pictures are saved.')).toBeVisible();
  await expect(pictures.getByRole('img', { name: 'Picture 1: The reef' })).toBeVisible();

  await page.getByRole('link', { name: 'Show the listing' }).click();
  // What its link answers is told before it is submitted.
  await expect(about(page).getByText('Nobody has tried whether it answers: this server tries no links.')).toBeVisible();
  await ask(
    product,
    `insert into listing_links (listing_id, field, url, checked_at, answer, failing_since, broken)
     select id, 'booking_url', booking_url, now(), '404', now(), true from listings where name = 'Makai Sunrise Paddle'`,
    [],
  );
  await page.reload();
  await ready(page);
  await expect(about(page).getByText('Leads nowhere', { exact: true })).toBeVisible();
  await about(page).getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog').getByText(/Booking URL: The server answers 404, asked for /)).toBeVisible();
  await confirm(page);
  await expect(page.getByText('Makai Sunrise Paddle is submitted.')).toBeVisible();
  await expect(page.getByText('Makai Sunrise Paddle is a draft now.')).toHaveCount(0);

  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  await at(admin, '/dashboard');
  await admin.getByRole('link', { name: /^Listings to review: / }).click();
  await admin.getByRole('link', { name: 'Makai Sunrise Paddle' }).click();
  const proposal = admin.getByRole('region', { name: 'About what was submitted' });
  await expect(proposal.getByText('First publication')).toBeVisible();
  await expect(proposal.getByText('A few steps')).toBeVisible();
  await expect(proposal.getByText('12.0%', { exact: true })).toBeVisible();
  await expect(proposal.getByText(/^Nobody has agreed a commission rate for it: it has the 12\.0%/)).toBeVisible();
  await expect(proposal.getByText(/does not carry the partner’s share: standard 15\.0%/)).toBeVisible();
  const shown = proposal.getByRole('region', { name: 'Pictures' }).getByRole('listitem');
  await expect(shown).toHaveText(['The reef', 'A canoe at sunrise']);
  await shown.last().scrollIntoViewIfNeeded();
  await expect(shown.last().getByRole('img', { name: 'Picture 2' })).toHaveJSProperty('complete', true);
  await admin.screenshot({ path: 'test-results/listing-proposal-pictures.png', fullPage: true });
  const reword = (from: string | null, to: string | null) =>
    ask(product, 'update listing_pictures set words = $2 where words is not distinct from $1 and place = 2', [
      from,
      to,
    ]);
  await reword('A canoe at sunrise', null);
  await admin.reload();
  await ready(admin);
  await expect(shown.last()).toHaveText('Nothing says what it shows to those who cannot see it.');
  await reword(null, 'A canoe at sunrise');
  await admin.reload();
  await ready(admin);
  await expect(proposal.getByText('Leads nowhere', { exact: true })).toBeVisible();
  await proposal.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('dialog').getByText(/Booking link: The server answers 404, asked for /)).toBeVisible();
  // It is not published without a commission rate that somebody has looked at.
  const rate = admin.getByRole('dialog').getByLabel('Commission rate, percent');
  await expect(rate).toHaveValue('12');
  await rate.fill('7');
  await confirm(admin);
  await expect(admin.getByText('Minimum 8%, at most 30%, in whole percent.').first()).toBeVisible();
  await rate.fill('18');
  await confirm(admin);
  await expect(admin.getByText('Makai Sunrise Paddle is approved. Guests see it from now on.')).toBeVisible();
  await expect(proposal.getByText('18.0%', { exact: true })).toBeVisible();
  await expect(proposal.getByText(/^Nobody has agreed a commission rate/)).toHaveCount(0);
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Makai Sunrise Paddle' }).click();
  await expect(about(page).getByText('18.0%', { exact: true })).toBeVisible();
  const { subject } = await product.mail.waitFor('makai@tours.example', 0, /was approved/);
  expect(subject).toBe('Makai Sunrise Paddle is published');

  const guest = await elsewhere();
  await guest.setViewportSize({ width: 390, height: 844 });
  await guest.clock.setFixedTime('2027-05-31T23:59:59-10:00');
  await at(guest, '/explore?search=makai+sunrise+paddle');
  const card = guest.getByRole('article').filter({ hasText: 'Makai Sunrise Paddle' });
  await expect(card.getByRole('img', { name: 'The reef' })).toBeVisible();
  await card.getByRole('button', { name: /^Read more/ }).click();
  const details = card.getByRole('region', { name: 'Good to know' });
  await expect(details.getByText('April, May', { exact: true })).toBeVisible();
  await expect(details.getByText('You change to a seat, with help')).toBeVisible();
  const fact = (name: string) =>
    details.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  await expect(fact('If you hear little')).toHaveText('It is all there in writing');
  await expect(fact('Light and noise')).toHaveText('Calm');
  await expect(details.getByText('At the blue boat on the pier')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Meeting point on a map' })).toHaveAttribute(
    'href',
    'geo:21.28,-157.83?q=21.28,-157.83',
  );
  await details.getByRole('img', { name: 'A canoe at sunrise' }).scrollIntoViewIfNeeded();
  await guest.screenshot({ path: 'test-results/listing-details-390.png', fullPage: true });
  await expectAccessible(guest, { enlarged: true });
  await guest.clock.setFixedTime('2027-11-04T12:00:00-10:00');
  await card.getByRole('button', { name: /^Show less/ }).click();
  await card.getByRole('button', { name: /^Read more/ }).click();
  await expect(details.getByText('April, May (closed this month)', { exact: true })).toBeVisible();

  const answers = `update listing_links set answer = '200', failing_since = null, broken = false where url like '%/makai/items/7'`;
  await ask(product, answers, []);
  // Paused, no guest finds it; another price waits for a decision, and is declined with a reason.
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Makai Sunrise Paddle' }).click();
  await about(page).getByRole('button', { name: 'Pause' }).click();
  await confirm(page);
  await expect(about(page).getByText('Paused', { exact: true })).toBeVisible();
  await expect(about(page).getByRole('link', { name: 'Advertise it' })).toHaveCount(0);
  await about(page).getByRole('button', { name: 'Resume' }).click();
  await confirm(page);
  await expect(about(page).getByText('Live', { exact: true })).toBeVisible();
  await expect(about(page).getByText('Answers', { exact: true })).toBeVisible();
  await about(page).getByRole('link', { name: 'Advertise it' }).click();
  await expect(page.getByRole('combobox', { name: 'Listing' }).locator('option:checked')).toHaveText(
    'Makai Sunrise Paddle',
  );
  await page.goBack();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Price range').selectOption('$$$$');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(about(page).getByText('Price range until it is approved')).toBeVisible();
  await expect(about(page).getByText(/^Another link or price is submitted\./)).toBeVisible();
  await at(admin, '/content/proposals?state=submitted');
  await admin.getByRole('link', { name: 'Makai Sunrise Paddle' }).click();
  await expect(proposal.getByRole('region', { name: 'Price range' })).toHaveText(
    /As it is\s*\$\$\s*Submitted\s*\$\$\$\$/,
  );
  await proposal.getByRole('button', { name: 'Decline' }).click();
  const sheet = admin.getByRole('dialog');
  await sheet.getByLabel('Reason').fill('Guests pay less on your own page');
  // The advertiser changes it meanwhile: that is said, and the reason stays.
  await ask(
    product,
    `update listing_proposals set content = content || '{"price_range": "$$$"}' where state = 'submitted' and listing_id =
       (select id from listings where name = 'Makai Sunrise Paddle')`,
    [],
  );
  expectErrors(admin, '409 /api/admin/listing-proposals/*/decline');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText(/^Somebody else has changed what was submitted meanwhile/)).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Guests pay less on your own page');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(admin.getByText('What was submitted for Makai Sunrise Paddle is declined.')).toBeVisible();
  await expect(proposal.getByRole('region', { name: 'Price range' })).toHaveText(
    /As it was\s*\$\$\s*Submitted\s*\$\$\$$/,
  );
  await page.reload();
  await ready(page);
  await expect(about(page).getByText(/The reason: Guests pay less on your own page/)).toBeVisible();
  await expect(about(page).getByText('Change declined')).toBeVisible();

  // What somebody else has changed since is told, and not approved.
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Price range').selectOption('$$$$');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(about(page).getByText('Price range until it is approved')).toBeVisible();
  await ask(product, `update listings set price_range = '$' where name = 'Makai Sunrise Paddle'`, []);
  await at(admin, '/content/proposals?state=submitted');
  await admin.getByRole('link', { name: 'Makai Sunrise Paddle' }).click();
  await expect(proposal.getByRole('region', { name: 'Price range' })).toHaveText(
    /Somebody else has changed it since\..*When this was submitted\s*\$\$\s*As it is\s*\$\s*Submitted\s*\$\$\$\$/,
  );
});

test('of two who edit a listing at once one wins, and the other loses nothing that was typed', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await anAdvertiser(page, product, 'two@tours.example');
  await at(page, '/dashboard/listing');
  await fill(page, 'Reef Walk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Reef Walk is a draft now.')).toBeVisible();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(/listing=/);
  const other = await elsewhere();
  await other.context().addCookies(await page.context().cookies());
  await at(other, page.url());
  await other.getByRole('checkbox', { name: 'June' }).check();
  await other.getByLabel('Subcategory').fill('Snorkeling');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Reef Walk is saved.')).toBeVisible();

  await page.getByLabel('Address').fill('1 Beach Road');
  await page.getByLabel('Subcategory').fill('Walks');
  expectErrors(page, '409 /api/own-listings/*');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Somebody else has changed this listing meanwhile.').first()).toBeVisible();
  await expect(page.getByText('Subcategory of the other: Snorkeling')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('1 Beach Road');
  await expect(page.getByRole('checkbox', { name: 'June' })).toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Reef Walk is saved.')).toBeVisible();
  await expect(about(page).getByText('June', { exact: true })).toBeVisible();
  await expect(about(page).getByText('Activities & Tours, Walks')).toBeVisible();

  await about(page).getByRole('button', { name: 'Submit' }).click();
  await confirm(page);
  await about(page).getByRole('button', { name: 'Withdraw' }).click();
  await confirm(page);
  await expect(about(page).getByText('Draft', { exact: true })).toBeVisible();
  await about(page).getByRole('button', { name: 'Delete' }).click();
  await confirm(page);
  await expect(page.getByText('Reef Walk is deleted.')).toBeVisible();
  await expect(page).not.toHaveURL(/open=/);
  await expect(page.getByText('What was open is no longer there.')).toBeHidden();
  await at(page, '/dashboard/listing?listing=2000000000');
  await expect(page.getByText('This listing is not there.')).toBeVisible();
});

test('what is made of pictures stays while one is drawn and a colleague saves; one that is cut is not lost', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await anAdvertiser(page, product, 'pictures@tours.example');
  await at(page, '/dashboard/listing');
  await fill(page, 'Tide Pools');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  const pictures = page.getByRole('region', { name: 'Pictures', exact: true });
  const shows = pictures.getByRole('textbox', { name: 'What it shows', exact: true });
  const wordsOf = (number: number, of = pictures) => of.getByRole('textbox', { name: `What it shows (${number})` });
  const choose = async (background: string) => {
    const buffer = await sharp({ create: { width: 1_500, height: 1_000, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await pictures.locator('input[type=file]').setInputFiles({ name: 'pool.jpg', mimeType: 'image/jpeg', buffer });
    await expect(pictures.getByLabel('Size of the part')).toBeVisible();
  };
  for (const [at, background] of ['#2a6f7f', '#7f2a6f', '#6f7f2a'].entries()) {
    await choose(background);
    await shows.fill(`Pool ${at + 1}`);
    await pictures.getByRole('button', { name: 'Use this picture' }).click();
    // The third is drawn while the first two are worded and moved.
    if (at < 2)
      await expect(pictures.getByRole('img', { name: `Picture ${at + 1}: Pool ${at + 1}` })).toBeVisible({
        timeout: 60_000,
      });
  }
  await wordsOf(1).fill('A crab');
  await pictures.getByRole('button', { name: 'Move picture 1 back' }).focus();
  await page.keyboard.press('Enter');
  await expect(pictures.getByRole('button', { name: 'Move picture 2 back' })).toBeFocused();
  await expect(pictures.getByRole('img', { name: 'Picture 3: Pool 3' })).toBeVisible({ timeout: 60_000 });
  await expect(wordsOf(2)).toHaveValue('A crab');
  await expect(wordsOf(1)).toHaveValue('Pool 2');

  // A colleague words the third and saves first.
  const other = await elsewhere();
  await other.context().addCookies(await page.context().cookies());
  await at(other, page.url());
  const theirs = other.getByRole('region', { name: 'Pictures', exact: true });
  await wordsOf(3, theirs).fill('An urchin');
  await theirs.getByRole('button', { name: 'Save pictures' }).click();
  await expect(theirs.getByText('The pictures are saved.')).toBeVisible();
  expectErrors(page, '409 /api/own-listings/*/pictures');
  await pictures.getByRole('button', { name: 'Save pictures' }).click();
  await expect(pictures.getByText(/^Somebody else has changed the pictures meanwhile\./)).toBeVisible();
  await expect(wordsOf(3)).toHaveValue('An urchin');
  await expect(wordsOf(2)).toHaveValue('A crab');
  // Removed and put back, with the focus at what comes next.
  await pictures.getByRole('button', { name: 'Remove picture 3' }).click();
  await expect(pictures.getByText(/^What is removed is kept for/)).toBeVisible();
  await expect(pictures.getByRole('button', { name: 'Put picture 3 back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pictures.getByRole('button', { name: 'Remove picture 3' })).toBeFocused();
  await wordsOf(1).fill('Only 49$ here');
  await pictures.getByRole('button', { name: 'Save pictures' }).click();
  await expect(pictures.getByText(/^Leave “49\$” out/).first()).toBeVisible();
  await wordsOf(1).fill('A wave');
  await pictures.getByRole('button', { name: 'Save pictures' }).click();
  await expect(pictures.getByText('The pictures are saved.')).toBeVisible();
  for (const said of ['Picture 1: A wave', 'Picture 2: A crab', 'Picture 3: An urchin'])
    await expect(pictures.getByRole('img', { name: said })).toBeVisible();

  // One that is cut and worded is asked about before it is left, and used with the listing's own button.
  await choose('#ffffff');
  await shows.fill('Foam');
  await page.getByRole('link', { name: 'Show the listing' }).click();
  await page.getByRole('dialog').getByText('Stay here').click();
  await expect(shows).toHaveValue('Foam');
  await page.getByLabel('Address').fill('2 Beach Road');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Tide Pools is saved.')).toBeVisible();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await expect(pictures.getByRole('img', { name: 'Picture 4: Foam' })).toBeVisible({ timeout: 60_000 });
});

test('a picture on its way is not lost without a question, nor where the session has ended', async ({
  page,
  product,
}) => {
  const email = 'slow@tours.example';
  await anAdvertiser(page, product, email);
  await at(page, '/dashboard/listing');
  await fill(page, 'Slow Reef');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  const pictures = page.getByRole('region', { name: 'Pictures', exact: true });
  const shows = pictures.getByRole('textbox', { name: 'What it shows', exact: true });
  const buffer = await striped();
  const choose = () =>
    pictures.locator('input[type=file]').setInputFiles({ name: 'reef.jpg', mimeType: 'image/jpeg', buffer });
  await pictures.getByRole('button', { name: 'Use this picture' }).click();
  await expect(pictures.getByText('Please fill this in.').first()).toBeVisible();
  const letGo = await hold(page, '**/api/uploads/picture');
  await choose();
  await expect(pictures.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await page.getByLabel('Address').fill('3 Beach Road');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^A picture is still on its way/)).toBeVisible();
  await page.getByRole('link', { name: 'Show the listing' }).click();
  await page.getByRole('dialog').getByText('Stay here').click();
  await letGo();
  await shows.fill('A reef');
  await expect(pictures.getByLabel('Size of the part')).toBeVisible();

  // Used once nobody is signed in any more: it is there again after the sign-in.
  await endSessions(product, email);
  expectErrors(page, '401 /api/own-listings/*/pictures');
  await pictures.getByRole('button', { name: 'Use this picture' }).click();
  await expect(pictures.getByText('What you typed is kept while you sign in.')).toBeVisible();
  await pictures.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, email);
  await ready(page);
  await expect(shows).toHaveValue('A reef');
  await pictures.getByRole('button', { name: 'Use this picture' }).click();
  await expect(pictures.getByRole('img', { name: 'Picture 1: A reef' })).toBeVisible({ timeout: 60_000 });
});

test('its screens are of use at every width, in both themes', async ({ page, product, elsewhere }) => {
  test.slow();
  await anAdvertiser(page, product, 'looks@tours.example');
  const send = async (path: string, data: object) =>
    await (await page.request.post(path, { data, headers: { origin: product.url } })).json();
  const none = { name_ja: null, description_ja: null, subcategory: null, phone: null, website_url: null };
  const nowhere = { latitude: null, longitude: null, meeting_latitude: 21.28, meeting_longitude: -157.83 };
  const { id } = await send('/api/own-listings', {
    ...{ ...none, ...nowhere, name: 'Kahakai Reef Walk', description: words, category: 'Activities & Tours' },
    ...{ address: '1 Beach Road', booking_url: 'https://fareharbor.com/kahakai/items/7', price_range: '$$' },
    ...{ open_months: [4, 5, 6], steps: 'few', transfer: 'helped', hearing: 'written', sensory: 'calm' },
    meeting_point: 'At the blue boat on the pier',
  });
  await send(`/api/own-listings/${id}/state`, { step: 'submit' });
  await expectOnEveryWidth(page, `/dashboard?open=${id}`, 'own-listing-open', () => about(page), at);
  const rules = () => page.getByText('What we ask of a listing');
  await expectOnEveryWidth(page, `/dashboard/listing?listing=${id}`, 'own-listing-editor', rules, at);
  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  await at(admin, '/content/proposals?search=kahakai+reef');
  await admin.getByRole('link', { name: 'Kahakai Reef Walk' }).click();
  const proposal = admin.getByRole('region', { name: 'About what was submitted' });
  await expect(proposal).toBeVisible();
  await expectOnEveryWidth(admin, admin.url(), 'listing-proposal', () => proposal, at);
});
