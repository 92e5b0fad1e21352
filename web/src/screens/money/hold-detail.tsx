import type { Hold } from '../../../../contract/holds.ts';
import { Detail } from '../../desk/detail.tsx';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { explanationOf } from './explanation-of.ts';
import type { HoldAction } from './hold-actions.ts';
import { isOver, StateBadge } from './hold-columns.tsx';

interface HoldDetailProps {
  hold: Hold;
  onDecide: (action: HoldAction) => void;
}

/** One hold: what the rule saw, of which booking, and what can be decided. */
export function HoldDetail({ hold, onDecide }: HoldDetailProps) {
  const { booking, decided_at } = hold;
  const facts = [
    [words.why, words.reasonOf(hold)],
    [words.columns.state, <StateBadge key="state" hold={hold} />],
    [words.columns.opened, words.moment(hold.opened_at)],
    ...(decided_at
      ? ([[words.decided, words.decidedBy(decided_at, hold.decided_by, hold.decision_reason)]] as const)
      : []),
    [words.columns.partner, hold.partner ?? words.nobody],
    [words.columns.email, booking.email],
    [words.columns.experience, booking.experience],
    [words.amount, words.dollars(booking.amount)],
    [words.columns.share, words.dollars(hold.share)],
  ] as const;
  const button = (decision: HoldAction['decision'], label: string) =>
    hold.state !== decision && (
      <Button look="plain" onClick={() => onDecide({ kind: 'these', ids: [hold.id], replaces: hold.state, decision })}>
        {label}
      </Button>
    );
  return (
    <Detail label={words.detail} title={booking.transaction_id} facts={facts}>
      {isOver(hold) && <p className={list.note}>{words.cancelledText}</p>}
      {hold.others_open > 0 && booking.status !== 'cancelled' && (
        <p className={list.note}>{words.others(hold.others_open)}</p>
      )}
      <div className={page.actions}>
        {button('released', words.release)}
        {button('voided', words.voidIt)}
        <ButtonLink look="quiet" to={explanationOf(booking.id)}>
          {titles.explain}
        </ButtonLink>
      </div>
    </Detail>
  );
}
