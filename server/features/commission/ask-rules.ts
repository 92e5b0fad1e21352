import type { KeyObject } from 'node:crypto';
import { type HoldRule, holdRules } from '../../../contract/commission-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashContact } from '../platforms/platforms.ts';
import { findFacts, lockEarlier } from './hold-facts.store.ts';
import { type Facts, rules } from './hold-rules.ts';
import { setHold } from './holds.ts';

type Contacts = readonly KeyObject[];

/** What later bookings tell of earlier ones. */
const ofEarlier: readonly HoldRule[] = ['burst', 'repeated_experience'];

/**
 * Asks all rules about a booking with what is known now, in the caller's transaction, and holds its commission where one sees a
 * reason. Where the booking makes earlier ones part of a burst, these are held as well. Asked as often as anybody likes.
 * @param contacts the keys of `newsKeysOf`, where what the platform was told of the traveler is to be compared too.
 */
export async function askRules(tx: Tx, now: Date, bookingId: string, contacts?: Contacts): Promise<void> {
  for (const rule of await hold(tx, now, bookingId, holdRules, contacts))
    if (ofEarlier.includes(rule))
      for (const earlier of await lockEarlier(tx, bookingId, rule)) await hold(tx, now, earlier, [rule], contacts);
}

/** @returns the rules that see a reason */
async function hold(tx: Tx, now: Date, bookingId: string, asked: readonly HoldRule[], contacts: Contacts = []) {
  const found = await findFacts(tx, bookingId);
  if (!found) return [];
  const isTold = (own: Buffer) => found.told_emails.some((hash) => own.equals(hash));
  const told = found.people.find((one) =>
    hashContact(contacts, one.email).some(({ email, mailbox }) => isTold(email) || isTold(mailbox)),
  );
  const facts: Facts = { ...found, told_person: told?.user_id ?? null };
  const seen: HoldRule[] = [];
  for (const rule of asked) {
    const details = rules[rule](facts);
    if (!details) continue;
    seen.push(rule);
    await setHold(tx, now, { bookingId, rule, details });
  }
  return seen;
}
