import type { AdminPayout } from '../../../../contract/commission.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { listPayoutBookings } from '../../../../contract/payout-bookings.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { explanationOf } from './explanation-of.ts';
import { TermsFacts, type WaitingTerms } from './partner-terms.tsx';
import { StateBadge } from './payout-columns.tsx';
import type { PayoutAction } from './payout-sheet.tsx';
import { statementOf } from './statement-of.ts';
import { WaitingChanges } from './waiting-changes.tsx';

type Bookings = Answer<typeof listPayoutBookings>;

interface PayoutDetailProps {
  payout: AdminPayout;
  bookings: Bookings | null;
  /** Of its partner's terms, what waits to be confirmed. */
  waiting: WaitingTerms;
  onAct: (action: PayoutAction) => void;
  /** Told what has come of what waits. */
  onDone: (said: Said) => void;
}

/** One payout: what it holds, who prepared and settled it, what can be done with it, and its partner's terms. */
export function PayoutDetail({ payout, bookings, waiting, onAct, onDone }: PayoutDetailProps) {
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
      {state === 'prepared' && bookings?.is_suspended && <Notice tone="warn">{words.suspended}</Notice>}
      {bookings && bookings.blocking > 0 && <Notice tone="warn">{words.blocked(bookings.blocking)}</Notice>}
      {state === 'prepared' && (
        <div className={page.actions}>
          <Button onClick={() => onAct({ kind: 'release', ids: [id], amount })}>{words.release}</Button>
          <Button look="plain" onClick={() => onAct({ kind: 'withdraw', ids: [id], amount })}>
            {words.withdraw}
          </Button>
        </div>
      )}
      <h3>{words.termsTitle}</h3>
      <TermsFacts terms={terms} />
      <WaitingChanges changes={waiting.rows} total={waiting.total} heading="h4" onDone={onDone} />
      <div className={page.actions}>
        <Button look="plain" onClick={() => onAct({ kind: 'terms', payout })}>
          {words.changeTerms}
        </Button>
        <ButtonLink look="quiet" to={statementOf(organisation.id)}>
          {titles.statement}
        </ButtonLink>
      </div>
      {bookings && <BookingsOf {...bookings} />}
    </Detail>
  );
}

/** What the payout takes of which booking; what keeps it from being released is listed first, and says what to do. */
function BookingsOf({ bookings, total }: Bookings) {
  return (
    <>
      <DetailLines
        title={words.bookingsTitle}
        lines={bookings.map(({ booking_id, transaction_id, experience, amount, block }) => ({
          key: booking_id,
          line: words.booking(transaction_id, experience, amount),
          note: (
            <>
              {block && <p>{words.blocks[block]}</p>}
              <ButtonLink look="quiet" to={explanationOf(booking_id)}>
                {titles.explain}
              </ButtonLink>
            </>
          ),
        }))}
      />
      {total > bookings.length && <p className={list.note}>{words.firstBookings(bookings.length)}</p>}
    </>
  );
}
