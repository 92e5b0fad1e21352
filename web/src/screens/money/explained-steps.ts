import type { EntryKind, HoldRule } from '../../../../contract/commission-states.ts';
import type { Explanation } from '../../../../contract/explanation.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { explainDesk as words } from '../../messages/en/explain-desk.ts';
import { holdsDesk } from '../../messages/en/holds-desk.ts';

/** One thing that happened to a commission, or is going to. */
export interface Step {
  /** An instant; null for what did not happen. */
  at: string | null;
  title: string;
  amount?: number;
  /** A sentence or a name each; what there is none of is left out. */
  notes: readonly (string | null | undefined | false)[];
}

export const platformName = (platform: string): string =>
  bookings.platforms[platform as keyof typeof bookings.platforms] ?? platform;

/** From the scan to the ledger, oldest first; of one moment in the order in which one follows from the other. */
export function stepsOf(of: Explanation): Step[] {
  const { scan, click } = of;
  const clicked = click && {
    at: click.at,
    title: words.clicked,
    notes: [words.clickedTo(of.experience, platformName(of.platform))],
  };
  const steps: Step[] = [
    ...(scan ? [{ at: scan.at, title: words.scanned, notes: [words.scannedAt(scan.place, scan.code)] }] : []),
    ...(clicked ? [clicked] : []),
    { at: of.booked_at, title: words.booked, notes: [] },
    ...of.changes.map(changeStep),
    ...of.holds.map(heldStep),
    ...of.holds.flatMap(decidedStep),
    ...of.entries.map(entryStep),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return scan ? steps : [{ at: null, title: words.notScanned, notes: [words.notScannedText] }, ...steps];
}

/** The day that is still to come, where there is one. */
export const isDue = ({ state, payable_on }: Explanation): boolean =>
  payable_on !== null && (state === 'estimated' || state === 'pending');

export const dueStep = ({ payable_on, waits_for }: Explanation): Step => ({
  at: null,
  title: words.due,
  notes: [words.dayOf(payable_on), waits_for && words.dueNotes[waits_for]],
});

const changeStep = ({ at, action, status, amount, told_by, by, reason }: Explanation['changes'][number]) => ({
  at,
  title: words.actions[action] ?? words.changed,
  ...(amount !== null && { amount }),
  notes: [
    status && (bookings.statuses[status as keyof typeof bookings.statuses] ?? status),
    told_by && words.toldBy(platformName(told_by)),
    by,
    reason,
  ],
});

const heldStep = ({ opened_at, rule, details }: Explanation['holds'][number]) => ({
  at: opened_at,
  title: words.held,
  notes: [details ? holdsDesk.reasonOf({ rule, details }) : (words.rules[rule as HoldRule] ?? holdsDesk.ruleOf(rule))],
});

const decidedStep = ({ decided_at, state, decided_by, decision_reason }: Explanation['holds'][number]) =>
  decided_at !== null && state !== 'open'
    ? [{ at: decided_at, title: words.decided[state], notes: [decided_by, decision_reason] }]
    : [];

/** The house's part is called so, lest it look like the partner's. */
const entryTitle = (kind: EntryKind, from: string | null, to: string | null): string =>
  isOfHouse(from) || isOfHouse(to) ? words.houseKinds[kind] : words.kinds[kind];

const isOfHouse = (account: string | null) => account?.startsWith('house ') ?? false;

const entryStep = ({ id, at, kind, from, to, amount, reason, reverses, cause }: Explanation['entries'][number]) => ({
  at,
  title: entryTitle(kind, from, to),
  amount,
  notes: [
    words.moved(words.accountOf(from), words.accountOf(to)),
    reason && words.reasons[reason],
    words.entry(id),
    reverses !== null && words.reverses(reverses),
    cause && words.cause(cause),
  ],
});
