import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { admin, clear, deadLetter, figures, work } from './desk-work.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

const summary = '**/api/admin/work';
const notReached = (page: Page) => page.getByText(/^Not reached since \w+ \d+, \d{4}/);

test.beforeEach(async ({ page, product }) => {
  await clear(product);
  await signIn(page, product, admin);
  await page.clock.install();
});

/** How often the server was asked since. */
function countAsked(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    asked += Number(new URL(request.url()).pathname === '/api/admin/work');
  });
  return () => asked;
}

/** As a tab that another lies over. */
const see = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    Object.defineProperty(document, 'hidden', { value: now === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('figures and list follow what happens elsewhere: each half minute, and each five seconds while something runs', async ({
  page,
  product,
}) => {
  await openSection(page, '/security/work');
  const asked = countAsked(page);
  expect(await figures(page)).toEqual([0, 0, 0, 0]);
  const id = await work(product);
  await deadLetter(product, 'news', { id: 1 });
  await page.clock.runFor(29_000);
  expect(asked()).toBe(0);
  await page.clock.runFor(2_000);
  await expect.poll(() => figures(page)).toEqual([1, 1, 1, 0]);
  await expect(page.locator('td[data-label="State"]')).toHaveText('Waiting');
  await ask(
    product,
    `update long_work set state = 'running', done_steps = 3, total_steps = 48, started_at = now() where id = $1`,
    [id],
  );
  await page.clock.runFor(5_500);
  await expect(page.locator('td[data-label="Progress"]')).toHaveText('3 of 48');
  await ask(product, `update long_work set state = 'cancelled', ended_at = now() where id = $1`, [id]);
  await page.clock.runFor(5_500);
  await expect.poll(() => figures(page)).toEqual([0, 1, 1, 0]);
  const before = asked();
  await page.clock.runFor(20_000);
  expect(asked()).toBe(before);
});

test('nobody is asked while the page is hidden, and at once when it is seen again', async ({ page, product }) => {
  await work(product);
  await openSection(page, '/security/work');
  const asked = countAsked(page);
  await see(page, 'hidden');
  await page.clock.runFor(60_000);
  expect(asked()).toBe(0);
  await clear(product);
  await see(page, 'visible');
  await expect.poll(() => figures(page)).toEqual([0, 0, 0, 0]);
  expect(asked()).toBe(1);
});

test('where nobody answers, the last answer stays, and it is said since when, until the server is there again', async ({
  page,
  product,
}) => {
  await work(product);
  await openSection(page, '/security/work');
  await cut(page, summary);
  await page.clock.runFor(5_500);
  await expect(notReached(page)).toBeVisible();
  await expect(page.getByText('What you see is from then. It is asked for again by itself.')).toBeVisible();
  expect(await figures(page)).toEqual([1, 0, 0, 0]);
  await expect(page.locator('a[data-row]')).toHaveCount(1);
  await clear(product);
  await page.unroute(summary);
  await page.clock.runFor(5_500);
  await expect(notReached(page)).toHaveCount(0);
  expect(await figures(page)).toEqual([0, 0, 0, 0]);

  // A server that is too busy is no other; and it is asked by hand.
  await work(product);
  await page.clock.runFor(31_000);
  await expect.poll(() => figures(page)).toEqual([1, 0, 0, 0]);
  await failAt(page, product, 'unavailable', 'long_work', '/api/*');
  await page.clock.runFor(5_500);
  await expect(notReached(page)).toBeVisible();
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Ask now' }).click();
  await expect(notReached(page)).toHaveCount(0);
});

test('an answer that does not come within ten seconds is none', async ({ page, product }) => {
  await work(product);
  await openSection(page, '/security/work');
  const asked = countAsked(page);
  await page.route(summary, () => {});
  // The clock also goes on by itself: the ten seconds count from the asking, not from a time that it should have.
  for (let step = 0; step < 22 && asked() === 0; step += 1) await page.clock.runFor(250);
  expect(asked()).toBe(1);
  await page.clock.runFor(8_500);
  await expect(notReached(page)).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(notReached(page)).toBeVisible();
});

test('without a network it waits for one', async ({ page, product }) => {
  await work(product);
  await openSection(page, '/security/work');
  const asked = countAsked(page);
  await page.context().setOffline(true);
  await page.clock.runFor(5_500);
  await expect(
    page.getByText('What you see is from then. It is asked for again as soon as there is a network.'),
  ).toBeVisible();
  await expect(notReached(page)).toBeVisible();
  expect(asked()).toBe(0);
  await clear(product);
  await page.context().setOffline(false);
  await expect(notReached(page)).toHaveCount(0);
  await expect.poll(() => figures(page)).toEqual([0, 0, 0, 0]);
});

test('what somebody is typing is never overwritten, nor what they type it about', async ({ page, product }) => {
  await deadLetter(product, 'mail', { to: 'kai@dead.example', subject: 'Aloha', text: 'x' });
  await work(product);
  await openSection(page, '/security/work?list=dead-letters');
  await page.getByRole('link', { name: 'Aloha' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const reason = page.getByRole('dialog', { name: 'Discard' }).getByLabel('Reason');
  await reason.fill('They have written');
  await clear(product);
  const asked = countAsked(page);
  await page.clock.runFor(11_000);
  await expect.poll(asked).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await expect(reason).toHaveValue('They have written');
  await expect(page.getByRole('region', { name: 'About what could not be done' })).toBeAttached();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Leave without sending?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(reason).toHaveCount(0);
  await page.clock.runFor(5_500);
  await expect.poll(() => figures(page)).toEqual([0, 0, 0, 0]);
  await expect(page.getByRole('region', { name: 'About what could not be done' })).toHaveCount(0);
});

test('somebody who may no longer see it is told so by the screen', async ({ page, product }) => {
  const email = 'demoted@example.com';
  // With the administrator's cookie it would end their session.
  await page.context().clearCookies();
  await signIn(page, product, email, { fresh: true });
  await page.request.post('/api/profiles', { data: {}, headers: { origin: product.url } });
  const become = (role: string) =>
    ask(product, `update profiles set role = $2 from users u where u.id = user_id and u.email = $1`, [email, role]);
  await become('admin');
  await work(product);
  await openSection(page, '/security/work');
  await become('traveler');
  expectErrors(page, '403 /api/*');
  await page.clock.runFor(5_500);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Security');
});
