import { at, hold, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { countAsks, turn } from './put-aside.ts';
import { listScreens } from './route-table.ts';
import { becomeLegacy, endSessionsAtForm, signIn, signInTraveler, withoutProfile } from './session.ts';

/** What each role gets at each guarded address: its own screen (`own`), its home, or a refusal with these words. */
const restricted = 'Access Restricted';
const ofPartners = {
  traveler: 'Partner Access Required',
  partner: 'own',
  advertiser: 'Partner Access Required',
  admin: 'Partner Access Required',
};
const table: Record<string, Record<string, string>> = {
  '/dashboard': { traveler: 'own', partner: 'own', advertiser: 'own', admin: 'own' },
  '/bookings': { traveler: 'own', partner: restricted, advertiser: restricted },
  '/saved': { traveler: 'own', partner: restricted, advertiser: restricted, admin: 'own' },
  '/partner-portal': {
    traveler: 'Partner Access Required',
    partner: 'own',
    advertiser: 'Partner Access Required',
    admin: '/dashboard',
  },
  '/partner-portal/qr-codes': ofPartners,
  '/partner-portal/places': ofPartners,
  '/partner-portal/performance': ofPartners,
  '/partner-portal/earnings': ofPartners,
  '/partner-portal/settings': ofPartners,
  '/partner-portal/team': ofPartners,
  '/analytics': { traveler: 'own', partner: 'own', advertiser: '/campaigns/results', admin: 'own' },
  '/analytics/rows': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security/api': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security/access': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security/embedded-pages': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/partners': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/partners/view': { traveler: restricted, partner: restricted, advertiser: restricted, admin: '/partners' },
  '/partners/requests': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/applications': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/partners/proposals': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/knowledge': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/content': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/locations': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/locations/editor': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/locations/orphans': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/locations/batch': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/locations/lists': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/content/import': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/content/proposals': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/dashboard/listing': { traveler: restricted, partner: restricted, advertiser: 'own', admin: '/content' },
  '/content/editor': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/payouts': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/rate-cards': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/news': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/reconcile': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/ledger': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/statement': { traveler: restricted, partner: 'own', advertiser: restricted, admin: 'own' },
  '/money/explain': { traveler: restricted, partner: 'own', advertiser: restricted, admin: 'own' },
  '/security/privacy': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security/quality': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/audit': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/security/work': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/money/holds': { traveler: restricted, partner: restricted, advertiser: restricted, admin: 'own' },
  '/manage/users': { traveler: restricted, partner: restricted, advertiser: restricted, admin: '/security/access' },
  '/campaigns': { traveler: restricted, partner: restricted, advertiser: 'own', admin: 'own' },
  '/campaigns/editor': { traveler: restricted, partner: restricted, advertiser: 'own', admin: 'own' },
  '/campaigns/results': { traveler: restricted, partner: restricted, advertiser: 'own', admin: 'own' },
  '/campaigns/invoices': { traveler: restricted, partner: restricted, advertiser: 'own', admin: 'own' },
};

/** Where everybody who is signed in is asked the same: onboarding.test.ts. */
const elsewhere = ['/onboarding'];

test('the table has every screen that is guarded, and no other', async () => {
  const guarded = (await listScreens()).filter(({ access }) => access).map(({ path }) => path);
  expect(guarded.sort()).toEqual([...Object.keys(table), ...elsewhere].sort());
});

test('a guest on a screen for the signed-in is sent to the cover', async ({ page }) => {
  const forGuests = ['/saved'];
  for (const path of [...Object.keys(table).filter((one) => !forGuests.includes(one)), ...elsewhere]) {
    const reply = await page.request.get(path, { maxRedirects: 0 });
    expect([path, reply.status(), reply.headers().location]).toEqual([path, 302, '/']);
  }
  await page.goto('/bookings');
  await ready(page);
  expect(new URL(page.url()).pathname).toBe('/');
});

for (const role of ['traveler', 'partner', 'advertiser', 'admin']) {
  test(`what a signed-in ${role} gets`, async ({ page, product }) => {
    if (role === 'traveler') await signInTraveler(page, product, 'shell-traveler@example.com');
    else await signIn(page, product, `${role}@example.com`);
    for (const [path, byRole] of Object.entries(table)) {
      const expected = byRole[role];
      if (!expected) continue;
      const reply = await page.request.get(path, { maxRedirects: 0 });
      const got = [path, reply.status(), reply.headers().location];
      if (expected === 'own') expect(got).toEqual([path, 200, undefined]);
      else if (expected.startsWith('/')) expect(got).toEqual([path, 302, expected]);
      else {
        expect(got).toEqual([path, 403, undefined]);
        expect(await reply.text()).toContain(`<h1>${expected}</h1>`);
      }
    }
  });
}

test.describe('a refused role', () => {
  test.use({ expectedErrors: ['403 /bookings', '403 /security'] });

  test('is told whom the screen is for, who it is itself, and the way home', async ({ page, product }) => {
    await signIn(page, product, 'advertiser@example.com');
    await page.goto('/bookings');
    await ready(page);
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
    await expect(page.getByText('Traveler, Administrator')).toBeVisible();
    await expect(page.getByText('Advertiser', { exact: true })).toBeVisible();
    await page.goto('/security');
    await ready(page);
    await expect(page.getByText('Security dashboard access is limited to system administrators.')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('a session that ends while the page is open', () => {
  test('asks to sign in, and would come back', async ({ page, product }) => {
    expectErrors(page, '401 /api/profiles');
    const email = 'ends-at-form@example.com';
    await signInTraveler(page, product, email);
    await endSessionsAtForm(page, product, email);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign In Required' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/auth?redirect=%2Fdashboard',
    );
  });

  test('says of a screen for some roles that one has to be signed in', async ({ page, product }) => {
    expectErrors(page, '401 /api/organisation');
    await signIn(page, product, 'partner@example.com');
    await endSessionsAtForm(page, product, 'partner@example.com');
    await page.getByRole('link', { name: 'Partner Portal' }).click();
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
    await expect(page.getByText('Please sign in to access this feature.')).toBeVisible();
  });
});

test.describe('while it is not known who is here', () => {
  test('says that it is loading, and asks again', async ({ page, product }) => {
    await page.goto('/auth?redirect=/bookings');
    await ready(page);
    await refuse(page, at.me, 503, 'unavailable');
    await signInByMail(page, product, 'loading@example.com');
    await expect(page.getByText('Loading Holoholo')).toBeVisible();
    await page.unroute(at.me);
    await expect(page.getByRole('heading', { name: 'Your Bookings' })).toBeVisible();
  });

  test('asks nothing while it is not seen', async ({ page, product }) => {
    await page.clock.install();
    await page.goto('/auth?redirect=/bookings');
    await ready(page);
    await refuse(page, at.me, 503, 'unavailable');
    await signInByMail(page, product, 'loading-aside@example.com');
    await expect(page.getByText('Loading Holoholo')).toBeVisible();
    const asks = countAsks(page, '/api/users/me');
    await expect.poll(asks).toBeGreaterThan(0);
    await turn(page, 'hidden');
    // What was asked before that is answered before this.
    const answered = () => page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    await answered();
    const before = asks();
    for (const _ of [1, 2, 3]) await page.clock.fastForward(3_000);
    await answered();
    expect(asks()).toBe(before);
    await page.unroute(at.me);
    await turn(page, 'visible');
    await expect(page.getByRole('heading', { name: 'Your Bookings' })).toBeVisible();
  });
});

test.describe('an account without a current profile', () => {
  test('of an earlier system is brought up to date, once', async ({ page, product }) => {
    const email = 'once-a-tourist@example.com';
    await signInTraveler(page, product, email);
    let migrated = 0;
    page.on('request', (request) => request.url().endsWith('/api/profiles/migrate-role') && migrated++);
    await page.goto('/explore');
    await ready(page);
    await becomeLegacy(product, email);
    const release = await hold(page, at.migrateRole);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Updating Your Profile' })).toBeVisible();
    await release();
    await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
    expect(migrated).toBe(1);
  });

  test('is asked to complete it where one is needed', async ({ page, product }) => {
    const email = 'bare@example.com';
    await signInTraveler(page, product, email);
    await withoutProfile(product, email);
    expectErrors(page, '403 /bookings');
    await page.goto('/bookings');
    await expect(page.getByRole('heading', { name: 'Profile Setup Required' })).toBeVisible();
    await expect(page.getByText('Please complete your profile setup to continue.')).toBeVisible();
    await page.getByRole('link', { name: 'Set up my profile' }).click();
    await expect(page).toHaveURL(/\/onboarding$/);
  });
});

test('a page that is not there says so, and searches', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => {
    history.pushState({}, '', '/nothing');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expect(page.getByRole('heading', { name: 'This page is off the map' })).toBeVisible();
  await page.getByLabel('Search experiences').fill('luau');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/explore\?search=luau/);
});
