import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk, openRow, rowOf, tile } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

test('the list is empty, and says what to do', async ({ page, product }) => {
  await signInTraveler(page, product, 'bookings-empty@example.com');
  await openBookings(page);
  await expect(page.getByRole('heading', { name: 'Your Bookings', level: 1 })).toBeVisible();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Explore Experiences' }).click();
  await expect(page).toHaveURL(/\/explore$/);
});

test('tiles and filter follow every action, and the address holds the filter', { tag: '@main' }, async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'bookings-filter@example.com');
  const listings = await bookable(page);
  const assumed = { $: 25, $$: 45, $$$: 75, $$$$: 150 };
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const [one, two, three] = listings;
  const chosen = [one!, two!, three!];
  const ids: string[] = [];
  for (const listing of chosen) ids.push(await book(page, product, listing.id));

  await openBookings(page);
  const worth = chosen.reduce((sum, listing) => sum + assumed[listing.price_range], 0);
  await expect(tile(page, 'Total')).toHaveText('3');
  await expect(tile(page, 'Total value (USD)')).toHaveText(dollars(worth));
  await expect(tile(page, 'Confirmed + completed')).toHaveText('0');

  const desk = await openDesk(browser, product);
  await desk.decide(ids[0]!, { status: 'confirmed', amount: 120.5, booking_reference: 'FILTER-1' });
  await desk.decide(ids[1]!, { status: 'completed', amount: 80 });
  await desk.decide(ids[2]!, { status: 'cancelled' });
  await desk.close();
  await openBookings(page);
  await expect(tile(page, 'Total')).toHaveText('3');
  await expect(tile(page, 'Total value (USD)')).toHaveText('$200.50');
  await expect(tile(page, 'Confirmed + completed')).toHaveText('2');
  for (const [listing, status] of [
    [one!, 'Confirmed'],
    [two!, 'Completed'],
    [three!, 'Cancelled'],
  ] as const)
    await expect(cardOf(page, listing.name)).toContainText(status);
  await expectAccessible(page);

  const filter = page.getByRole('navigation', { name: 'Filter by status' });
  await filter.getByRole('link', { name: 'Confirmed' }).click();
  await expect(page).toHaveURL(/\/bookings\?status=confirmed$/);
  await expect(filter.getByRole('link', { name: 'Confirmed' })).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('main li > article h2')).toHaveText([one!.name]);
  await expect(tile(page, 'Total')).toHaveText('1');
  await expect(tile(page, 'Total value (USD)')).toHaveText('$120.50');
  await page.reload();
  await expect(tile(page, 'Total')).toHaveText('1');
  await filter.getByRole('link', { name: 'Pending' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is pending' })).toBeVisible();
  await page.goBack();
  await expect(tile(page, 'Total value (USD)')).toHaveText('$120.50');
});

test.describe('a stay', () => {
  test.use({ expectedErrors: ['400 /api/bookings/*/details'] });

  test('is told with its arrival and departure, and what is not understood stays as typed', async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, 'bookings-stay@example.com');
    const stay = (await bookable(page)).find((one) => one.category === 'Accommodations')!;
    await book(page, product, stay.id);
    await openBookings(page);
    await cardOf(page, stay.name)
      .getByRole('button', { name: /^I booked this/ })
      .click();
    const form = page.getByRole('dialog', { name: 'I booked this' });
    const save = form.getByRole('button', { name: 'Save' });
    const problem = form.getByRole('alert').filter({ hasText: 'Please check the' });
    const faulty = form.locator('input[aria-invalid=true]');
    await form.getByLabel('Booking reference').fill('TF 88 & more');
    await form.getByLabel('Arrival').fill('2027-01-15');
    await form.getByLabel('Departure').fill('2027-01-12');
    await save.click();
    const invalid = 'Please check the reference (letters, digits and dashes), the day and the number of people.';
    await expect(problem).toHaveText(invalid);
    await expect(faulty).toHaveCount(1);
    await expect(form.getByLabel('Booking reference')).toHaveAccessibleDescription(/Please check this\.$/);
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/field-fault.png' });
    await expect(form.getByLabel('Arrival')).toHaveValue('2027-01-15');
    await form.getByLabel('Booking reference').fill('TF-88');
    await form.getByLabel('How many people').fill('0');
    await save.click();
    await expect(form.getByLabel('How many people')).toHaveAccessibleDescription('Please check this.');
    await expect(faulty).toHaveCount(1);
    await expect(problem).toHaveText(invalid);
    await form.getByLabel('How many people').fill('4');
    await save.click();
    await expect(faulty).toHaveCount(0);
    await expect(problem).toContainText('nor a departure before the arrival');
    await form.getByLabel('Departure').fill('2027-01-18');
    await save.click();
    await expect(page.getByText('Noted. The booking stays pending')).toBeVisible();
    const [noted] = await (await page.request.get('/api/bookings')).json();
    expect(noted).toMatchObject({ check_in_date: '2027-01-15', check_out_date: '2027-01-18', guest_count: 4 });
  });
});

