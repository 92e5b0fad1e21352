import type { Page } from '@playwright/test';
import { answer, hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';

const scans = '**/api/qr/scan';
const activeCode = (product: Product) => product.codes.find((one) => one.status === 'active')!;
const close = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Close', exact: true });
const another = (page: Page) => page.getByRole('button', { name: 'Scan Another QR Code' });

async function openCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Opens the scanner and types a code; the camera's own way is tried in scan.test.ts. */
async function enter(page: Page, code: string): Promise<void> {
  await page.goto('/scan');
  await ready(page);
  await openCamera(page);
  await page.getByLabel('Code under the QR').fill(code);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
}

async function expectIdle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to Use' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test.describe('Close leads to the dashboard, Scan Another back to the beginning', () => {
  const states: Record<string, (page: Page, product: Product) => Promise<void>> = {
    'before a scan': async (page) => {
      await page.goto('/scan');
      await ready(page);
    },
    'while processing': async (page, product) => {
      await hold(page, scans);
      await enter(page, activeCode(product).qr_code_id);
      await expect(page.getByRole('heading', { name: 'Processing QR Code' })).toBeVisible();
    },
    'after a scan': async (page, product) => {
      await enter(page, activeCode(product).qr_code_id);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(activeCode(product).location_name);
    },
    'after an error': async (page) => {
      expectErrors(page, '404 /api/qr/scan');
      await enter(page, '0000-0000-0000-0000');
      await expect(page.getByText('This code does not check out.')).toBeVisible();
    },
    'with the sample set': async (page) => {
      await page.route(scans, (route) => route.abort());
      await enter(page, '0000-0000-0000-0000');
      await expect(page.getByText('Failed to load location experiences')).toBeVisible();
    },
    'with the kept answer': async (page, product) => {
      await enter(page, activeCode(product).qr_code_id);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(activeCode(product).location_name);
      await page.route(scans, (route) => route.abort());
      await enter(page, activeCode(product).qr_code_id);
      await expect(page.getByText('You are seeing what we showed you on')).toBeVisible();
    },
    'with a scan that is kept on this phone and waits': async (page, product) => {
      await page.route(scans, (route) => route.abort());
      await enter(page, activeCode(product).qr_code_id);
      await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
    },
  };
  for (const [name, bring] of Object.entries(states)) {
    test(name, async ({ page, product }) => {
      await bring(page, product);
      await expect(close(page)).toHaveAttribute('href', '/dashboard');
      if (!/before|while/.test(name)) {
        await another(page).click();
        await expectIdle(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      }
      await close(page).click();
      // A guest is led on to the cover.
      await expect(page).toHaveURL(`${product.url}/`);
    });
  }

  for (const way of ['Close', 'Cancel', 'Escape'] as const)
    test(`the open camera is left by ${way}, which stops it`, async ({ phone, product }) => {
      const page = await phone({});
      await page.goto('/scan');
      await ready(page);
      await openCamera(page);
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Start Scanning' }).click();
      await expect(sheet.getByText('Scanning...')).toBeVisible();
      const track = await page
        .locator('video')
        .evaluateHandle((video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0]!);
      expect(await track.evaluate((one) => one.readyState)).toBe('live');
      if (way === 'Escape') await page.keyboard.press(way);
      else await sheet.getByRole('button', { name: way, exact: true }).click();
      await expectIdle(page);
      await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeFocused();
      await expect.poll(() => track.evaluate((one) => one.readyState)).toBe('ended');
      await close(page).click();
      await expect(page).toHaveURL(`${product.url}/`);
    });

  test('an answer that is late takes nobody back who went on to another code', async ({ page, product }) => {
    await enter(page, activeCode(product).qr_code_id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(activeCode(product).location_name);
    const release = await hold(page, scans);
    await enter(page, activeCode(product).qr_code_id);
    await expect(page.getByText('You are seeing what we showed you on')).toBeVisible();
    await another(page).click();
    await expectIdle(page);
    const answered = page.waitForResponse(scans);
    await release();
    await (await answered).finished();
    await page.waitForLoadState('networkidle');
    await expectIdle(page);
  });
});

test('Back from where Close leads a guest is the scanner again', async ({ page, product }) => {
  await page.goto('/scan');
  await ready(page);
  for (const again of [false, true]) {
    if (again) {
      await page.reload();
      await ready(page);
    }
    await close(page).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goBack();
    await expect(page).toHaveURL(/\/scan$/);
    await expectIdle(page);
  }
  // An address of one's own leads a guest to the cover, too, and not in a circle.
  await page.goto('/dashboard');
  await expect(page).toHaveURL(`${product.url}/`);
  await page.goBack();
  await expect(page).toHaveURL(/\/scan$/);
});

test.describe('a code that is typed wrong', () => {
  test.beforeEach(({ page }) => expectErrors(page, '404 /api/qr/scan'));

  test('is said so where it was typed, and stays to be put right', async ({ page, product }) => {
    const code = activeCode(product);
    const field = page.getByLabel('Code under the QR');
    const short = code.qr_code_id.slice(0, -1);
    await enter(page, short);
    await expect(
      page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Invalid QR code format.' }),
    ).toBeVisible();
    await page.screenshot({ path: 'test-results/typed-wrong.png' });
    await expect(field).toHaveValue(short);
    await expect(field).toBeFocused();
    // One that only the server can tell is wrong is still there for the next try.
    const wrong = `${short}${code.qr_code_id.endsWith('0') ? '1' : '0'}`;
    await field.fill(wrong);
    await expect(page.getByRole('dialog').getByText('Invalid QR code format.')).toBeHidden();
    await page.getByRole('button', { name: 'Manual Entry' }).click();
    await expect(page.getByText('This code does not check out.')).toBeVisible();
    await another(page).click();
    await openCamera(page);
    await expect(field).toHaveValue(wrong);
    await field.fill(code.qr_code_id);
    await page.getByRole('button', { name: 'Manual Entry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
    await another(page).click();
    await openCamera(page);
    await expect(field).toHaveValue('');
  });
});

test('the result is said, and the focus goes on from its heading', async ({ page, product }) => {
  await page.goto('/scan');
  await ready(page);
  // All that the region says; it clears itself.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const region = document.getElementById('announcer')!;
    new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await openCamera(page);
  const code = activeCode(product);
  await page.getByLabel('Code under the QR').fill(code.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  const heading = page.getByRole('heading', { level: 1, name: code.location_name });
  await expect(heading).toBeFocused();
  const count = await page.getByRole('article').count();
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
  await expect.poll(said).toContain(`${code.location_name}: ${count} experiences`);
  expect(await said()).toContain('Processing QR Code');
});

test.describe('a place that recommends nothing yet', () => {
  test('says so, and leads to the guide', async ({ page, product }) => {
    const code = activeCode(product);
    const live = await page.request.post('/api/qr/scan', {
      data: { qr_code_id: code.qr_code_id },
      headers: { origin: product.url },
    });
    await answer(page, scans, { ...(await live.json()), experiences: [] });
    await enter(page, code.qr_code_id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
    await expect(page.getByRole('heading', { name: 'Nothing is listed here yet' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Explore Experiences' })).toHaveAttribute(
      'href',
      '/explore',
    );
  });
});

test.describe('where the phone is', () => {
  const scan = async (page: Page, product: Product, located: () => Promise<unknown>): Promise<unknown> => {
    await page.goto('/scan');
    await ready(page);
    const sent = page.waitForRequest(scans);
    await openCamera(page);
    await located();
    await page.getByLabel('Code under the QR').fill(activeCode(product).qr_code_id);
    await page.getByRole('button', { name: 'Manual Entry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(activeCode(product).location_name);
    return (await sent).postDataJSON().device_info.location;
  };
  const sentLocation = (page: Page, product: Product) =>
    scan(page, product, () =>
      // As long as the page's own look at the position takes, where it is allowed one.
      page.evaluate(
        () => new Promise((done) => navigator.geolocation.getCurrentPosition(done, done, { maximumAge: 300_000 })),
      ),
    );
  const stored = async (product: Product) => {
    const [row] = await ask<{ device: { location?: string } }>(
      product,
      "select device from scans where source = 'scanner' order by id desc limit 1",
    );
    return row!.device.location;
  };

  /**
   * A browser that would tell its position to whoever asks: Chromium without windows refuses by itself, which hides that it was
   * asked. Its answer to what is allowed comes first, as in all browsers.
   */
  const standAt = async (page: Page, state: PermissionState, ageMs = 0) => {
    await page.addInitScript(
      ([granted, age]) => {
        const looks = { allowed: 0, position: 0 };
        Object.assign(window, { looks });
        const query = navigator.permissions.query.bind(navigator.permissions);
        navigator.permissions.query = async (what) => {
          if (what.name !== 'geolocation') return await query(what);
          looks.allowed++;
          return { state: granted } as PermissionStatus;
        };
        navigator.geolocation.getCurrentPosition = (told) => {
          looks.position++;
          const coords = { latitude: 21.276543, longitude: -157.827654 };
          told({ coords, timestamp: Date.now() - age } as GeolocationPosition);
        };
      },
      [state, ageMs] as const,
    );
    const looks = () =>
      page.evaluate(() => (window as unknown as { looks: { allowed: number; position: number } }).looks);
    return { looks, located: () => expect.poll(async () => (await looks()).allowed).toBeGreaterThan(0) };
  };

  test('is told with a scan once it was allowed, and kept with it', async ({ page, context, product }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 21.276543, longitude: -157.827654, accuracy: 8 });
    expect(await sentLocation(page, product)).toBe('21.27654,-157.82765');
    expect(await stored(product)).toBe('21.276,-157.827');
  });

  for (const state of ['prompt', 'denied'] as const)
    test(`is not asked for where it is not allowed yet: ${state}`, async ({ page, product }) => {
      const { looks, located } = await standAt(page, state);
      expect(await scan(page, product, located)).toBeUndefined();
      expect((await looks()).position).toBe(0);
      expect(await stored(product)).toBeUndefined();
    });

  test('is told for five minutes and no longer', async ({ page, product }) => {
    const minute = 60_000;
    const { located } = await standAt(page, 'granted', 4 * minute);
    expect(await scan(page, product, located)).toBe('21.27654,-157.82765');
    const later = await page.context().newPage();
    const old = await standAt(later, 'granted', 5 * minute);
    expect(await scan(later, product, old.located)).toBeUndefined();
    expect((await old.looks()).position).toBeGreaterThan(0);
    expect(await stored(product)).toBeUndefined();
  });

  test('is not told by somebody who asks for privacy', async ({ page, context, product }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 21.27, longitude: -157.82 });
    expect(await sentLocation(page, product)).toBeUndefined();
  });
});

test('one experience is announced as one', async ({ page, product }) => {
  const code = product.codes.filter((one) => one.status === 'active').at(-1)!;
  const hide = (isHidden: boolean) =>
    ask(
      product,
      `update curated_listings set is_hidden = $2 where location_id = $1 and position >
        (select min(position) from curated_listings where location_id = $1)`,
      [code.location_id, isHidden],
    );
  await hide(true);
  await enter(page, code.qr_code_id);
  await expect(page.locator('#announcer')).toHaveText(`${code.location_name}: 1 experience`);
  await hide(false);
});
