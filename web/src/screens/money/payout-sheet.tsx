import type { AdminPayout } from '../../../../contract/commission.ts';
import { payoutBlocks } from '../../../../contract/commission-states.ts';
import type { WaitingPayout } from '../../../../contract/payout-bookings.ts';
import { errorCode } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { askPayouts, useLeftUnanswered } from './left-unanswered.ts';
import { TermsSheet } from './terms-sheet.tsx';

/**
 * What an administrator is about to do; of which payouts, how many dollars they come to, how many of them are settled already, and
 * which settled ones were chosen besides, which are not sent.
 */
export type PayoutAction =
  | { kind: 'run' }
  | {
      kind: 'release' | 'withdraw';
      ids: readonly string[];
      amount: number;
      left?: number;
      settled?: readonly AdminPayout[];
    }
  | { kind: 'terms'; payout: AdminPayout };

/** The name of its form: the same payouts are the same request when it is opened again. */
export function payoutDraft(action: PayoutAction): string {
  if (action.kind === 'run') return 'prepare payouts';
  if (action.kind === 'terms') return `terms of ${action.payout.organisation.id}`;
  return `${action.kind} payouts ${action.ids.join()}`;
}

interface PayoutSheetProps {
  action: PayoutAction;
  onClose: () => void;
  onDone: (said: Said) => void;
  /** Told the id of the long work that does it. */
  onBegun: (id: string) => void;
}

/** Asks once more, or for the reason, and does it. */
export function PayoutSheet({ action, onBegun, ...asked }: PayoutSheetProps) {
  const tellLeft = useLeftUnanswered();
  const draft = payoutDraft(action);
  if (action.kind === 'terms') return <TermsSheet payout={action.payout} {...asked} />;
  if (action.kind === 'run')
    return (
      <ConfirmSheet
        {...asked}
        draft={draft}
        title={words.run}
        text={words.runText}
        send={async (api) => {
          const work = await confirmed(() => api('POST /api/admin/payout-runs', { body: {} }));
          onBegun(work.id);
          return words.said.begun;
        }}
      />
    );
  const { ids, amount, left = 0, settled = [] } = action;
  const count = ids.length - left;
  const unsent = settled.length;
  // Whether they were ever paid is not known here: when they were released, and by whom, is.
  const before = unsent > 0 && words.said.settledBefore(settled);
  const onUnanswered = () => void askPayouts(ids).then(tellLeft);
  if (action.kind === 'release')
    return (
      <ConfirmSheet
        {...asked}
        onUnanswered={onUnanswered}
        draft={draft}
        title={words.release}
        text={words.releaseText(amount, count, left + unsent)}
        refused={refusalOf}
        send={async (api) => {
          if (ids.length === 0) return { nothing: [words.said.released(0, unsent), before].filter(Boolean).join(' ') };
          const done = await confirmed(() => api('POST /api/admin/payouts/release', { body: { ids: [...ids] } }));
          const all = [
            words.said.released(done.released, done.left_out + unsent),
            done.all_released && words.said.releasedByNow(done.all_released),
            done.released === 0 && !done.all_released && unsent === 0 && words.said.nothingToPay,
            ...waitingOf(done.waits ?? []),
            before,
          ]
            .filter(Boolean)
            .join(' ');
          return done.released > 0 ? all : { nothing: all };
        }}
      />
    );
  return (
    <ReasonSheet
      {...asked}
      onUnanswered={onUnanswered}
      draft={draft}
      title={words.withdraw}
      text={words.withdrawText(amount, count, left)}
      send={async (text, api): Promise<Said> => {
        const body = { ids: [...ids], reason: text('reason') };
        const done = await confirmed(() => api('POST /api/admin/payouts/withdraw', { body }));
        const said = words.said.withdrawn(done.withdrawn, done.left_out);
        return done.withdrawn > 0 ? said : { nothing: said };
      }}
    />
  );
}

const namedWaiting = 3;

/** Whose payouts wait for what: a few by name, and how many more. */
function waitingOf(waits: readonly WaitingPayout[]): string[] {
  const { said } = words;
  const named = waits.slice(0, namedWaiting).map(({ organisation, is_suspended, blocks }) => {
    const ofBookings = payoutBlocks
      .filter((block) => blocks[block] > 0)
      .map((block) => said.waits[block](blocks[block]));
    return said.waiting(organisation, [...(is_suspended ? [said.suspended] : []), ...ofBookings].join(', '));
  });
  if (named.length === 0) return [];
  const more = waits.length - named.length;
  return [...named, ...(more > 0 ? [said.moreWait(more)] : []), said.withdrawable];
}

/** Who may release what: of several payouts at once, and of a partner instead of an account. */
function refusalOf(failure: unknown): string | undefined {
  const code = errorCode(failure);
  if (code === 'own_account') return words.ofYourPartner;
  if (code === 'payout_late_admin') return words.adminTooLate;
  return code === 'payout_same_admin' ? words.preparedYourself : undefined;
}
