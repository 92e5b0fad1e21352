import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { cut } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { deadLetter, news } from './desk-work.ts';
import { expect, ready, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';
import { aHost, aPlaceOf } from './own-places.ts';
import { setRole } from './payouts-world.ts';
import type { Product } from './product.ts';
import { put } from './put-payouts.ts';
import { signIn, signInTraveler } from './session.ts';
import { told } from './told-bookings.ts';

test.beforeEach(async ({ page, product }) => {
  await ask(product, 'delete from qr_requests; delete from place_proposals');
  await signIn(page, product, 'admin@example.com');
});

const home = async (page: Page): Promise<Locator> => {
  await page.goto('/dashboard');
  await ready(page);
  return page.getByRole('region', { name: 'What needs you today' });
};

/** Opens a desk, and a row of it where one is named. */
async function openDesk(page: Page, desk: 'requests' | 'proposals', row?: string): Promise<void> {
  await page.goto(`/partners/${desk}?status=pending`);
  await ready(page);
  if (!row) return;
  await page.getByRole('link', { name: row }).first().click();
  // Until it is open, the buttons of its row are what is found.
  await expect(page.getByRole('region', { name: /^About this / })).toBeVisible();
}

async function sends(by: Page, product: Product, path: string, data: object): Promise<{ id: string }> {
  const reply = await by.request.post(path, { data, headers: { origin: product.url } });
  expect(reply.status(), await reply.text()).toBe(201);
  const made = await reply.json();
  return made.request ?? made;
}

const requests = (by: Page, product: Product, location_name: string, more = {}) =>
  sends(by, product, '/api/partner-portal/qr-request', { location_name, ...more });

/** A request was made so many hours ago. */
const ages = (product: Product, request: string, hours: number) =>
  ask(product, 'update qr_requests set created_at = now() - make_interval(hours => $2) where id = $1', [
    request,
    hours,
  ]);

/** Somebody else who is an administrator, in a browser of their own. */
async function another(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await setRole(product, email, 'admin');
}

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};

