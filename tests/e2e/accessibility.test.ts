import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, ready, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';
import { signInTraveler } from './session.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Display and accessibility' }).click();
  await expect(page.getByRole('dialog', { name: 'Display and accessibility' })).toBeVisible();
}

const styleOf = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return {
      fontSize: style.fontSize,
      paper: style.getPropertyValue('--paper').trim(),
      quick: style.getPropertyValue('--quick').trim(),
    };
  });

test.describe('the settings', () => {
  test('every setting acts at once, is kept, and acts before the scripts arrive', { tag: '@main' }, async ({
    page,
  }) => {
    await page.goto('/explore');
    await ready(page);
    const before = await styleOf(page);
    await openSettings(page);
    await page.getByLabel('Dark').check();
    await page.getByLabel('Extra large').check();
    await page.getByRole('switch', { name: 'Reduced motion' }).check();
    const dark = await styleOf(page);
    expect(dark.fontSize).toBe('20px');
    expect(dark.paper).not.toBe(before.paper);
    expect(dark.quick).toBe('0s');
    await page.getByRole('switch', { name: 'High contrast' }).check();
    const strong = await styleOf(page);
    expect(strong.paper).not.toBe(dark.paper);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();

    // The scripts never come: what was chosen holds all the same.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    expect(await styleOf(page)).toEqual(strong);
    await page.unroute('**/assets/*.js');

    await page.goto('/explore');
    await ready(page);
    await openSettings(page);
    await page.getByRole('button', { name: 'Follow this device again' }).click();
    expect(await styleOf(page)).toEqual(before);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.settings'))).toBeNull();
  });
});

test('motion and contrast begin as the device prefers', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  await page.goto('/explore');
  await ready(page);
  await openSettings(page);
  await expect(page.getByRole('switch', { name: 'Reduced motion' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'High contrast' })).toBeChecked();
  await expect(page.getByLabel('Medium')).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Touch gestures' })).toBeChecked();
  await page.getByRole('switch', { name: 'Reduced motion' }).uncheck();
  expect((await styleOf(page)).quick).not.toBe('0s');
});

test('announcements are spoken in a live region and gone after about a second', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await openSettings(page);
  await page.getByRole('switch', { name: 'Voice announcements' }).check();
  const inDialog = page.getByRole('dialog').locator('[data-announcer]');
  await expect(inDialog).toHaveText('Voice announcements is on');
  await expect(inDialog).toHaveText('', { timeout: 2_000 });
  await page.getByRole('switch', { name: 'Touch gestures' }).uncheck();
  await expect(inDialog).toHaveText('Touch gestures is off');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  const region = page.locator('#announcer');
  await expect(region).toHaveText('Scan QR Code · Holoholo');
  await expect(region).toHaveText('', { timeout: 2_000 });
});

test.describe('a message that appears later stands in a live region that was there before it', () => {
  interface Case {
    email?: string;
    /** Where accounts of the desk's are. */
    accounts?: string;
    open: string;
    act: (page: Page) => Promise<unknown>;
    words: string;
  }
  const cases: Record<string, Case> = {
    'a saved profile': {
      email: 'listening@example.com',
      open: '/dashboard?tab=profile',
      act: async (page) => {
        await page.getByRole('button', { name: 'Edit Profile' }).click();
        await mark(page);
        await page.getByLabel('Location').fill('Hilo');
        await page.getByRole('button', { name: 'Save' }).click();
      },
      words: 'Your profile is saved.',
    },
    'an allowed host': {
      email: 'admin@example.com',
      open: '/security/embedded-pages',
      act: async (page) => {
        await page.getByLabel('Host name').fill('listening.example');
        await page.getByRole('button', { name: 'Allow' }).click();
      },
      words: 'Pages of listening.example open inside the guide now.',
    },
    'how many rows are ticked at a desk': {
      email: 'admin@example.com',
      accounts: 'ticked-aloud.example',
      open: '/security/access?search=ticked-aloud.example',
      act: (page) => page.getByRole('checkbox', { name: 'Select Guest 002' }).check(),
      words: '1 selected',
    },
    'a row that cannot be had at a desk': {
      email: 'admin@example.com',
      accounts: 'unreached-aloud.example',
      open: '/security/access?search=unreached-aloud.example',
      act: async (page) => {
        await page.context().setOffline(true);
        await page.getByRole('link', { name: 'Guest 002' }).click();
      },
      words: 'What you asked for could not be had. What you see is what was here before.',
    },
    'a deed done at a desk': {
      email: 'admin@example.com',
      accounts: 'done-aloud.example',
      open: '/security/access?search=done-aloud.example',
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Guest 002' }).check();
        await page.getByRole('button', { name: 'Suspend', exact: true }).click();
        await confirm(page, 'Suspend accounts', 'No longer with us');
      },
      words: 'Suspended: 1. Left out: 0.',
    },
    'a sign-in link': {
      open: '/auth',
      act: async (page) => {
        await page.getByLabel('Email address').fill('listening@example.com');
        await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
      },
      words: 'Check your email',
    },
    'a network that is gone, at the scanner': {
      open: '/scan',
      act: (page) => page.context().setOffline(true),
      words: 'Offline mode: Limited functionality available.',
    },
    'a search that nobody answers': {
      open: '/explore',
      act: async (page) => {
        await page.route('**/api/business-listings**', (route) => route.abort());
        await page.getByLabel('Search experiences').fill('reef');
      },
      words: 'The guide could not be reached',
    },
    'a position that is denied': {
      open: '/explore?view=map',
      act: (page) => page.getByRole('button', { name: 'Centre on my location' }).click(),
      words: 'Your position is switched off for this site',
    },
  };
  /** Notes which live regions there are. */
  const mark = (page: Page) =>
    page.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]')) region.setAttribute('data-before', '');
    });

  for (const [name, { email, accounts: domain, open, act, words }] of Object.entries(cases))
    test(name, async ({ page, product, context }) => {
      await standInForPictures(context);
      if (domain) await accounts(product, domain, 3);
      if (email) await signInTraveler(page, product, email);
      await page.goto(open);
      await ready(page);
      if (open.includes('map')) await page.getByRole('button', { name: 'Centre on my location' }).waitFor();
      await mark(page);
      await act(page);
      await expect(page.locator('[data-before]').getByText(words)).toBeVisible();
    });
});

