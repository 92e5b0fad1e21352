import { expect, type Page } from '@playwright/test';
import { bookingStatuses } from '../../contract/booking-states.ts';
import { invitationStatuses } from '../../contract/invitations.ts';
import { aBooking } from './a-booking.ts';
import { answer, at, cut, hold } from './answers.ts';
import { book, bookable } from './bookings-world.ts';
import { ready } from './fixtures.ts';
import { anInvitation, aProfile, idOf } from './known-answers.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';
import type { Open } from './sign-in-screens.ts';

export const traveler = 'shell-traveler@example.com';
export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const sent = '2026-11-19T20:00:00Z';
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
  await page.goto('/dashboard?tab=invitations');
  await ready(page);
  await page.getByRole('button', { name: `Invite ${kind}` }).click();
  await expect(page.getByRole('dialog', { name: `Invite New ${kind}` })).toBeVisible();
}

async function openOnboarding(page: Page, product: Product): Promise<void> {
  await signIn(page, product, 'undecided@example.com');
  await page.goto('/onboarding');
  await ready(page);
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
    await begin(page, product);
    await answer(page, at.profiles, { profile: null, legacy_role: 'tourist' });
    await hold(page, at.migrateRole);
    await goHome(page);
    await heading(page, 'Updating Your Profile');
  },
  'an earlier account, not updated': async (page, product) => {
    await begin(page, product);
    await answer(page, at.profiles, { profile: null, legacy_role: 'tourist' });
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
    await begin(page, product);
    const key = { id: idOf(1), name: 'Passkey', created_at: sent, last_used_at: sent, backed_up: true };
    await answer(page, '**/api/passkeys', { passkeys: [key], confirmed_until: null, confirmation_needed: true });
    const device = { created_at: sent, last_seen_at: sent, user_agent: 'Safari on iPhone' };
    await answer(page, at.sessions, [
      { ...device, id: idOf(1), current: true },
      { ...device, id: idOf(2), current: false },
    ]);
    await goHome(page, 'Profile');
    await expect(page.getByRole('button', { name: 'Remove the passkey Passkey' })).toBeVisible();
  },
  'a partner': openAs('partner@example.com', '/dashboard'),
  'a partner, profile': openAs('partner@example.com', '/dashboard?tab=profile'),
  'an advertiser': openAs('advertiser@example.com', '/dashboard'),
  'an administrator': openAs('admin@example.com', '/dashboard'),
  'an administrator, invitations': async (page, product) => {
    await begin(page, product, 'admin@example.com');
    const all = invitationStatuses.map((status, at) =>
      anInvitation({ id: idOf(at), status, sent_count: at + 1, accepted_at: status === 'accepted' ? sent : null }),
    );
    await answer(page, at.invitations, all);
    await page.getByRole('link', { name: 'Admin Home' }).click();
    await page.getByRole('link', { name: 'Invitations', exact: true }).click();
    await expect(page.getByText('Expired')).toBeVisible();
  },
  'inviting a partner': (page, product) => openInvite(page, product, 'Partner'),
  'inviting an advertiser': (page, product) => openInvite(page, product, 'Advertiser'),
  onboarding: openOnboarding,
  'onboarding, failed': async (page, product) => {
    await openOnboarding(page, product);
    await page.getByLabel('Food & Dining').check();
    await cut(page, at.profiles);
    await start(page);
    await expect(page.getByText('Setup Failed')).toBeVisible();
  },
  'onboarding, done': async (page, product) => {
    await openOnboarding(page, product);
    await answer(page, at.profiles, aProfile());
    await hold(page, at.me);
    await start(page);
    await heading(page, 'Your guide is ready');
  },
  bookings: async (page, product) => {
    await begin(page, product);
    await goHome(page);
    const all = bookingStatuses.map((status, id) => aBooking({ id: idOf(id), status }));
    await answer(page, at.bookings, all);
    await page.getByRole('link', { name: 'My Bookings' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Cancelled' })).toBeVisible();
  },
  'no bookings': openAs('quiet@example.com', '/bookings'),
  'the guide': (page) => page.goto('/explore'),
  'a place': (page, product) => page.goto(`/location/${product.codes[0]!.location_id}`),
  'nothing saved': openAs('quiet@example.com', '/saved'),
  'what this phone keeps': (page) => page.goto('/offline'),
  'figures of nothing': openAs('quiet@example.com', '/analytics'),
  'pages inside the guide': openAs('admin@example.com', '/security/embedded-pages'),
  scanning: (page) => page.goto('/scan'),
  'scanning, the camera': async (page) => {
    await page.goto('/scan');
    await ready(page);
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await expect(page.getByText('Camera Error')).toBeVisible();
  },
};