test('a request is counted at home, marked as it grows late, approved with its position, and its partner has the code', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const partner = await elsewhere();
  const email = 'asks@desk.example';
  await aHost(partner, product, email);
  await at(page, '/partners/requests');
  await expect(page.getByText('Nobody has requested a code yet')).toBeVisible();
  await openDesk(page, 'requests');
  await expect(page.getByText(/^No request waits\./)).toBeVisible();
  await expect(page.getByText('No request is like that')).toBeVisible();
  await expect((await home(page)).getByText(/Requests for QR codes/)).toHaveCount(0);

  const words = { location_description: 'Beside the pool', label: 'Pool', location_address: '5 Lanikai Road' };
  const { id } = await requests(partner, product, 'Hale Nani, garden', words);
  const { id: late } = await requests(partner, product, 'Hale Nani, terrace', { latitude: 21.29, longitude: -157.84 });
  await requests(partner, product, 'Hale Nani, lanai', { latitude: 21.29, longitude: -157.84 });
  const today = await home(page);
  await expect(today.getByRole('link', { name: 'Requests for QR codes: 3' })).toBeVisible();
  await ages(product, id, 30);
  await ages(product, late, 50);
  await page.reload();
  await ready(page);
  await expect(today.getByText('1 late')).toBeVisible();
  await expect(today.getByText('1 due soon')).toBeVisible();
  await expectOnEveryWidth(page, '/dashboard', 'admin-today', () => today, at);

  await page.setViewportSize({ width: 1280, height: 900 });
  await today.getByRole('link', { name: /Requests for QR codes/ }).click();
  await expect(page.getByText(/^Waiting: 3 requests, of them 1 late, 1 due soon\./)).toBeVisible();
  await expect(page.locator('td[data-label="State"]')).toHaveText(['Late', 'Due soon', 'In time']);
  await expect(page.getByRole('link', { name: 'QR Requests (3)' })).toBeVisible();
  const inRow = () => page.getByRole('button', { name: 'Approve for Hale Nani, terrace' });
  await expectOnEveryWidth(page, page.url(), 'partner-requests', inRow, at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'Hale Nani, garden' }).click();
  const detail = page.getByRole('region', { name: 'About this request' });
  for (const told of ['Beside the pool', 'Pool', email, 'New location', 'Not told: it can be given at the approval.'])
    await expect(detail.getByText(told, { exact: true })).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'partner-request', () => detail, at);

  await page.setViewportSize({ width: 390, height: 844 });
  await detail.getByRole('button', { name: 'Approve' }).click();
  const sheet = page.getByRole('dialog', { name: 'Approve' });
  expectErrors(page, '400 /api/partner-portal/qr-request/*/auto-approve');
  // Nobody is asked for it there.
  await expect(sheet.getByLabel('Address to look up')).toHaveCount(0);
  await standInForPictures(page.context());
  await sheet.getByRole('button', { name: 'Pick on the map' }).click();
  await expect(sheet.getByRole('region', { name: 'Map to pick the position on' })).toBeVisible();
  await page.screenshot({ path: 'test-results/partner-request-approve-390.png', fullPage: true });
  await sheet.getByLabel('Latitude').fill('21.3');
  await sheet.getByLabel('Longitude').fill('157.8');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByLabel('Longitude')).toHaveAttribute('aria-invalid', 'true');
  await sheet.getByLabel('Longitude').fill('');
  await sheet.getByLabel('Latitude').fill('21,3069, -157,8');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByLabel('Latitude')).toHaveAttribute('aria-invalid', 'true');
  await sheet.getByLabel('Latitude').fill('21.3069, -157.8');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText(
      /^QR code request approved and generated successfully! The code of Hale Nani, garden is [0-9A-Z-]+\.$/,
    ),
  ).toBeVisible();
  await expect(detail.getByText('30 hours', { exact: true })).toBeVisible();
  await expect(page.getByText(/Median of \d+ decisions? in the last 30 days: .+\./)).toBeVisible();
  const code = (await page.getByText(/^QR code request approved/).innerText()).match(/is ([0-9A-Z-]+)\.$/)![1]!;
  await at(partner, '/partner-portal/qr-codes');
  await expect(partner.getByText('Hale Nani, garden').first()).toBeVisible();
  await partner.goto(`/partner-portal/qr-codes?open=${code}`);
  await expect(partner.getByText(code).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose its experiences' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Choose its experiences' }).first().click();
  const chosen = page.getByRole('region', { name: 'The list of this place' });
  await expect(chosen.getByRole('heading', { name: 'Hale Nani, garden' })).toBeVisible();
  await expect((await home(page)).getByRole('link', { name: 'Requests for QR codes: 2' })).toBeVisible();
  await (await home(page)).getByRole('link', { name: /^Places with a QR code that show nothing: \d+$/ }).click();
  await expect(page.getByLabel('Shows nothing')).toHaveValue('coded');
  await expect(page.getByRole('link', { name: 'Hale Nani, garden' })).toBeVisible();

  const replaced = { request_type: 'replacement', qr_code_id: code, location_address: '12 Ala Moana Boulevard' };
  await requests(partner, product, 'Hale Nani, old card', replaced);
  await openDesk(page, 'requests', 'Hale Nani, old card');
  for (const told of ['Replacement', 'Code to be replaced', code, '12 Ala Moana Boulevard', '21.3069, -157.8'])
    await expect(detail.getByText(told, { exact: true })).toBeVisible();
});

test('a request of which nobody knows where it is is approved all the same, and its place is on no map', async ({
  page,
  product,
  elsewhere,
}) => {
  const partner = await elsewhere();
  await aHost(partner, product, 'nowhere@desk.example');
  await requests(partner, product, 'Hale Nani, nowhere', { location_address: '1 Unknown Road' });
  await openDesk(page, 'requests', 'Hale Nani, nowhere');
  const detail = page.getByRole('region', { name: 'About this request' });
  await detail.getByRole('button', { name: 'Approve' }).click();
  const sheet = page.getByRole('dialog', { name: 'Approve' });
  await expect(sheet.getByLabel('Latitude')).toHaveValue('');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^QR code request approved and generated successfully!/)).toBeVisible();
  await expect(detail.getByText('Not told: the place is on no map.')).toBeVisible();
});

