import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Facts, positionOf, shareOf } from './position.ts';

test.each([
  [0, 0.15, 0],
  [1, 0.15, 0],
  [3, 0.15, 0],
  [4, 0.15, 1],
  [10, 0.15, 2],
  [90, 0.15, 14],
  [4_500, 0.15, 675],
  [9_005, 0.2, 1_801],
  [12_345, 0.08, 988],
  [1, 0.5, 1],
  [1, 0.4999, 0],
  [2_147_483_647, 1, 2_147_483_647],
  [2_147_483_647, 0.0001, 214_748],
  [100_000_000, 0.3, 30_000_000],
])('of %i cents a share of %d is %i: half a cent upwards', (cents, share, part) => {
  expect(shareOf(cents, share)).toBe(part);
});

test('a part is never half a cent or more from what whole numbers say exactly, and half a cent goes upwards', () => {
  const amounts = fc.integer({ min: 0, max: 2_147_483_647 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (cents, tenThousandths) => {
      const exact = BigInt(cents) * BigInt(tenThousandths);
      const [whole, rest] = [exact / 10_000n, exact % 10_000n];
      expect(BigInt(shareOf(cents, tenThousandths / 10_000))).toBe(rest >= 5_000n ? whole + 1n : whole);
    }),
    { numRuns: 20_000 },
  );
});

const facts: Facts = {
  ...{ status: 'completed', amount_cents: 10_000, told_day: '2026-12-20', completed_on: '2026-12-21' },
  ...{ platform_rate: 0.2, partner_share: 0.15, is_estimate: false, is_doubted: false, is_paid_out: false },
  holding_days: 14,
};
const at = (given: Partial<Facts>, today: string, holds: Parameters<typeof positionOf>[1] = []) => {
  const { state, basis, payable_on } = positionOf({ ...facts, ...given }, holds, today);
  return [state, basis, payable_on];
};

describe('payable when the days of its card are over after travel, and not a day earlier', () => {
  test.each<[Partial<Facts>, string, string]>([
    [{}, '2027-01-02', '2027-01-03'],
    [{ told_day: null }, '2027-01-03', '2027-01-04'],
    [{ told_day: '2028-02-20' }, '2028-03-04', '2028-03-05'],
    [{ holding_days: 0 }, '2026-12-19', '2026-12-20'],
    [{ holding_days: 30 }, '2027-01-18', '2027-01-19'],
    [{ holding_days: 180 }, '2027-06-17', '2027-06-18'],
  ])('of %j', (given, eve, day) => {
    expect(at(given, eve)).toEqual(['pending', 'pending', day]);
    expect(at(given, day)).toEqual(['payable', 'earned', day]);
  });

  test('but by its day alone only where the booking is completed', () => {
    expect(at({ status: 'confirmed' }, '2027-02-01')).toEqual(['pending', 'pending', '2027-01-03']);
    expect(at({ status: 'pending' }, '2027-02-01')).toEqual(['estimated', 'estimated', null]);
    expect(at({ status: 'cancelled' }, '2027-02-01')).toEqual(['none', 'none', null]);
  });
});

describe('on hold', () => {
  test.each<[Parameters<typeof positionOf>[1], Partial<Facts>, string, number]>([
    [['open'], {}, 'held', 1_500],
    [['released'], {}, 'payable', 1_500],
    [['released', 'open'], {}, 'held', 1_500],
    [['open'], { is_paid_out: true }, 'payable', 1_500],
    [['voided'], {}, 'voided', 0],
    [['open', 'voided'], { is_paid_out: true }, 'voided', 0],
    [['open'], { status: 'pending' }, 'held', 1_500],
    [['open'], { status: 'cancelled' }, 'none', 0],
  ])('by %j, and %j: %s', (holds, given, state, partner) => {
    const position = positionOf({ ...facts, ...given }, holds, '2027-02-01');
    expect([position.state, position.partner_cents]).toEqual([state, partner]);
    expect(position.platform_cents).toBe(given.status === 'cancelled' ? 0 : 2_000);
  });
});

describe('what is not certain is not payable, however long ago the travel was', () => {
  test.each<Partial<Facts>>([{ is_estimate: true }, { is_doubted: true }, { is_estimate: true, is_doubted: true }])(
    '%j',
    (given) => {
      expect(at(given, '2028-01-03')).toEqual(['pending', 'pending', '2027-01-03']);
      expect(at(given, '2028-01-03', ['open'])).toEqual(['held', 'pending', '2027-01-03']);
      expect(at(given, '2028-01-03', ['voided'])).toEqual(['voided', 'pending', '2027-01-03']);
      expect(at({ ...given, status: 'cancelled' }, '2028-01-03')).toEqual(['none', 'none', null]);
    },
  );
});

test.each<Partial<Facts>>([{ told_day: '2027-06-01' }, { is_estimate: true }, { is_doubted: true }])(
  'what was paid out does not go back to wait: %j',
  (given) => {
    expect(at({ ...given, is_paid_out: true }, '2027-02-01').slice(0, 2)).toEqual(['payable', 'earned']);
  },
);
