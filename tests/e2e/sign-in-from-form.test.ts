import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk, openRow } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

interface FormCase {
  what: string;
  /** Whose it is; a traveler's of its own unless told. */
  who?: string;
  /** The call that is refused. */
  refused: string;
  /** Prepares what the form is about, opens it and gives where it is to be found. */
  open: (page: Page, product: Product, browser: Browser) => Promise<Locator>;
  /** Each field with what is typed into it. */
  typed: Record<string, string>;
  /** What is ticked. */
  ticked?: string;
  send: string;
  done: string;
}

async function bookFirst(page: Page, product: Product) {
  const [listing] = await bookable(page);
  return { name: listing!.name, id: await book(page, product, listing!.id) };
}

const admin = 'admin@example.com';
const noted = 'Saved, and noted in the audit log.';

/** A traveler books in a browser of their own, as others do who have something for the desk to decide. */
async function bookElsewhere(browser: Browser, product: Product, email: string) {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await signInTraveler(page, product, email);
  const headers = { origin: product.url };
  return { ...(await bookFirst(page, product)), page, headers, close: () => context.close() };
}

/** Opens what an administrator decides about a traveler's booking. */
async function openDecision(page: Page, email: string): Promise<Locator> {
  await openBookings(page);
  const booking = await openRow(page, email);
  await booking.getByRole('button', { name: 'Decide' }).click();
  return page.getByRole('dialog', { name: 'Decide about a booking' });
}

const forms: FormCase[] = [
  {
    what: 'the question for a missing booking',
    refused: '401 /api/bookings/inquiries',
    open: async (page) => {
      await openBookings(page);
      await page.getByRole('button', { name: 'My booking is missing' }).click();
      return page.getByRole('dialog', { name: 'My booking is missing' });
    },
    typed: {
      'What did you book?': 'Night snorkel with mantas',
      'Booking reference': 'TF-77',
      'Anything else?': 'As Keoni, with Grandma',
    },
    send: 'Ask us to find it',
    done: 'We are on it. The answer comes by e-mail.',
  },
  {
    what: 'what a booking is about',
    refused: '401 /api/bookings/*/details',
    open: async (page, product) => {
      const { name } = await bookFirst(page, product);
      await openBookings(page, '?status=pending');
      await cardOf(page, name)
        .getByRole('button', { name: /^I booked this/ })
        .click();
      return page.getByRole('dialog', { name: 'I booked this' });
    },
    typed: { 'Booking reference': 'TF-99', Day: '2027-01-15', 'How many people': '3' },
    send: 'Save',
    done: 'Noted. The booking stays pending',
  },
  {
    what: 'a review',
    refused: '401 /api/reviews',
    open: async (page, product, browser) => {
      const { name, id } = await bookFirst(page, product);
      const desk = await openDesk(browser, product);
      await desk.decide(id, { status: 'completed' });
      await desk.close();
      await openBookings(page);
      await cardOf(page, name)
        .getByRole('button', { name: /^Rate this experience/ })
        .click();
      return page.getByRole('dialog', { name: 'Your review' });
    },
    typed: { 'In your words': 'Ask for Dave at the counter' },
    ticked: '4 out of 5',
    send: 'Save review',
    done: 'Mahalo! Your review is in the guide.',
  },
  {
    what: 'a profile',
    refused: '401 /api/profiles',
    open: async (page) => {
      await page.goto('/dashboard?tab=profile');
      await ready(page);
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      return page.getByRole('main');
    },
    typed: { Name: 'Kalani', Location: 'Hilo', Phone: '+1 808 555 0100' },
    ticked: 'Nightlife',
    send: 'Save',
    done: 'Your profile is saved.',
  },
];

const deskForms: FormCase[] = [
  {
    what: 'a decision about a booking',
    who: admin,
    refused: '401 /api/bookings/*',
    open: async (page, product, browser) => {
      const booked = await bookElsewhere(browser, product, 'from-desk-booking@example.com');
      await booked.close();
      return await openDecision(page, 'from-desk-booking@example.com');
    },
    typed: { 'True amount (USD)': '129.50', Reference: 'TF-12', Reason: 'On the statement of May' },
    ticked: 'Cancelled',
    send: 'Save',
    done: noted,
  },
  {
    what: 'the correction of a completed booking',
    who: admin,
    refused: '401 /api/bookings/*',
    open: async (page, product, browser) => {
      const booked = await bookElsewhere(browser, product, 'from-desk-corrected@example.com');
      await booked.close();
      const desk = await openDesk(browser, product);
      await desk.decide(booked.id, { status: 'completed' });
      await desk.close();
      return await openDecision(page, 'from-desk-corrected@example.com');
    },
    typed: { 'True amount (USD)': '129.50', Reference: 'TF-13', Reason: 'Three came, not two' },
    ticked: 'Completed',
    send: 'Save',
    done: noted,
  },
  {
    what: 'the answer to a question',
    who: admin,
    refused: '401 /api/bookings/inquiries/*',
    open: async (page, product, browser) => {
      const { page: theirs, headers, close } = await bookElsewhere(browser, product, 'from-desk-asks@example.com');
      const data = { experience_name: 'A sail at dusk', booking_platform: 'viator' };
      expect((await theirs.request.post('/api/bookings/inquiries', { data, headers })).status()).toBe(201);
      await close();
      await openBookings(page, '?view=inquiries');
      const inquiry = await openRow(page, 'from-desk-asks@example.com', 'The missing booking');
      await inquiry.getByRole('button', { name: 'Answer' }).click();
      return page.getByRole('dialog', { name: 'Answer a traveler' });
    },
    typed: { 'Note to the traveler': 'It was booked with another address.' },
    ticked: 'Dismissed',
    send: 'Save',
    done: noted,
  },
  {
    what: 'the hiding of a review',
    who: admin,
    refused: '401 /api/reviews/*',
    open: async (page, product, browser) => {
      const booked = await bookElsewhere(browser, product, 'from-desk-review@example.com');
      const desk = await openDesk(browser, product);
      await desk.decide(booked.id, { status: 'completed' });
      await desk.close();
      const data = { booking_id: booked.id, rating: 1, words: 'Call 555-0199' };
      const reply = await booked.page.request.post('/api/reviews', { data, headers: booked.headers });
      expect(reply.ok()).toBe(true);
      await booked.close();
      await openBookings(page, '?view=reviews');
      const review = await openRow(page, 'Call 555-0199', 'The review');
      await review.getByRole('button', { name: 'Hide review' }).click();
      return page.getByRole('dialog', { name: 'Hide review' });
    },
    typed: { Reason: 'It holds a telephone number' },
    send: 'Hide review',
    done: noted,
  },
];

