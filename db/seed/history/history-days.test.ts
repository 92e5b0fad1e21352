import { pino } from 'pino';
import { expect, test } from 'vitest';
import { codeKeys } from '../../../server/features/scanning/scanning.ts';
import { Books } from '../../../simulators/books.ts';
import { endMonthsByClock } from '../../../tests/over-months.ts';
import { createWorld } from '../../../tests/world.ts';
import { loadSeed } from '../load.ts';
import { seed } from '../world.ts';
import { passHistory } from './history.ts';

test.each([
  ['on the day on which the first payouts have the fewest days behind them', '2027-02-06T20:40:00Z'],
  ['on the 29th of February', '2028-02-29T20:00:00Z'],
])(
  'begun %s, the demo has paid partners, has payouts that wait, and has holds',
  { timeout: 300_000 },
  async (_, day) => {
    const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
    try {
      const { db, settings, database, clock } = world;
      clock.advance((Date.parse(day) - clock.now().getTime()) / 1_000);
      await endMonthsByClock(world);
      await loadSeed(db, seed, codeKeys(settings)[0]!, clock.now());
      const present = { settings, database, books: Books.open(), logger: pino({ level: 'silent' }) };
      expect(await passHistory(present, clock.now(), new AbortController().signal)).toBe(true);
      const { rows } = await database.pool.query<{
        released: number;
        prepared: number;
        withdrawn: number;
        holds: string;
      }>(
        `select count(*) filter (where state = 'released')::int as released, count(*) filter (where state = 'prepared')::int as prepared,
        count(*) filter (where state = 'withdrawn')::int as withdrawn,
        (select string_agg(rule || ' ' || h.state, ', ' order by rule) from commission_holds h) as holds from payouts`,
      );
      const { released, prepared, ...others } = rows[0]!;
      expect(Math.min(released, prepared)).toBeGreaterThan(1);
      const holds = [
        ...[
          'impossible_travel released',
          'own_account open',
          'own_device open',
          'own_email open',
          'paid_traffic voided',
        ],
      ].join(', ');
      expect(others).toEqual({ withdrawn: 1, holds });
      const sums = await database.pool.query<{ account: string; entries: string; payouts: string }>(
        `select a.state as account, sum(case when a.id = e.to_account then e.cents else -e.cents end)::text as entries,
        (select sum(p.cents)::text from payouts p where p.state = case a.state when 'paid' then 'released' else 'prepared' end) as payouts
      from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
      where a.kind = 'partner' and a.state in ('paid', 'in_payout') group by 1 order by 1`,
      );
      expect(sums.rows.map(({ account }) => account)).toEqual(['in_payout', 'paid']);
      for (const { entries, payouts } of sums.rows) expect(entries).toBe(payouts);
    } finally {
      await world.close();
    }
  },
);