test('of two who decide about a request at once one wins; the other is told, keeps what was typed, and the partner reads the reason', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [partner, other] = [await elsewhere(), await elsewhere()];
  const email = 'rejected@desk.example';
  await aHost(partner, product, email);
  const { id: first } = await requests(partner, product, 'Hale Moana', { latitude: 21.29, longitude: -157.84 });
  await ages(product, first, 1);
  await another(other, product, 'second@desk.example');
  // One of them from the row, the other where it is open.
  await openDesk(page, 'requests');
  await openDesk(other, 'requests', 'Hale Moana');
  const opens = async (by: Page, does: string) => {
    await by.getByRole('button', { name: does }).click();
    return by.getByRole('dialog', { name: does });
  };
  const late = await opens(other, 'Reject');
  await late.getByLabel('Reason').fill('There is one at the desk already');
  const sheet = await opens(page, 'Reject');
  await expect(sheet.getByText('Hale Nani gets no code for Hale Moana, and is told why by e-mail.')).toBeVisible();
  const since = product.mail.messages.length;
  await sheet.getByLabel('Reason').fill('We do not know this house');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('QR code request rejected. It was for Hale Moana.')).toBeVisible();
  expect((await product.mail.waitFor(email, since)).text).toContain('We do not know this house');
  await expect(page.getByText('No request is like that')).toBeVisible();
  await page.goto(`/partners/requests?open=${first}`);
  await expect(page.getByText(/, admin@example\.com, We do not know this house$/)).toBeVisible();
  await expect(page.getByText('1 hour', { exact: true })).toBeVisible();

  expectErrors(other, '409 /api/admin/qr-requests/*/reject');
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    late.getByText(
      'Failed to reject request: Somebody else has decided about this request meanwhile: it is rejected now.',
    ),
  ).toBeVisible();
  await expect(late.getByLabel('Reason')).toHaveValue('There is one at the desk already');
  await expect(other.getByText('Rejected', { exact: true }).first()).toBeAttached();

  const { id } = await requests(partner, product, 'Hale Mauka', { latitude: 21.29, longitude: -157.84 });
  await ages(product, id, 100);
  const owns = 'owner_id = (select id from users where email = $1)';
  await ask(product, `update organisations set qr_codes_limit = 0 where ${owns}`, [email]);
  await openDesk(page, 'requests', 'Hale Mauka');
  expectErrors(page, '409 /api/partner-portal/qr-request/*/auto-approve');
  const refused = await opens(page, 'Approve');
  await refused.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    refused.getByText('Failed to approve request: This partner has as many QR codes as its account allows.'),
  ).toBeVisible();
  await refused.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await confirm(page, 'Reject', 'Replace one of your codes');
  await expect(page.getByText('4 days', { exact: true })).toBeVisible();
});

test('a proposal is seen beside what is there; approved, guests see it, and declined, its partner reads why', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [partner, other] = [await elsewhere(), await elsewhere()];
  const email = 'proposes@desk.example';
  await aHost(partner, product, email);
  const { id } = await aPlaceOf(product, email, { name: 'Hale Nani, lobby' });
  const color = sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6f7f' } });
  const file = { name: 'house.jpg', mimeType: 'image/jpeg', buffer: await color.jpeg().toBuffer() };
  const headers = { origin: product.url };
  const upload = await partner.request.post('/api/uploads/place-picture', { multipart: { file }, headers });
  const picture = (await upload.json()).id;
  const proposes = (data: object) => sends(partner, product, `/api/partner-portal/places/${id}/proposals`, data);
  await at(page, '/partners/proposals');
  await expect(page.getByText('Nothing was proposed yet')).toBeVisible();
  await proposes({ name: 'Hale Nani by the sea', picture });
  const { id: further } = await aPlaceOf(product, email, { name: 'Hale Nani, bar' });
  const both = { name: 'Bar', description: 'Open from noon on.' };
  await sends(partner, product, `/api/partner-portal/places/${further}/proposals`, both);
  await at(page, '/partners/proposals');
  await expect(page.getByText('Waiting: 2 proposals.', { exact: true })).toBeVisible();
  await (await home(page)).getByRole('link', { name: 'Places to review: 2' }).click();
  await expect(page.getByText(/^Waiting: 2 proposals\./)).toBeVisible();
  await expect(page.locator('td[data-label="Proposed"]')).toHaveText(['Name, Picture', 'Name, Words']);
  await page.getByRole('link', { name: 'Hale Nani, lobby' }).click();
  const detail = page.getByRole('region', { name: 'About this proposal' });
  const shown = detail.getByRole('img', { name: 'The picture that is proposed' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
  const part = (name: string) => detail.getByRole('region', { name });
  await expect(part('Name').getByRole('definition')).toHaveText(['Hale Nani, lobby', 'Hale Nani by the sea']);
  await expect(part('Words').getByRole('definition').last()).toHaveText('Stays as it is');
  await expectOnEveryWidth(page, page.url(), 'place-proposal', () => detail, at);

  await another(other, product, 'third@desk.example');
  await openDesk(other, 'proposals', 'Hale Nani, lobby');
  await other.getByRole('button', { name: 'Approve' }).click();
  await detail.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Approved. Guests see it at Hale Nani by the sea from now on.')).toBeVisible();
  await expect(detail.getByRole('img', { name: 'The picture as it is' })).toBeVisible();
  await expect(detail.getByText('less than an hour', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Waiting: 1 proposal\./)).toBeVisible();
  const guests = await (await fetch(`${product.url}/location/${id}`, { headers: { 'accept-language': 'en' } })).text();
  expect(guests).toMatch(/<h1[^>]*>Hale Nani by the sea<\/h1>/);
  expectErrors(other, '409 /api/admin/place-proposals/*/approve');
  const late = other.getByRole('dialog', { name: 'Approve' });
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(late.getByText('Somebody else has decided about this meanwhile: it is approved now.')).toBeVisible();

  await proposes({ description: 'The best house of all' });
  await openDesk(page, 'proposals', 'Hale Nani by the sea');
  await detail.getByRole('button', { name: 'Decline' }).click();
  const since = product.mail.messages.length;
  await confirm(page, 'Decline', 'Say what is there');
  await expect(page.getByText('The proposal for Hale Nani by the sea is declined.')).toBeVisible();
  expect((await product.mail.waitFor(email, since)).text).toContain('Say what is there');
  await openDesk(page, 'proposals', 'Hale Nani, bar');
  await detail.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Approved\. Guests see it at /)).toBeVisible();
  await page.goto('/partners/proposals?status=pending');
  await expect(page.getByText('No proposal waits.', { exact: false })).toBeVisible();
});