test('that something is on its way is said by a region that was empty before', async ({ page }) => {
  await page.addInitScript(() => {
    const begun: string[] = [];
    Object.assign(self, { begun });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll('*')])
              if (region.getAttribute('role') === 'status') begun.push(region.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  const begun = () => page.evaluate(() => (self as unknown as { begun: string[] }).begun);
  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => (self as unknown as { begun: string[] }).begun.splice(0));
  const release = await hold(page, '**/assets/map-view-*.js');
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('status').getByText('Unrolling the map')).toBeVisible();
  expect((await begun()).filter(Boolean)).toEqual([]);
  await release();

  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => (self as unknown as { begun: string[] }).begun.splice(0));
  const answerReviews = await hold(page, '**/api/business-listings/*/reviews*');
  await page
    .getByRole('button', { name: /^Rated/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('status').getByText('Loading reviews')).toBeVisible();
  expect((await begun()).filter(Boolean)).toEqual([]);
  await answerReviews();
});

test('screen-reader mode: reading starts at the heading, ornaments are left out', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await openSettings(page);
  await page.getByRole('switch', { name: 'Screen-reader mode' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('public screens are accessible', async ({ page, product }) => {
  for (const path of ['/explore', `/location/${product.codes[0]!.location_id}`]) {
    await page.goto(path);
    await ready(page);
    await expectAccessible(page);
  }
});

test('the page of the design language shows every component, in the demo', async ({ page }) => {
  await page.goto('/dev/design');
  await ready(page);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(13);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const width = root.scrollWidth;
    root.style.fontSize = '';
    return width - innerWidth;
  });
  expect(wider, 'with text twice the size').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Open a sheet' }).click();
  await expect(page.getByRole('dialog', { name: 'A sheet' })).toBeVisible();
  await expectAccessible(page);
});

test('forms, uploads and what is loaded are of use on each width, in both themes, on the page of the design language', async ({
  page,
}) => {
  test.slow();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const open = async (_page: Page, address: string) => {
    await page.goto(address);
    await ready(page);
    const states = part('Loading, empty, waiting');
    await expect(states.getByText('Loading entries')).toBeAttached();
    await expect(states.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    await expect(states.getByText('The page could not be loaded.')).toBeVisible();
    const forms = part('Desk forms');
    await expect(forms.getByRole('form', { name: 'Every field, empty' })).toBeVisible();
    await expect(forms.getByRole('progressbar')).toBeVisible();
  };
  await expectOnEveryWidth(page, '/dev/design', 'design', () => part('Desk forms'), open);
});

test('enlarged on the narrowest phone the guide breaks no word of its heading, and its cards stay apart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const word = document.createRange();
    const text = heading.firstChild as Text;
    word.setStart(text, text.data.lastIndexOf(' ') + 1);
    word.setEnd(text, text.length);
    return word.getClientRects().length;
  });
  expect(lines, 'lines of the last word').toBe(1);
  const row = page.getByRole('region', { name: 'Featured Experiences' });
  const past = await row.getByRole('article').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const { right } = card.getBoundingClientRect();
      const shown = [...card.querySelectorAll('button span[class*=reviews]')];
      return shown.map((one) => one.getBoundingClientRect().right - right);
    }),
  );
  expect(past.length).toBeGreaterThan(0);
  expect(Math.max(...past), 'how far reviews reach past their card').toBeLessThanOrEqual(0);
  await row.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/explore-enlarged-320.png' });
});
