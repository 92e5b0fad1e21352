import type { AdminPayout } from '../../../../contract/commission.ts';
import { Detail } from '../../desk/detail.tsx';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { StateBadge } from './payout-columns.tsx';
import type { PayoutAction } from './payout-sheet.tsx';
import { statementOf } from './statement-of.ts';

interface PayoutDetailProps {
  payout: AdminPayout;
  onAct: (action: PayoutAction) => void;
}

/** One payout: what it holds, who prepared and settled it, what can be done with it, and its partner's terms. */
export function PayoutDetail({ payout, onAct }: PayoutDetailProps) {
  const { id, organisation, amount, state, terms } = payout;
  const { columns } = words;
  const facts = [
    [columns.amount, words.dollars(amount)],
    [columns.bookings, words.number(payout.bookings)],
    [columns.state, <StateBadge key="state" state={state} />],
    [columns.prepared, words.by(payout.prepared_at, payout.prepared_by)],
    [columns.settled, payout.settled_at === null ? words.notSettled : words.by(payout.settled_at, payout.settled_by)],
  ] as const;
  return (
    <Detail label={words.detail} title={organisation.name} facts={facts}>
      {state === 'prepared' && (
        <div className={page.actions}>
          <Button onClick={() => onAct({ kind: 'release', ids: [id], amount })}>{words.release}</Button>
          <Button look="plain" onClick={() => onAct({ kind: 'withdraw', ids: [id], amount })}>
            {words.withdraw}
          </Button>
        </div>
      )}
      <h3>{words.termsTitle}</h3>
      <dl className={page.facts}>
        <div>
          <dt>{words.tier}</dt>
          <dd>{terms.tier}</dd>
        </div>
        <div>
          <dt>{words.minimum}</dt>
          <dd>{words.dollars(terms.minimum_payout)}</dd>
        </div>
      </dl>
      <div className={page.actions}>
        <Button look="plain" onClick={() => onAct({ kind: 'terms', payout })}>
          {words.changeTerms}
        </Button>
        <ButtonLink look="quiet" to={statementOf(organisation.id)}>
          {titles.statement}
        </ButtonLink>
      </div>
    </Detail>
  );
}
