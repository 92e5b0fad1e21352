import type { Locator, Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { at } from './answers.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, test } from './fixtures.ts';
import { openInvitations } from './inviting.ts';
import type { Product } from './product.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

/** The form of what a traveler's one booking is about. */
async function openDetails(page: Page, product: Product, email: string): Promise<Locator> {
  await signInTraveler(page, product, email, { fresh: true });
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  await openBookings(page);
  await cardOf(page, listing!.name)
    .getByRole('button', { name: /^I booked this/ })
    .click();
  return page.getByRole('dialog', { name: 'I booked this' });
}

test('what is missing is said at its field, which has the focus: of a booking and of one that is missed', async ({
  page,
  product,
}) => {
  const form = await openDetails(page, product, 'forms-missing@example.com');
  const [reference, day, guests] = ['Booking reference', 'Day', 'How many people'].map((one) => form.getByLabel(one));
  await reference!.fill('TF-90');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please fill in the reference, the day and how many people.')).toBeVisible();
  await expect(day!).toBeFocused();
  await expect(day!).toHaveAccessibleDescription(/Please check this\.$/);
  for (const filled of [reference!, guests!]) await expect(filled).not.toHaveAttribute('aria-invalid');
  await page.screenshot({ path: 'test-results/details-missing.png' });
  await form.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const inquiry = page.getByRole('dialog', { name: 'My booking is missing' });
  const name = inquiry.getByLabel('What did you book?');
  await inquiry.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Please say which experience you booked\.$/);
  await page.screenshot({ path: 'test-results/inquiry-missing.png' });
  await name.fill('Reef walk');
  // Half a date, which the browser cannot read.
  const date = inquiry.locator('input[type=date]');
  await date.focus();
  await page.keyboard.type('02');
  await inquiry.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(date).toBeFocused();
  await expect(date).toHaveAttribute('aria-invalid', 'true');
  await expect(name).not.toHaveAttribute('aria-invalid');
});

test('what the server finds wrong is said at each field, and the first of them has the focus', async ({
  page,
  product,
}) => {
  expectErrors(page, '400 /api/bookings/*/details');
  const form = await openDetails(page, product, 'forms-faults@example.com');
  const [reference, day, guests] = ['Booking reference', 'Day', 'How many people'].map((one) => form.getByLabel(one));
  await reference!.fill('TF 88 & more');
  await day!.fill('2027-01-15');
  await guests!.fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  for (const field of [reference!, guests!]) await expect(field).toHaveAccessibleDescription(/Please check this\.$/);
  await expect(day!).not.toHaveAttribute('aria-invalid');
  await expect(reference!).toBeFocused();
  await reference!.fill('TF-88');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(reference!).not.toHaveAttribute('aria-invalid');
  await expect(guests!).toBeFocused();
});

test('a session that ends meanwhile takes nothing that was typed; signed in elsewhere, it is sent from here', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/bookings/*/details');
  const email = 'forms-ended@example.com';
  const form = await openDetails(page, product, email);
  await form.getByLabel('Booking reference').fill('TF-99');
  await form.getByLabel('Day').fill('2027-01-15');
  await endSessions(product, email);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').filter({ hasText: errors.unauthenticated.words })).toBeVisible();
  await expect(form.getByLabel('Booking reference')).toHaveValue('TF-99');
  await expect(form.getByLabel('Day')).toHaveValue('2027-01-15');
  await signIn(page, product, email, { fresh: true });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Noted. The booking stays pending')).toBeVisible();
});

test('an invitation whose answer was lost is sent once, however often its button is pressed', async ({
  page,
  product,
}) => {
  const email = 'forms-once@example.com';
  const invitations = () => ask(product, 'select sent_count from invitations where invited_email = $1', [email]);
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Organization name').fill('Once Inn');
  await page.route(
    at.invite,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Failed to send invitation. Please try again.')).toBeVisible();
  expect(await invitations()).toEqual([{ sent_count: 1 }]);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
  expect(await invitations()).toEqual([{ sent_count: 1 }]);
  await product.mail.waitFor(email, since);
  expect(product.mail.messages.slice(since).filter(({ recipients }) => recipients.includes(email))).toHaveLength(1);
});
