import { afterEach, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';
import { fuzz, injected, summary } from './fuzz/run.ts';
import { newsSecrets, type Stock } from './fuzz/stock.ts';
import { aMarkedHouse, houseRoles, type MarkedHouse, toldOf } from './marked-house.ts';

const requests = process.env.PROVE === '1' ? 5_000 : 2_000;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
let world: GoogleWorld;
afterEach(() => world.close());

/** Everything of a house that a request can name, and its people, who name what is the other house's as often as their own. */
function bring(stock: Stock, house: MarkedHouse, other: MarkedHouse): void {
  stock.bookings.push(house.booking);
  stock.completed.push(house.booking, house.earned);
  stock.inquiries.push(house.inquiry);
  stock.invitations.push(house.invitation);
  stock.longWork.push(...house.files);
  stock.sessions.push(...house.sessions);
  stock.passkeys.push(...house.passkeys);
  for (const role of houseRoles) {
    const named = role === 'advertiser' ? [other.agency, house.agency] : [other.hotel, house.hotel];
    let turn = 0;
    stock.bring(`${house.word} ${role}`, house[role], {
      bookings: [other.booking, house.booking],
      staff: [other.staff.id, house.staff.id],
      staffInvitations: [other.invitation, house.invitation],
      places: [other.place, house.place],
      codes: stock.codes,
      get organisation() {
        return named[turn++ % 2];
      },
    });
  }
}

/** An answer but for the invitations in somebody's own data: those that a house sent to them name that house. */
function withoutInvitations(url: string, text: string): string {
  if (!url.startsWith('/api/users/me/data') || !text.startsWith('{"of":')) return text;
  const file = JSON.parse(text) as { data: { table: string }[] };
  return JSON.stringify({ ...file, data: file.data.filter(({ table }) => table !== 'invitations') });
}

test('of two houses that ask for what is the other’s, no word of one reaches the other or anybody else', {
  timeout: 1_800_000,
}, async () => {
  world = await createGoogleWorld({ LOG_LEVEL: 'error', ...newsSecrets });
  world.answerAsGoogle();
  const houses = [await aMarkedHouse(world, 'zzfirstcanary'), await aMarkedHouse(world, 'zzsecondcanary')] as const;
  const own = new Map(houses.map(({ word }) => [word, 0]));
  const findings = await fuzz(world, {
    seed,
    requests,
    send: injected(world),
    slowest: 30_000,
    // What administrators alone may ask is asked by others in canaries-asked.test.ts.
    // Whoever erased themselves would be of no house any more.
    endpoints: contract.filter(
      ({ access, path }) => access !== 'anyone' && String(access) !== 'admin' && path !== '/api/users/me/erase',
    ),
    fill: (stock) => {
      bring(stock, houses[0], houses[1]);
      bring(stock, houses[1], houses[0]);
    },
    look: (answer, person, sent) => {
      // Administrators read what is everybody's.
      if (person.user?.role === 'admin') return undefined;
      const told = `${JSON.stringify(answer.headers)}${withoutInvitations(sent.url, answer.text)}`;
      // What a request itself says, its answer may repeat.
      const asked = `${sent.url}${sent.body ?? ''}`;
      for (const house of houses) {
        const { word, people } = house;
        const read = toldOf(house, told, asked);
        if (read.length === 0) continue;
        if (!people.includes(person.user?.id ?? '')) return `${person.name} is told ${read}`;
        own.set(word, own.get(word)! + 1);
      }
      return undefined;
    },
  });
  console.info(`canaries: ${[...own].map(([word, times]) => `${word} told to its own ${times} times`).join(', ')}`);
  console.info(summary(seed, findings));
  expect(findings.complaints.join('\n\n')).toBe('');
  // Otherwise nothing would have been there to be told. Of 2,000 requests each house is told about 28 times; chance may halve that.
  expect(Math.min(...own.values())).toBeGreaterThan(requests / 400);
});