/** What other tests have left waits no more; nothing does then. */
const settleAll = (product: Product) =>
  ask(
    product,
    `delete from commission_holds where state = 'open'; delete from inbox; delete from jobs.job where name like '%-dead';
      delete from payouts where cents = 7000 and state = 'prepared';
      update payouts set state = 'withdrawn', settled_at = now(), settled_by = prepared_by where state = 'prepared';
      update platform_bookings set state = 'settled' where state in ('unmatched', 'proposed');
      update rate_changes set state = 'withdrawn', withdrawal_reason = 'over', settled_at = now(), settled_by = proposed_by
        where state = 'proposed';
      update booking_inquiries set status = 'dismissed', handled_at = now() where status = 'open';
      insert into curated_listings (location_id, listing_id, position)
        select location_id, (select min(id) from listings where is_active), 100 from qr_codes on conflict do nothing;
      delete from applications; update reviews set awaits_look = false where awaits_look;
      update listing_proposals set state = 'withdrawn', decided_at = now() where state = 'submitted'`,
  );

test('each kind of what waits leads to where it is decided, and nothing that needs nobody is told', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await settleAll(product);
  const today = await home(page);
  await expect(today.getByText('Nothing needs you today.')).toBeVisible();
  const traveler = await elsewhere();
  const email = 'misses@desk.example';
  await signInTraveler(traveler, product, email, { fresh: true });
  await sends(traveler, product, '/api/bookings/inquiries', {
    booking_platform: 'viator',
    experience_name: 'Reef walk',
  });
  const [booking] = await ask<{ id: string }>(
    product,
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at)
      select gen_random_uuid(), id, (select min(id) from listings), 'external', 4500, now() from users where email = $1 returning id`,
    [email],
  );
  await ask(
    product,
    `insert into commission_holds (booking_id, rule, opened_at, state) values ($1, 'by_hand', now(), 'open')`,
    [booking!.id],
  );
  await ask(
    product,
    `with p as (insert into locations (name, description, address, island) values ('Hale Empty', '', '', 'Oʻahu') returning id)
      insert into qr_codes (code, location_id) select '0000-EMPT-Y000-TDAY', id from p`,
  );
  await told(product, 'TODAY1');
  await told(product, 'TODAY2', { state: 'proposed', match_kind: 'evidence', booking_id: booking!.id });
  await news(product, 'not to be read today');
  await put(product, ['partner@example.com']);
  await deadLetter(product, 'mail', { to: 'gone@desk.example', subject: 'Aloha' });
  await sends(page, product, '/api/admin/rate-cards', {
    ...{ tier: 'today', partner_share: 0.1, effective_from: '2099-01-01', reason: 'Agreed with all' },
  });
  const places = [
    ['Places with a QR code that show nothing: 1', 'Curated lists'],
    ['Commissions on hold: 1', 'Holds'],
    ['Platform bookings to decide: 1', 'News of platforms'],
    ['Platform bookings that match nothing: 1', 'News of platforms'],
    ['Unreadable news of platforms: 1', 'News of platforms'],
    ['Payouts to be released: 1', 'Payouts'],
    ['Rates to be confirmed: 1', 'Rate cards'],
    ['Travelers who miss a booking: 1', 'Platform Bookings'],
    ['Mails and work that failed for good: 1', 'Security'],
  ] as const;
  for (const [name, screen] of places) {
    await (await home(page)).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen);
    // One row of a list, or of what waits for rates.
    await expect(page.locator('tbody tr').first()).toBeVisible();
  }
  await settleAll(product);
});

test('home opens also where what needs an administrator cannot be had', async ({ page }) => {
  await at(page, '/explore');
  await cut(page, '**/api/admin/today');
  await page.getByRole('link', { name: 'Admin Home' }).click();
  await expect(page.getByText('What needs you today could not be had. Please try again in a moment.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Holds' })).toBeVisible();
});
