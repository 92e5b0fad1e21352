import { expect, test } from '@playwright/test';
import { type Look, lookedAt } from './looks.ts';
import { listScreens, screenAt } from './route-table.ts';

const leadsOn = 'leads on at once';
const always = { '/qr-scan': leadsOn, '/manage/users': leadsOn };

/** Screens that need no such look, each with the reason; one that had it, or is gone, is named too. */
const excused: Record<Look, Record<string, string>> = {
  accessible: always,
  enlarged: always,
  japanese: {
    ...always,
    '/analytics/rows': 'administrators may read it in English',
    '/partners': 'administrators may read it in English',
    '/partners/view': 'administrators may read it in English',
    '/partners/requests': 'administrators may read it in English',
    '/applications': 'administrators may read it in English',
    '/partners/proposals': 'administrators may read it in English',
    '/content': 'administrators may read it in English',
    '/content/proposals': 'administrators may read it in English',
    '/dashboard/listing': 'advertisers may read it in English',
    '/content/editor': 'administrators may read it in English',
    '/campaigns/results': 'advertisers and administrators may read it in English',
    '/campaigns/invoices': 'advertisers and administrators may read it in English',
    '/knowledge': 'administrators may read it in English',
    '/campaigns': 'advertisers and administrators may read it in English',
    '/campaigns/editor': 'advertisers and administrators may read it in English',
    '/locations': 'administrators may read it in English',
    '/locations/editor': 'administrators may read it in English',
    '/locations/orphans': 'administrators may read it in English',
    '/locations/batch': 'administrators may read it in English',
    '/locations/lists': 'administrators may read it in English',
    '/content/import': 'administrators may read it in English',
    '/money/payouts': 'administrators may read it in English',
    '/money/rate-cards': 'administrators may read it in English',
    '/money/news': 'administrators may read it in English',
    '/money/reconcile': 'administrators may read it in English',
    '/money/ledger': 'administrators may read it in English',
    '/partner-portal/qr-codes': 'partners may read it in English',
    '/partner-portal/places': 'partners may read it in English',
    '/partner-portal/performance': 'partners may read it in English',
    '/partner-portal/earnings': 'partners may read it in English',
    '/partner-portal/settings': 'partners may read it in English',
    '/partner-portal/team': 'partners may read it in English',
    '/money/statement': 'partners and administrators may read it in English',
    '/money/explain': 'partners and administrators may read it in English',
    '/security/api': 'administrators may read it in English',
    '/security/access': 'administrators may read it in English',
    '/security/embedded-pages': 'administrators may read it in English',
    '/money/holds': 'administrators may read it in English',
    '/security/privacy': 'administrators may read it in English',
    '/security/quality': 'administrators may read it in English',
    '/audit': 'administrators may read it in English',
    '/security/work': 'administrators may read it in English',
    '/dev/design': 'for builders',
    '/dev/design/desk': 'for builders',
  },
};

/** Runs after all others (playwright.config.ts), which noted what they looked at. */
for (const look of ['accessible', 'enlarged', 'japanese'] as const)
  test(`${look}: every screen of the route table was looked at`, async () => {
    const screens = await listScreens();
    expect(screens.length).toBeGreaterThan(15);
    const seen = new Set(lookedAt(look).map((address) => screenAt(screens, address)?.path));
    const reasons = excused[look];
    const missed = screens.map(({ path }) => path).filter((path) => !seen.has(path) && !Object.hasOwn(reasons, path));
    const needless = Object.keys(reasons).filter(
      (path) => seen.has(path) || !screens.some((screen) => screen.path === path),
    );
    expect({ missed, needless }).toEqual({ missed: [], needless: [] });
  });
