import { useState } from 'react';
import type { RateChange } from '../../../../contract/rate-changes.ts';
import type { Said } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { takeDraft } from '../../device/form-draft.ts';
import { useSession } from '../../features/session/use-session.ts';
import { rateChangesDesk as words } from '../../messages/en/rate-changes-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type ChangeAction, ChangeSheet, draftOf } from './change-sheet.tsx';
import { askRateChange, changeOf, factsOf, lineOf, useChangeLeft } from './rate-change-facts.ts';

const kinds = ['confirm', 'withdraw'] as const;
const labels = { confirm: words.confirm, withdraw: words.withdraw };

interface WaitingChangesProps {
  changes: readonly RateChange[];
  /** Where more wait than are listed. */
  total?: number;
  /** What its heading is, where nothing else says above what it is. */
  heading?: 'h3' | 'h4';
  /** Says what was done, in place of what the screen said before: that it was proposed, and waits. */
  onDone: (said: Said) => void;
}

/** What administrators have proposed and nobody has confirmed yet: who did and when, and what whoever looks can do about it. */
export function WaitingChanges({ changes, total = 0, heading: Heading, onDone }: WaitingChangesProps) {
  const [doing, begin] = useState<ChangeAction | null>(null);
  const userId = useSession().user?.id;
  const tellLeft = useChangeLeft();
  useReopened(
    (draft) => {
      const all = changes.flatMap((change) => kinds.map((kind): ChangeAction => ({ kind, change })));
      return all.find((action) => draftOf(action) === draft);
    },
    begin,
    // What was sent is settled by now, or stands elsewhere: it is listed here no more.
    async (draft, wasSent) => {
      const id = changeOf(draft);
      if (!id || !wasSent) return;
      const now = await askRateChange(id);
      tellLeft(now);
      if (userId && now && now.state !== 'proposed') takeDraft(draft, userId);
    },
  );
  return (
    <>
      {changes.length > 0 && Heading && <Heading>{words.title}</Heading>}
      {total > changes.length && <p className={list.note}>{words.first(changes.length, total)}</p>}
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

function Note({ change }: { change: RateChange }) {
  const { card, terms, reason, proposed_by, proposed_at, obstacle } = change;
  const formerly = obstacle === 'stale' ? words.formerThen : words.former;
  return (
    <div className={list.note}>
      {card && card.asked_from !== card.effective_from && <p>{words.late(card.asked_from, card.effective_from)}</p>}
      {factsOf(change).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {terms && <p>{formerly(terms.former.tier, terms.former.minimum_payout)}</p>}
      <p>{words.reason(reason)}</p>
      <p>{words.proposed(proposed_by, proposed_at)}</p>
      {obstacle && <p>{words.obstacles[obstacle]}</p>}
    </div>
  );
}
