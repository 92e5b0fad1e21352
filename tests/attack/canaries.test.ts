import { afterEach, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';
import { aDoneWork } from '../work-rows.ts';
import { fuzz, injected, summary } from './fuzz/run.ts';
import { newsSecrets, type Stock } from './fuzz/stock.ts';
import { aHouse, type House } from './walls-world.ts';

const requests = process.env.PROVE === '1' ? 5_000 : 2_000;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const roles = ['traveler', 'partner', 'advertiser', 'staff'] as const;

let world: GoogleWorld;
afterEach(() => world.close());

/** A house in which everything that others may not read has this word in it, and a file of each of its people. */
async function markedHouse(word: string) {
  const house = await aHouse(world);
  const people = roles.map((role) => house[role].id);
  const mark = (table: string, set: string, where: string, values: unknown[] = [people]) =>
    world.database.pool.query(`update ${table} set ${set} where ${where}`, [word, ...values]);
  const ofPeople = 'user_id = any ($2)';
  await mark('users', `name = $1, given_name = $1, email = $1 || '-' || email`, 'id = any ($2)');
  await mark(
    'profiles',
    `organization_name = $1, phone = $1, location = $1, preferences = jsonb_build_object('word', $1::text)`,
    ofPeople,
  );
  await mark('sessions', 'user_agent = $1', ofPeople);
  await mark('saved_listings', 'note = $1', ofPeople);
  await mark(
    'bookings',
    `reference = $1, claimed_reference = $1, contact_info = $1, transaction_id = $1 || transaction_id`,
    ofPeople,
  );
  await mark('booking_inquiries', 'listing_text = $1, reference = $1, note = $1, answer = $1', ofPeople);
  await mark('organisations', 'name = $1', 'id = any ($2)', [[house.hotel, house.agency]]);
  await mark('invitations', `organization_name = $1, notes = $1, invited_email = $1 || '@hotel.example'`, 'id = $2', [
    house.invitation,
  ]);
  const files = await Promise.all(people.map((id) => aDoneWork(world, id, word)));
  const sessions = await world.db.selectFrom('sessions').select('id').where('user_id', 'in', people).execute();
  return { ...house, word, people, files, sessions: sessions.map(({ id }) => id) };
}
type MarkedHouse = Awaited<ReturnType<typeof markedHouse>>;

/** Everything of a house that a request can name, and its people, who name what is the other house's. */
function bring(stock: Stock, house: MarkedHouse, other: House): void {
  stock.bookings.push(house.booking);
  stock.completed.push(house.booking);
  stock.inquiries.push(house.inquiry);
  stock.invitations.push(house.invitation);
  stock.longWork.push(...house.files);
  stock.sessions.push(...house.sessions);
  for (const role of roles) {
    const organisation = role === 'advertiser' ? other.agency : other.hotel;
    const named = { bookings: [other.booking], staff: [other.staff.id], staffInvitations: [other.invitation] };
    stock.bring(`${house.word} ${role}`, house[role], { ...named, organisation });
  }
}

test('of two houses that ask for what is the other’s, no word of one reaches the other or anybody else', {
  timeout: 1_800_000,
}, async () => {
  world = await createGoogleWorld({ LOG_LEVEL: 'error', ...newsSecrets });
  world.answerAsGoogle();
  const houses = [await markedHouse('zzfirstcanary'), await markedHouse('zzsecondcanary')] as const;
  const own = new Map(houses.map(({ word }) => [word, 0]));
  const findings = await fuzz(world, {
    seed,
    requests,
    send: injected(world),
    slowest: 30_000,
    endpoints: contract.filter(({ access }) => access !== 'anyone'),
    fill: (stock) => {
      bring(stock, houses[0], houses[1]);
      bring(stock, houses[1], houses[0]);
    },
    look: (answer, person, sent) => {
      // Administrators read what is everybody's.
      if (person.user?.role === 'admin') return undefined;
      const told = `${JSON.stringify(answer.headers)}${answer.text}`;
      // What a request itself says, its answer may repeat.
      const asked = `${sent.url}${sent.body ?? ''}`;
      const words = houses.filter(({ word }) => told.includes(word) && !asked.includes(word));
      for (const { word, people } of words) {
        if (!people.includes(person.user?.id ?? '')) return `${person.name} is told ${word}`;
        own.set(word, own.get(word)! + 1);
      }
      return undefined;
    },
  });
  console.info(`canaries: ${[...own].map(([word, times]) => `${word} told to its own ${times} times`).join(', ')}`);
  console.info(summary(seed, findings));
  expect(findings.complaints.join('\n\n')).toBe('');
  // Otherwise nothing would have been there to be told.
  expect(Math.min(...own.values())).toBeGreaterThan(requests / 300);
});
