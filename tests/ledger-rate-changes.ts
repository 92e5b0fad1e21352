import {
  confirmRateChange,
  proposeRateCard,
  proposeTerms,
  withdrawRateChange,
} from '../server/features/commission/rate-changes.ts';
import type { Db } from '../server/platform/database/database.ts';
import { Refusal } from '../server/platform/http/refusal.ts';
import type { Operation } from './ledger-operations.ts';
import type { LedgerScene } from './ledger-scene.ts';

/** What comes of what one administrator proposes: most of it another one confirms. */
export const fates = ['confirmed', 'confirmed', 'confirmed', 'waits', 'withdrawn'] as const;
type Fate = (typeof fates)[number];

/** Does with a proposal what is to come of it; of the same one several times at once the first alone does. */
async function settle({ now, admins }: LedgerScene, db: Db, id: string | undefined, fate: Fate): Promise<void> {
  if (!id || fate === 'waits') return;
  const deed =
    fate === 'confirmed'
      ? confirmRateChange(db, now(), admins[1]!, id)
      : withdrawRateChange(db, now(), admins[1]!, id, 'Not agreed');
  await deed.catch((error) => {
    if (!(error instanceof Refusal && error.code === 'rate_change_settled')) throw error;
  });
}

/**
 * A rate card of a share in parts of ten thousand, which holds in so many days once it is confirmed, and by which bookings are payable so
 * many days after travel.
 */
export function cardOf(
  scene: LedgerScene,
  tier: string,
  share: number,
  after: number,
  holding_days: number,
  fate: Fate = 'confirmed',
): Operation {
  const { model, now, admins, day } = scene;
  const from = day(after);
  const given = { tier, partner_share: share / 10_000, holding_days, effective_from: from, reason: 'Agreed' };
  return {
    name: `card ${tier} ${share} ${holding_days} ${from} ${fate}`,
    // Of two cards of one day the later one holds.
    touches: { partner: 'cards', alone: true },
    run: async (db) => settle(scene, db, (await proposeRateCard(db, now(), admins[0]!, given)).id, fate),
    apply: () => {
      if (fate === 'confirmed') model.cards.push({ tier, share: BigInt(share), from, days: holding_days });
    },
  };
}

/** An administrator proposes what a partner earns by and from how much on they are paid. */
export function termsOf(
  scene: LedgerScene,
  partner: string,
  tier: string,
  minimum_payout_cents: number,
  fate: Fate = 'confirmed',
): Operation {
  const { model, now, admins, partners } = scene;
  const id = partners.get(partner)!;
  const given = { tier, minimum_payout_cents, reason: 'Agreed' };
  return {
    name: `terms ${tier} ${minimum_payout_cents} ${fate}`,
    touches: { partner, alone: true },
    run: async (db) => settle(scene, db, (await proposeTerms(db, now(), admins[0]!, id, given)).waits?.id, fate),
    apply: () => {
      if (fate !== 'confirmed') return;
      model.tiers.set(partner, tier);
      model.minimums.set(partner, BigInt(minimum_payout_cents));
    },
  };
}