const expectTyped = async (form: Locator, { typed, ticked }: FormCase) => {
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
  if (ticked) await expect(form.getByLabel(ticked)).toBeChecked();
};

for (const [index, one] of [...forms, ...deskForms].entries())
  test(`after a session that ended, ${one.what} is signed in from, and what was typed is there again`, async ({
    page,
    product,
    browser,
  }) => {
    test.slow();
    expectErrors(page, one.refused);
    const email = one.who ?? `from-form-${index}@example.com`;
    await (one.who ? signIn : signInTraveler)(page, product, email, { fresh: true });
    const form = await one.open(page, product, browser);
    const address = page.url();
    for (const [label, text] of Object.entries(one.typed)) await form.getByLabel(label).fill(text);
    if (one.ticked) await form.getByLabel(one.ticked).check();
    await endSessions(product, email);
    await form.getByRole('button', { name: one.send, exact: true }).click();
    const said = form.getByRole('alert').filter({ hasText: 'Please sign in' });
    await expect(said).toContainText('What you typed is kept while you sign in.');
    await expect(said.getByRole('link', { name: 'Sign In' })).toBeInViewport({ ratio: 1 });
    await expectTyped(form, one);
    await page.screenshot({ path: `test-results/form-ended-${index}.png` });
    await expectAccessible(page);
    await said.getByRole('link', { name: 'Sign In' }).click();
    await signInByMail(page, product, email);
    await expect(page).toHaveURL(address);
    await expectTyped(form, one);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.draft'))).toBeNull();
    await page.screenshot({ path: `test-results/form-again-${index}.png` });
    await form.getByRole('button', { name: one.send, exact: true }).click();
    await expect(page.getByText(one.done)).toBeVisible();
  });

/** Leaves what was typed on the device of somebody whose session has ended, on the way to sign in. */
async function leaveTyped(page: Page, product: Product, email: string): Promise<void> {
  const [inquiry] = forms;
  expectErrors(page, inquiry!.refused);
  await signInTraveler(page, product, email, { fresh: true });
  const form = await inquiry!.open(page, product, page.context().browser()!);
  await form.getByLabel('What did you book?').fill('A secret surprise');
  await endSessions(product, email);
  await form.getByRole('button', { name: inquiry!.send }).click();
  await form.getByRole('alert').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
  expect(await draft(page)).toContain('A secret surprise');
}

const draft = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.draft'));

test('what was typed waits also where the mail opens another tab', { tag: '@main' }, async ({ page, product }) => {
  const email = 'from-form-tab@example.com';
  await leaveTyped(page, product, email);
  const since = product.mail.messages.length;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const { text } = await product.mail.waitFor(email, since);
  const tab = await page.context().newPage();
  await tab.goto(text.match(/https?:\/\/\S+/)![0]);
  await expect(tab.getByLabel('What did you book?')).toHaveValue('A secret surprise');
});

test('what was typed is nobody else’s, and not there for ever', async ({ page, product }) => {
  await leaveTyped(page, product, 'from-form-left@example.com');
  await signInTraveler(page, product, 'from-form-other@example.com', { fresh: true });
  await openBookings(page);
  await expect.poll(() => draft(page)).toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await leaveTyped(page, product, 'from-form-late@example.com');
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('holoholo.draft')!);
    for (const one of kept) one.keptAt -= 3_600_000;
    localStorage.setItem('holoholo.draft', JSON.stringify(kept));
  });
  await page.goto('/explore');
  await expect.poll(() => draft(page)).toBeNull();
});

test('where the device keeps nothing, the sign-in opens beside the form', async ({ page, product }) => {
  await page.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'holoholo.draft') throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  });
  const [inquiry] = forms;
  expectErrors(page, inquiry!.refused);
  const email = 'from-form-full@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  const form = await inquiry!.open(page, product, page.context().browser()!);
  await form.getByLabel('What did you book?').fill('Night snorkel');
  await endSessions(product, email);
  await form.getByRole('button', { name: inquiry!.send }).click();
  const opened = page.waitForEvent('popup');
  await form.getByRole('alert').getByRole('link', { name: 'Sign In' }).click();
  await expect((await opened).getByLabel('Email address')).toBeVisible();
  await expect(form.getByLabel('What did you book?')).toHaveValue('Night snorkel');
});
