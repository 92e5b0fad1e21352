import { useRevalidator } from 'react-router';
import type { RateChange } from '../../../../contract/rate-changes.ts';
import { ApiError, errorCode } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { rateChangesDesk as words } from '../../messages/en/rate-changes-desk.ts';
import { askRateChange, factsOf, lineOf, useChangeLeft } from './rate-change-facts.ts';

export interface ChangeAction {
  kind: 'confirm' | 'withdraw';
  change: RateChange;
}

/** The name of its form, by which it is found again (`changeOf`). */
export const draftOf = ({ kind, change }: ChangeAction) => `${kind} rate change ${change.id}`;

/** Of a partner, not of an account. */
const refusedWords = (failure: unknown) =>
  errorCode(failure) === 'own_account' ? words.obstacles.own_account : undefined;

interface ChangeSheetProps {
  action: ChangeAction;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more, or for the reason, and does it. */
export function ChangeSheet({ action, ...asked }: ChangeSheetProps) {
  const { revalidate } = useRevalidator();
  const { kind, change } = action;
  const request = { params: { id: change.id } };
  const tellLeft = useChangeLeft();
  const onUnanswered = () => void askRateChange(change.id).then(tellLeft);
  if (kind === 'withdraw')
    return (
      <ReasonSheet
        {...asked}
        onUnanswered={onUnanswered}
        refusedWords={refusedWords}
        draft={draftOf(action)}
        title={change.terms ? words.withdrawTerms(change.terms.organisation.name) : words.withdrawCard(change.tier)}
        label={words.withdraw}
        text={words.withdrawText(lineOf(change))}
        send={async (text, api) => {
          const body = { reason: text('reason') };
          await confirmed(() => api('POST /api/admin/rate-changes/{id}/withdraw', { ...request, body }));
          return words.said.withdrawn;
        }}
      />
    );
  return (
    <ConfirmSheet
      {...asked}
      onUnanswered={onUnanswered}
      draft={draftOf(action)}
      title={words.confirmTitle}
      text={words.confirmText(lineOf(change), factsOf(change))}
      refused={(failure) => {
        // It is no longer what is shown, or not for whoever looks. A passkey that was not given changes nothing of that.
        const isOther = failure instanceof ApiError && [403, 404, 409].includes(failure.status);
        if (isOther && errorCode(failure) !== 'step_up_required') void revalidate();
        return refusedWords(failure);
      }}
      send={async (api) => {
        const done = await confirmed(() => api('POST /api/admin/rate-changes/{id}/confirm', { ...request, body: {} }));
        if (done.card) return words.said.card(done.tier, done.card.effective_from);
        return words.said.terms(done.terms!.organisation.name);
      }}
    />
  );
}
