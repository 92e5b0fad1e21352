import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { RateChange } from '../../../../contract/rate-changes.ts';
import { ApiError } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { rateCardsDesk } from '../../messages/en/rate-cards-desk.ts';
import { rateChangesDesk as words } from '../../messages/en/rate-changes-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface Action {
  kind: 'confirm' | 'withdraw';
  change: RateChange;
}

const kinds = ['confirm', 'withdraw'] as const;
const labels = { confirm: words.confirm, withdraw: words.withdraw };
const draftOf = ({ kind, change }: Action) => `${kind} rate change ${change.id}`;

/** What would hold, in words. */
function lineOf({ tier, card, terms }: RateChange): string {
  if (card) return words.card(tier, rateCardsDesk.share(card.partner_share), card.effective_from);
  return words.terms(terms!.organisation.name, tier, terms!.minimum_payout);
}

interface WaitingChangesProps {
  changes: readonly RateChange[];
  /** Says what was done, in place of what the screen said before: that it was proposed, and waits. */
  onDone: (said: Said) => void;
}

/** What administrators have proposed and nobody has confirmed yet: who did and when, and what whoever looks can do about it. */
export function WaitingChanges({ changes, onDone }: WaitingChangesProps) {
  const [doing, begin] = useState<Action | null>(null);
  useReopened((draft) => {
    const all = changes.flatMap((change) => kinds.map((kind): Action => ({ kind, change })));
    return all.find((action) => draftOf(action) === draft);
  }, begin);
  return (
    <>
      {changes.length > 0 && (
        <ul role="list" className={list.rows}>
          {changes.map((change) => (
            <li key={change.id} className={list.row}>
              <div className={list.words}>
                <p>{lineOf(change)}</p>
                <Note change={change} />
              </div>
              {change.obstacle !== 'own_account' && (
                <div className={page.actions}>
                  {kinds
                    .filter((kind) => kind === 'withdraw' || !change.obstacle)
                    .map((kind) => (
                      <Button key={kind} look="plain" onClick={() => begin({ kind, change })}>
                        {labels[kind]}
                        <VisuallyHidden>{lineOf(change)}</VisuallyHidden>
                      </Button>
                    ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {doing && (
        <ChangeSheet
          action={doing}
          onClose={() => begin(null)}
          onDone={(said) => {
            begin(null);
            onDone(said);
          }}
        />
      )}
    </>
  );
}

function Note({ change: { card, terms, reason, proposed_by, proposed_at, obstacle } }: { change: RateChange }) {
  return (
    <div className={list.note}>
      {card && card.asked_from !== card.effective_from && <p>{words.late(card.asked_from, card.effective_from)}</p>}
      {terms && <p>{words.former(terms.former.tier, terms.former.minimum_payout)}</p>}
      <p>{reason}</p>
      <p>{words.proposed(proposed_by, proposed_at)}</p>
      {obstacle && <p>{words.obstacles[obstacle]}</p>}
    </div>
  );
}

interface ChangeSheetProps {
  action: Action;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more, or for the reason, and does it. */
function ChangeSheet({ action, ...asked }: ChangeSheetProps) {
  const { revalidate } = useRevalidator();
  const { kind, change } = action;
  const request = { params: { id: change.id } };
  if (kind === 'withdraw')
    return (
      <ReasonSheet
        {...asked}
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
      draft={draftOf(action)}
      title={words.confirmTitle}
      text={words.confirmText(lineOf(change))}
      refused={(failure) => {
        // It is no longer what is shown.
        if (failure instanceof ApiError && failure.status === 409) void revalidate();
        return undefined;
      }}
      send={async (api) => {
        const done = await confirmed(() => api('POST /api/admin/rate-changes/{id}/confirm', { ...request, body: {} }));
        return done.card ? words.said.card(done.tier, done.card.effective_from) : words.said.terms;
      }}
    />
  );
}
