import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { expectAccessible } from './axe.ts';
import { cellsOf } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { linkIn, openInvitations } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};

/** A place whose list is long enough for a sponsored card: the last of them, which other tests leave alone. */
async function aPlace(product: Product): Promise<Product['codes'][number]> {
  for (const code of product.codes.filter(({ status }) => status === 'active').reverse()) {
    const { experiences } = await (await fetch(`${product.url}/api/locations/${code.location_id}`)).json();
    if (experiences.length >= 4) return code;
  }
  throw new Error('no place has four experiences');
}

/** All figures of the advertiser's results, by name. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  await at(page, '/campaigns/results');
  return await page
    .getByRole('region', { name: 'In all' })
    .locator('dl > div')
    .evaluateAll((tiles) =>
      Object.fromEntries(
        tiles.map((tile) => [
          tile.querySelector('dt')!.textContent.trim(),
          tile.querySelector('dd')!.textContent.trim(),
        ]),
      ),
    );
}

/** Until the results say exactly this: what a browser notes is sent some seconds later. */
const expectFigures = (page: Page, figures: Record<string, string>): Promise<void> =>
  expect(async () => expect(await figuresOf(page)).toEqual(figures)).toPass({ timeout: 60_000 });

for (const [width, details] of [
  [390, { tag: '@main' }],
  [1280, {}],
] as const)
  test(
    `one advertiser does it all at ${width} px, from an invitation to the figures of a campaign`,
    details,
    async ({ page: admin, product, elsewhere, phone }) => {
      test.setTimeout(300_000);
      const size = { width, height: width === 390 ? 844 : 900 };
      const email = `one-advertiser-${width}@advertisers.example`;
      const house = `Makani ${width}`;
      const listing = `${house} Sunset Sail`;
      const campaign = `${house} at dusk`;
      const place = await aPlace(product);
      const advertiser = await elsewhere();
      for (const each of [admin, advertiser]) await each.setViewportSize(size);
      const see = (what: string, where = advertiser) =>
        where.screenshot({ path: `test-results/one-advertiser-${what}-${width}.png`, fullPage: true });
      const confirm = (page: Page) =>
        page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
      await signIn(admin, product, 'admin@example.com');

      // Invited, and accepted by the mail's link.
      await openInvitations(admin);
      await admin.getByRole('button', { name: 'Invite Advertiser' }).click();
      const invitation = admin.getByRole('dialog', { name: 'Invite New Advertiser' });
      await invitation.getByLabel('Email address').fill(email);
      await invitation.getByLabel('Company name').fill(house);
      await see('inviting', admin);
      let since = product.mail.messages.length;
      await invitation.getByRole('button', { name: 'Send invitation' }).click();
      await expect(admin.getByText('Advertiser invitation sent successfully!')).toBeVisible();
      await advertiser.goto(linkIn((await product.mail.waitFor(email, since)).text));
      since = product.mail.messages.length;
      await advertiser.getByRole('button', { name: 'Email me a sign-in link' }).click();
      await advertiser.goto(linkIn((await product.mail.waitFor(email, since)).text));
      await expect(advertiser.getByText(`${house} is invited as an advertiser.`)).toBeVisible();
      await see('accepting');
      await advertiser.getByRole('button', { name: 'Accept the invitation' }).click();
      await expect(advertiser.getByText('You run the listings of your business in the guide.')).toBeVisible();
      await ready(advertiser);
      await see('home');

      // A listing is made, and a picture uploaded for it.
      await advertiser.getByRole('link', { name: 'Add a listing' }).click();
      const field = (name: string) => advertiser.getByRole('textbox', { name, exact: true });
      await field('Name').fill(listing);
      await field('Description').fill(
        'Out past the reef on a double-hulled canoe as the sun goes down, with a crew that reads the wind by heart.',
      );
      await advertiser.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Activities & Tours');
      await advertiser.getByLabel('Booking URL').fill('https://fareharbor.com/makani/items/7');
      await advertiser.getByLabel('Website URL').fill('https://makani.example/');
      await field('Meeting point').fill('At the blue boat on the pier');
      await see('listing');
      await advertiser.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(advertiser.getByText(`${listing} is a draft now.`)).toBeVisible();
      const about = advertiser.getByRole('region', { name: 'About this listing' });
      await about.getByRole('link', { name: 'Edit' }).click();
      const pictures = advertiser.getByRole('region', { name: 'Pictures', exact: true });
      const photo = await sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#c2543a' } })
        .jpeg()
        .toBuffer();
      await pictures
        .locator('input[type=file]')
        .setInputFiles({ name: 'dusk.jpg', mimeType: 'image/jpeg', buffer: photo });
      await pictures.getByRole('textbox', { name: 'What it shows', exact: true }).fill('A canoe at dusk');
      await see('picture');
      await pictures.getByRole('button', { name: 'Use this picture' }).click();
      await expect(pictures.getByRole('img', { name: 'Picture 1: A canoe at dusk' })).toBeVisible({ timeout: 60_000 });
      await see('pictures');
      await advertiser.getByRole('link', { name: 'Show the listing' }).click();
      await about.getByRole('button', { name: 'Submit' }).click();
      await confirm(advertiser);
      await expect(advertiser.getByText(`${listing} is submitted.`)).toBeVisible();
      await expect(about.getByText('Submitted', { exact: true }).first()).toBeVisible();
      await see('submitted');

      // An administrator approves it.
      await at(admin, '/dashboard');
      await admin.getByRole('link', { name: /^Listings to review: / }).click();
      await admin.getByRole('link', { name: listing }).click();
      const proposal = admin.getByRole('region', { name: 'About what was submitted' });
      await expect(proposal.getByText('First publication')).toBeVisible();
      await see('proposal', admin);
      await proposal.getByRole('button', { name: 'Approve' }).click();
      await confirm(admin);
      await expect(admin.getByText(`${listing} is approved. Guests see it from now on.`)).toBeVisible();
      await see('approved', admin);

      // What was made and approved so can be advertised: at one place, by the click.
      await at(advertiser, '/dashboard');
      await expect(
        advertiser.getByRole('row').filter({ hasText: listing }).getByText('Live', { exact: true }),
      ).toBeVisible();
      await advertiser.getByRole('link', { name: 'Campaigns' }).click();
      await expect(advertiser.getByText('There is no campaign yet')).toBeVisible();
      await advertiser.getByRole('link', { name: 'New campaign' }).click();
      const typed = (label: string) => advertiser.getByLabel(new RegExp(`^${label}`));
      await typed('Listing').selectOption(listing);
      await typed('Paid').selectOption('By the click');
      const today = hawaiiDay(new Date());
      for (const [label, value] of [
        ['Name', campaign],
        ['Budget in all', '20'],
        ['For each click', '.35'],
        ['Impressions at most', '500'],
        ['First day', today],
        ['Last day', today],
      ] as const)
        await typed(label).fill(value);
      await typed('Search places').fill(place.location_name);
      await typed('Search places').press('Enter');
      await advertiser.getByRole('button', { name: `Add ${place.location_name}`, exact: true }).click();
      const preview = advertiser.getByRole('region', { name: 'As guests see it' });
      await expect(preview.getByRole('article')).toContainText(listing);
      await see('campaign');
      await advertiser.getByRole('button', { name: 'Save' }).click();
      await expect(advertiser.getByText(`${campaign} is made, as a draft. Start it when it is right.`)).toBeVisible();
      const detail = advertiser.getByRole('region', { name: 'About this campaign' });
      await detail.getByRole('button', { name: 'Start', exact: true }).click();
      await confirm(advertiser);
      await expect(advertiser.getByText(`${campaign} is started.`)).toBeVisible();
      await expect(detail.getByText('Running', { exact: true }).first()).toBeVisible();
      await see('started');
      const nothing = {
        ...{ Impressions: '0', Opens: '0', Clicks: '0', Bookings: '0', 'Not confirmed yet': '0', Revenue: '$0.00' },
        ...{ Cost: '$0.00', ROI: '–', 'Own visits': '0', Programs: '0', 'Beyond one network': '0' },
      };
      expect(await figuresOf(advertiser)).toEqual(nothing);
      await see('nothing-yet');

      // A guest scans the place's code, and sees the card with its label: below the place's own first four.
      const guest = await phone({ shows: `${product.url}/location/${place.location_id}?qr=${place.qr_code_id}` });
      await guest.setViewportSize(size);
      await at(guest, '/scan');
      await guest.getByRole('button', { name: 'Start QR Scanner' }).click();
      await guest.getByRole('button', { name: 'Start Scanning' }).click();
      await expect(guest.getByRole('heading', { level: 1 })).toHaveText(place.location_name, { timeout: 20_000 });
      const card = guest.getByRole('article').filter({ has: guest.getByRole('heading', { name: listing }) });
      await expect(async () => {
        await at(guest, `/location/${place.location_id}`);
        await expect(card).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await expect(card.getByText('Sponsored', { exact: true })).toBeVisible();
      await expect(guest.getByText('Sponsored', { exact: true })).toHaveCount(1);
      expect(await guest.locator('ol > li').nth(4).getAttribute('data-sponsored')).toBe('');
      await card.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expect(card.getByRole('img', { name: 'A canoe at dusk' })).toBeVisible();
      await guest.screenshot({ path: `test-results/one-advertiser-guest-${width}.png` });

      // Each thing that the guest does moves its own figure, and nothing else.
      const seen = { ...nothing, Impressions: '1' };
      await expectFigures(advertiser, seen);
      await card.getByRole('button', { name: /^Read more/ }).click();
      await expect(card.getByText('At the blue boat on the pier')).toBeVisible();
      await guest.screenshot({ path: `test-results/one-advertiser-opened-${width}.png` });
      const opened = { ...seen, Opens: '1' };
      await expectFigures(advertiser, opened);
      const popup = guest.waitForEvent('popup');
      await card.getByRole('link', { name: /^Learn More/ }).click();
      await (await popup).waitForURL('https://makani.example/');
      const clicked = { ...opened, Clicks: '1', Cost: '$0.35', ROI: '−100.0%' };
      await expectFigures(advertiser, clicked);
      const of = (name: string) => cellsOf(advertiser.getByRole('region', { name, exact: true }));
      const figures = { Impressions: '1', Opens: '1', Clicks: '1', Bookings: '0', Revenue: '$0.00', Cost: '$0.35' };
      expect(await of('By campaign')).toMatchObject({ ...figures, Campaign: campaign, Listing: listing });
      expect(await of('By listing')).toMatchObject({ ...figures, Listing: listing });
      expect(await of('By place')).toMatchObject({ ...figures, Place: place.location_name });
      await see('results');
      await expectAccessible(advertiser, { enlarged: true });

      // What it cost is a charge in the ledger: owed by the advertiser, earned by the house.
      await at(admin, `/money/ledger?search=${encodeURIComponent(house)}`);
      await admin.getByRole('link', { name: `${house}, Owed`, exact: true }).click();
      await expect(admin.getByText(/0\.35 stands on it\. 1 entry\.$/)).toBeVisible();
      expect(await cellsOf(admin)).toMatchObject({
        ...{ Booking: `Campaign: ${campaign}`, What: 'Campaign charged', Moved: '-$0.35' },
        ...{ 'Other side': 'The house, Of advertising', Experience: listing },
      });
      await see('ledger', admin);

      // Ended, it leaves the place to others.
      await at(advertiser, '/campaigns');
      expect(await cellsOf(advertiser)).toMatchObject({
        ...{ Name: campaign, State: 'Running', Impressions: '1 of 500', Clicks: '1', Cost: '$0.35 of $20.00' },
      });
      await advertiser.getByRole('link', { name: campaign }).click();
      await detail.getByRole('button', { name: 'End', exact: true }).click();
      await confirm(advertiser);
      await expect(advertiser.getByText(`${campaign} is ended.`)).toBeVisible();
      await see('ended');
    },
  );