test('a time or a day that is typed in half is asked for, not thrown away', async ({ page, product }) => {
  await signInTraveler(page, product, 'bookings-half@example.com');
  const all = await bookable(page);
  const tour = all.find((one) => one.category !== 'Accommodations')!;
  const stay = all.find((one) => one.category === 'Accommodations')!;
  for (const { id } of [tour, stay]) await book(page, product, id);
  await openBookings(page);
  const form = page.getByRole('dialog', { name: 'I booked this' });
  const problem = (dialog: typeof form) =>
    dialog.getByRole('alert').filter({ hasText: 'Please complete the day and the time, or clear them.' });
  const open = (name: string) =>
    cardOf(page, name)
      .getByRole('button', { name: /^I booked this/ })
      .click();
  await open(tour.name);
  await form.getByLabel('Booking reference').fill('HALF-1');
  await form.getByLabel('Day').fill('2027-01-15');
  await form.getByLabel('Starts at').pressSequentially('07');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(problem(form)).toBeVisible();
  await page.screenshot({ path: 'test-results/half-typed.png' });
  await form.getByLabel('Starts at').fill('07:30');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Noted. The booking stays pending')).toBeVisible();

  await open(stay.name);
  await form.getByLabel('Booking reference').fill('HALF-2');
  await form.getByLabel('Arrival').fill('2027-01-15');
  await form.getByLabel('Departure').pressSequentially('01');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(problem(form)).toBeVisible();
  await page.keyboard.press('Escape');
  const kept: { check_in_time: string | null; booking_reference: string | null }[] = await (
    await page.request.get('/api/bookings')
  ).json();
  expect(kept.map((one) => [one.booking_reference, one.check_in_time]).sort()).toEqual([
    [null, null],
    ['HALF-1', '07:30'],
  ]);

  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const inquiry = page.getByRole('dialog', { name: 'My booking is missing' });
  await inquiry.getByLabel('What did you book?').fill('A sail at dusk');
  await inquiry.getByLabel('Day').pressSequentially('01');
  await inquiry.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(problem(inquiry)).toBeVisible();
});

test('an inquiry about a missing booking reaches the administrators, and the answer the traveler', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'bookings-missing@example.com');
  await openBookings(page);
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const sheet = page.getByRole('dialog', { name: 'My booking is missing' });
  await sheet.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(sheet.getByText('Please say which experience you booked.')).toBeVisible();
  const [listing] = await bookable(page);
  await sheet.getByLabel('What did you book?').fill(listing!.name);
  await sheet.getByLabel('Booked with').selectOption('viator');
  await sheet.getByLabel('Booking reference').fill('BR-4711');
  await expectAccessible(page);
  const since = product.mail.messages.length;
  await sheet.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(page.getByText('We are on it. The answer comes by e-mail.')).toBeVisible();
  const mail = await product.mail.waitFor('admin@example.com', since);
  expect(mail.text).toContain(listing!.name);
  expect(mail.text).toContain('BR-4711');

  const desk = await openDesk(browser, product);
  await desk.page.goto(mail.text.match(/https?:\/\/\S+view=inquiries/)![0]);
  await ready(desk.page);
  const row = rowOf(desk.page, 'bookings-missing@example.com');
  await expect(row).toContainText(listing!.name);
  await expect(row).toContainText('Viator');
  await expect(row).toContainText('BR-4711');
  const asked = await openRow(desk.page, 'bookings-missing@example.com', 'The missing booking');
  await expect(asked).toContainText('BR-4711');
  await asked.getByRole('button', { name: 'Answer' }).click();
  await desk.page.getByLabel('Note to the traveler').fill('It was booked with another address.');
  await expectAccessible(desk.page);
  const before = product.mail.messages.length;
  await desk.page.getByRole('button', { name: 'Save' }).click();
  await expect(asked).toContainText('Resolved');
  await expect(asked).toContainText('It was booked with another address.');
  await desk.page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(row).toContainText('Resolved');
  const answer = await product.mail.waitFor('bookings-missing@example.com', before);
  expect(answer.text).toContain('It was booked with another address.');
  await desk.close();
});
