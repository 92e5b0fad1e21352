import { expect, type Page } from '@playwright/test';
import { bookingStatuses } from '../../contract/booking-states.ts';
import { invitationStatuses } from '../../contract/invitations.ts';
import { at, cut, hold } from './answers.ts';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { ready } from './fixtures.ts';
import { invited } from './inviting.ts';
import type { Product } from './product.ts';
import { becomeLegacy, signIn, signInTraveler } from './session.ts';
import type { Open } from './sign-in-screens.ts';

export const traveler = 'shell-traveler@example.com';
/** An account of an earlier system. */
const tourist = 'tourist@example.com';
export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
/** A page whose next screens are asked for by scripts: their answers can be given. */
export async function begin(page: Page, product: Product, email = traveler): Promise<void> {
  if (email === traveler) await signInTraveler(page, product, email);
  else await signIn(page, product, email);
  await page.goto('/scan');
  await ready(page);
}

/** Goes home from there, or to a section of it. */
export async function goHome(page: Page, section?: string): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  if (section) await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
}

export const openAs =
  (email: string, path: string): Open =>
  async (page, product) => {
    await begin(page, product, email);
    await page.goto(path);
  };

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
};

async function openInvite(page: Page, product: Product, kind: string): Promise<void> {
  await begin(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=stakeholders');
  await ready(page);
  await page.getByRole('button', { name: `Invite ${kind}` }).click();
  await expect(page.getByRole('dialog', { name: `Invite New ${kind}` })).toBeVisible();
}

async function openOnboarding(page: Page, product: Product, email = 'undecided@example.com'): Promise<void> {
  await signIn(page, product, email);
  await page.goto('/onboarding');
  await ready(page);
}

/** A traveler with bookings of every status, and places saved with and without a note. */
async function doMuch(page: Page, product: Product): Promise<void> {
  await signInTraveler(page, product, 'booked-much@example.com');
  const listings = await bookable(page);
  for (const [at, status] of bookingStatuses.entries()) {
    const id = await book(page, product, listings[at]!.id);
    await ask(product, 'update bookings set status = $2 where id = $1', [id, status]);
  }
  const headers = { origin: product.url };
  for (const [at, data] of [{}, { note: 'Ask for the table under the breadfruit tree' }].entries())
    await page.request.put(`/api/saved/${listings[at]!.id}`, { data, headers });
}

const start = (page: Page) => page.getByRole('button', { name: 'Start Discovering' }).click();

/** The menu, the guide, and every screen of those who are in, in each of its states. */
export const homeScreens: Record<string, Open> = {
  'the menu of a guest': async (page) => {
    await page.goto('/');
    await ready(page);
    await openMenu(page);
  },
  'the menu of a traveler': async (page, product) => {
    await begin(page, product);
    await openMenu(page);
  },
  'the settings': async (page) => {
    await page.goto('/');
    await ready(page);
    await openMenu(page);
    await page.getByRole('button', { name: 'Display and accessibility' }).click();
    await expect(page.getByRole('dialog', { name: 'Display and accessibility' })).toBeVisible();
  },
  'an earlier account, updating': async (page, product) => {
    await signInTraveler(page, product, tourist);
    await begin(page, product, tourist);
    await becomeLegacy(product, tourist);
    await hold(page, at.migrateRole);
    await goHome(page);
    await heading(page, 'Updating Your Profile');
  },
  'an earlier account, not updated': async (page, product) => {
    await signInTraveler(page, product, tourist);
    await begin(page, product, tourist);
    await becomeLegacy(product, tourist);
    await cut(page, at.migrateRole);
    await goHome(page);
    await expect(page.getByText('Your profile could not be updated.')).toBeVisible();
  },
  'a traveler, overview': openAs(traveler, '/dashboard'),
  'a traveler, explore': openAs(traveler, '/dashboard?tab=explore'),
  'a traveler, no activity': openAs('quiet@example.com', '/dashboard?tab=activity'),
  'a traveler, activity': async (page, product) => {
    await signInTraveler(page, product, 'active@example.com');
    await book(page, product, (await bookable(page))[0]!.id);
    await page.goto('/dashboard?tab=activity');
    await expect(page.getByRole('heading', { name: 'What you did' })).toBeVisible();
  },
  'a traveler, profile': openAs(traveler, '/dashboard?tab=profile'),
  'a traveler, editing': async (page, product) => {
    await begin(page, product);
    await page.goto('/dashboard?tab=profile');
    await ready(page);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Phone').fill('call me');
    await page.getByLabel('Location').focus();
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  },
  'a traveler, passkeys and devices': async (page, product) => {
    const email = 'well-equipped@example.com';
    // Of another device, and of this one.
    await signInTraveler(page, product, email, { fresh: true });
    await page.context().clearCookies();
    await signInTraveler(page, product, email, { fresh: true });
    await ask(
      product,
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at, last_used_at)
        select id, gen_random_uuid(), '', 0, '{}', true, 'Passkey', now(), now() from users where email = $1`,
      [email],
    );
    await page.goto('/dashboard?tab=profile');
    await expect(page.getByRole('button', { name: /^Sign out of / }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the passkey Passkey' })).toBeVisible();
  },
  'a partner': openAs('partner@example.com', '/dashboard'),
  'a partner, profile': openAs('partner@example.com', '/dashboard?tab=profile'),
  'an advertiser': openAs('advertiser@example.com', '/dashboard'),
  'an administrator': openAs('admin@example.com', '/dashboard'),
  'an administrator, invitations': async (page, product) => {
    for (const status of invitationStatuses) {
      const email = `front-desk-${status}@four-breezes-cottages.example`;
      const organization = 'Four Breezes Cottages and Gardens';
      await invited(product, { email, kind: 'partner', organization, hasExpired: status === 'expired', sentTimes: 2 });
      const ended = { accepted: 'accepted_at', revoked: 'revoked_at' }[status as string];
      const end = `update invitations set ${ended} = now(), closed_at = now() where invited_email = $1`;
      if (ended) await ask(product, end, [email]);
    }
    await begin(page, product, 'admin@example.com');
    await page.goto('/dashboard?tab=stakeholders');
    await expect(page.getByRole('listitem').getByText('Expired').first()).toBeVisible();
  },
  'inviting a partner': (page, product) => openInvite(page, product, 'Partner'),
  'inviting an advertiser': (page, product) => openInvite(page, product, 'Advertiser'),
  onboarding: (page, product) => openOnboarding(page, product),
  'onboarding, failed': async (page, product) => {
    await openOnboarding(page, product);
    await page.getByLabel('Food & Dining').check();
    await cut(page, at.profiles);
    await start(page);
    await expect(page.getByText('Setup Failed')).toBeVisible();
  },
  'onboarding, done': async (page, product) => {
    await openOnboarding(page, product, 'just-decided@example.com');
    await hold(page, at.me);
    await start(page);
    await heading(page, 'Your guide is ready');
  },
  bookings: async (page, product) => {
    await doMuch(page, product);
    await page.goto('/bookings');
    await expect(page.getByRole('article').filter({ hasText: 'Cancelled' }).first()).toBeVisible();
  },
  'no bookings': openAs('quiet@example.com', '/bookings'),
  'the guide': (page) => page.goto('/explore'),
  'a place': (page, product) => page.goto(`/location/${product.codes[0]!.location_id}`),
  'places saved': async (page, product) => {
    await doMuch(page, product);
    await page.goto('/saved');
    await expect(page.getByRole('article')).toHaveCount(2);
  },
  'nothing saved': openAs('quiet@example.com', '/saved'),
  'what this phone keeps': (page) => page.goto('/offline'),
  'figures of nothing': openAs('quiet@example.com', '/analytics'),
  'figures of bookings of every status': async (page, product) => {
    await doMuch(page, product);
    await page.goto('/analytics');
    await expect(page.getByRole('region', { name: 'Bookings by status' }).getByRole('listitem')).toHaveCount(
      bookingStatuses.length,
    );
  },
  'a history of bookings of every status': async (page, product) => {
    await doMuch(page, product);
    await page.goto('/analytics?tab=history');
    await expect(page.getByRole('region', { name: 'What you did' })).toBeVisible();
  },
  'pages inside the guide': openAs('admin@example.com', '/security/embedded-pages'),
  scanning: (page) => page.goto('/scan'),
  'scanning, the camera': async (page) => {
    await page.goto('/scan');
    await ready(page);
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await expect(page.getByText('Camera Error')).toBeVisible();
  },
};
