// The walk itself, which walk.mjs runs where there is no network: `node walking.mjs CLONE DATA_DIR PICTURES`.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumArgs } from '../chromium.mjs';
import { must, startProduct, until } from './product.mjs';

const [clone, dataDir, pictures] = process.argv.slice(2);
const { chromium, expect } = createRequire(join(clone, 'package.json'))('@playwright/test');
const { showing, writeCameraVideo } = await import(pathToFileURL(join(clone, 'tests/e2e/camera-video.ts')).href);

const placeName = 'Kaiona Hotel Waikīkī';
const experience = 'Kaimana Reef Swims';
/** News comes, a page asks for it, and a crowded machine is slow. */
const patience = { timeout: 45_000 };
const inDays = (count) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const ready = (page) => expect(page.locator('html[data-ready=true]')).toBeAttached(patience);
let pictured = 0;
const picture = (page, name) => page.screenshot({ path: join(pictures, `${++pictured}-${name}.png`) });

/** What was asked of others than this machine, and what failed in a page. */
const wrong = [];
const isHere = (url) => ['localhost', '127.0.0.1', ''].includes(new URL(url).hostname);

/** Somebody's browser with a telephone's screen. */
async function openPhone(browser, address) {
  const context = await browser.newContext({
    ...{ baseURL: address, viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true },
  });
  context.setDefaultTimeout(20_000);
  context.on('request', (request) => isHere(request.url()) || wrong.push(`asked ${request.url()}`));
  context.on('weberror', (error) => wrong.push(error.error().message));
  context.on('console', (line) => line.type() === 'error' && wrong.push(`${line.text()} at ${line.location().url}`));
  return await context.newPage();
}

/** Asks for a link on the page that is open, and follows it from the demo's kept mail. */
async function signInByMail(page, address, email) {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  let link;
  await until(`a mail to ${email}`, 30, async () => {
    const mails = await (await fetch(`${address}/dev/mail`)).text();
    link = mails.match(/https?:\/\/[^\s"<]+token=[\w-]{43}/)?.[0];
    return link && mails.includes(email);
  });
  await page.goto(link);
}

const cardOf = (page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: experience, exact: true }) });

/** The phone's camera shows the code, and what it leads to is booked as somebody new. @returns the platform's page */
async function scanAndFollow(phone, address) {
  await phone.goto('/scan');
  await ready(phone);
  await phone.getByRole('button', { name: 'Start QR Scanner' }).click();
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(placeName, patience);
  await ready(phone);
  await picture(phone, 'scanned');
  await cardOf(phone)
    .getByRole('link', { name: /^Sign In to Book/ })
    .click();
  await signInByMail(phone, address, 'newcomer@example.com');
  await phone.waitForURL(/\/location\/\d+#experience-\d+$/);
  await ready(phone);
  const opening = phone.context().waitForEvent('page');
  await cardOf(phone)
    .getByRole('link', { name: /^Book Now/ })
    .click();
  const platform = await opening;
  must(
    /^http:\/\/127\.0\.0\.1:\d+\/fareharbor\.com\/.*[?&]ref=\w{32}/.test(platform.url()),
    `going to ${platform.url()}`,
  );
  return platform;
}

async function bookThere(platform) {
  await platform.getByLabel('Date').fill(inDays(6));
  await platform.getByLabel('Guests').fill('3');
  await platform.getByLabel('Name').fill('Maya Kealoha');
  await platform.getByLabel('Email').fill('maya@elsewhere.example');
  await picture(platform, 'fareharbor');
  await platform.getByRole('button', { name: 'Book, and pay nothing' }).click();
  await expect(platform.getByRole('heading', { level: 1 })).toHaveText(/^Booked: /);
  return await platform.locator('dd').first().textContent();
}

async function walk(browser, address) {
  const phone = await openPhone(browser, address);
  const platform = await scanAndFollow(phone, address);
  await phone.goto('/bookings');
  await ready(phone);
  await expect(cardOf(phone)).toContainText('Pending', patience);
  await cardOf(phone).getByRole('button', { name: 'View Ticket' }).click();
  const ticket = phone.getByRole('dialog', { name: 'Ticket Details' });
  await expect(ticket).toContainText('Not confirmed');
  await picture(phone, 'pending');
  const reference = await bookThere(platform);
  // By itself: nothing is done to the page.
  await expect(ticket).toContainText('Live Ticket', patience);
  await expect(ticket).toContainText(reference);
  await picture(phone, 'live');

  const [{ id, amount }] = await (await phone.request.get('/api/bookings')).json();
  const partner = await openPhone(browser, address);
  await partner.goto('/auth');
  await ready(partner);
  await signInByMail(partner, address, 'partner@example.com');
  await partner.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await ready(partner);
  const steps = partner.getByRole('region', { name: 'From the scan to the ledger' }).getByRole('listitem');
  const share = (Math.round(amount * 15) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const explained = async (sentence) => {
    await partner.goto(`/money/explain?booking=${id}`);
    await ready(partner);
    await expect(partner.getByText(sentence)).toBeVisible();
    await expect(steps.filter({ hasText: 'Code scanned' })).toContainText(placeName);
  };
  await explained(`${share} is confirmed. It is earned by travelling, and becomes payable after the holding period.`);
  await expect(steps.filter({ hasText: 'Share confirmed' })).toContainText(share);
  await picture(partner, 'explained');

  await phone.keyboard.press('Escape');
  await platform.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(platform.getByRole('heading', { level: 1 })).toHaveText(`Cancelled: ${experience}`);
  await expect(cardOf(phone)).toContainText('Cancelled', patience);
  await picture(phone, 'cancelled');
  await explained('Nothing is owed for this booking.');
  await expect(steps.filter({ hasText: 'Earlier entry reversed' }).last()).toContainText(share);
  await steps.last().scrollIntoViewIfNeeded();
  await picture(partner, 'reversed');
}

const others = Object.values(networkInterfaces())
  .flat()
  .filter(({ internal }) => !internal);
must(others.length === 0, 'being alone');
const begun = performance.now();
const product = await startProduct(clone, { DATA_DIR: dataDir });
const codes = await (await fetch(`${product.address}/dev/codes.json`)).json();
const code = codes.find((one) => one.location_name === placeName && one.status === 'active');
const video = join(pictures, 'camera.y4m');
writeCameraVideo(video, showing(code.url));
const browser = await chromium.launch({
  executablePath:
    process.env.CHROMIUM === 'playwright' ? undefined : (process.env.CHROMIUM_HEADLESS ?? process.env.CHROMIUM),
  args: [
    ...chromiumArgs,
    ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    `--use-file-for-fake-video-capture=${video}`,
  ],
});
try {
  await walk(browser, product.address);
  must(wrong.length === 0, `a page without a fault (${wrong.join('; ')})`);
} finally {
  await browser.close();
  rmSync(video);
}
await product.stop();
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
process.stdout.write(
  `without a network a scan became a booking, its ticket live and its commission explained, and all was reversed, in ${seconds} s\n`,
);
