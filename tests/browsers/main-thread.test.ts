import type { Booking } from '../../contract/bookings.ts';
import { confirmBooking } from './desk.ts';
import { expect, type House, test } from './fixtures.ts';
import type { Person } from './person.ts';

/** The code of an active place of the demo. */
const typed = (code: string) => code.toLowerCase().replaceAll('-', ' ');

const bookingsOf = (person: Person) =>
  person.run(async (): Promise<Booking[]> => (await fetch('/api/bookings')).json());

/** The main way through the product, from a code on a wall to a ticket, and out again. */
async function walk(person: Person, { product, front, outside }: House, email: string): Promise<void> {
  const [printed, other] = product.codes.filter(({ status }) => status === 'active');
  if (!printed || !other) throw new Error('the demo has no two codes');
  await test.step('a place, as its code opens it', async () => {
    await person.open(printed.url);
    await person.heading(printed.location_name);
    await expect.poll(() => person.path()).toBe(`/location/${printed.location_id}`);
  });
  const saved = await test.step('save, as a guest', async () => {
    const name = await person.nameOf('button', 'Save: ...');
    await person.tap('button', name);
    await expect.poll(() => person.isPressed(name)).toBe(true);
    // The heart is filled at once, and kept when what keeps it has come.
    await expect.poll(() => person.run(() => localStorage.getItem('holoholo.saved.guest') !== null)).toBe(true);
    return name.replace('Save: ', '');
  });
  await test.step('a search in the guide', async () => {
    await person.open(`${front.url}/explore`);
    await person.fill('Search experiences', 'reef');
    const found = await fetch(`${front.url}/api/business-listings?search=reef`).then((reply) => reply.json());
    expect(found.length).toBeLessThan(20);
    const shown = () => person.run(() => document.querySelectorAll('article[id]').length);
    await expect.poll(shown, { timeout: 15_000 }).toBe(found.length);
  });
  await test.step('another code, typed', async () => {
    await person.open(`${front.url}/scan`);
    await person.tap('button', 'Start QR Scanner');
    await person.fill('Code under the QR', typed(other.qr_code_id));
    await person.tap('button', 'Manual Entry');
    await person.heading(other.location_name);
  });
  await test.step('sign in by a link in the mail, and come back', async () => {
    await person.open(`${front.url}/auth?redirect=/location/${printed.location_id}`);
    const since = product.mail.messages.length;
    await person.fill('Email address', email);
    await person.tap('button', 'Email me a sign-in link');
    await person.sees('Check your email');
    const { text } = await product.mail.waitFor(email, since);
    await person.open(text.match(/https?:\/\/\S+/)![0]);
    await expect.poll(() => person.path(), { timeout: 15_000 }).toBe(`/location/${printed.location_id}`);
  });
  await test.step('what was saved is theirs', async () => {
    await person.open(`${front.url}/saved`);
    await person.sees(saved);
    await expect.poll(async () => (await person.run(async () => (await fetch('/api/saved')).json()))?.length).toBe(1);
  });
  const booking = await test.step('book', async () => {
    await person.open(`${front.url}/location/${printed.location_id}`);
    await person.tap('link', 'Book Now...');
    await expect.poll(() => outside.hosts.filter((host) => /(fareharbor|viator)\.com$/.test(host))).not.toEqual([]);
    await expect.poll(async () => (await bookingsOf(person))?.length).toBe(1);
    await person.closeOthers();
    return (await bookingsOf(person))![0]!;
  });
  await test.step('the ticket, once it is confirmed', async () => {
    await confirmBooking(product, front.url, booking.id);
    await person.open(`${front.url}/bookings`);
    await person.sees(booking.business_listing_name);
    await person.tap('button', 'View Ticket...');
    await person.sees('Live Ticket');
    const drawn = () => person.run(() => document.querySelector('dialog[open] [role=img], dialog[open] svg') !== null);
    await expect.poll(drawn).toBe(true);
  });
  await test.step('sign out', async () => {
    await person.open(`${front.url}/bookings`);
    await person.tap('button', 'Menu');
    await person.tap('button', 'Sign Out');
    await person.heading('Go somewhere good today');
    const status = await person.run(async () => (await fetch('/api/users/me')).status);
    expect(status).toBe(401);
    // That answer was asked for here.
    const asked = front.problems.indexOf('GET /api/users/me: 401');
    expect(asked, front.problems.join('\n')).toBeGreaterThanOrEqual(0);
    front.problems.splice(asked, 1);
  });
  await test.step('in Japanese', async () => {
    await person.ready();
    await person.choose('Language', 'ja');
    await expect.poll(() => person.run(() => document.documentElement.lang)).toBe('ja');
    await person.open(`${front.url}/location/${printed.location_id}`);
    await person.sees('予約');
  });
}

// Each takes about half a minute on a machine of its own.
test.setTimeout(180_000);

test('walks from a code to a ticket, and out again', async ({ person, house, engine }) => {
  await walk(person, house, `walker-${engine}@example.com`.toLowerCase());
});

test('opens what the device has while nobody answers', async ({ person, house: { product, front } }) => {
  const { location_id: id, location_name: name } = product.codes.find(({ status }) => status === 'active')!;
  const place = `${front.url}/location/${id}`;
  await person.open(place);
  const isKept = (address: string) =>
    person.run(async (path) => Boolean(navigator.serviceWorker.controller && (await caches.match(path))), address);
  await expect.poll(() => isKept('/offline'), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => isKept(`/api/locations/${id}`), { timeout: 15_000 }).toBe(true);
  await front.close();
  try {
    await person.open(place);
    await person.heading(name);
    await person.open(`${front.url}/saved`);
    await person.heading('Saved Places');
  } finally {
    await front.reopen();
  }
  await person.open(place);
  await person.heading(name);
});

test.describe('without what its oldest version lacks', () => {
  test.use({ floor: async ({ engine }, use) => await use(engine) });

  test('walks the same', async ({ person, house, engine }) => {
    await person.open(house.front.url);
    const left = await person.run(() => ['parse' in URL, 'withResolvers' in Promise, 'union' in Set.prototype]);
    expect(left).toEqual([false, false, false]);
    await walk(person, house, `floor-${engine}@example.com`.toLowerCase());
  });
});
