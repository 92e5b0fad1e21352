import { Detail } from '../../desk/detail.tsx';
import { NewsText } from '../../desk/news-text.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { newsDesk as words } from '../../messages/en/news-desk.ts';
import { reconcileDesk } from '../../messages/en/reconcile-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { explanationOf } from './explanation-of.ts';
import { isOpen, type MessageLine, type ToldLine } from './load-news.ts';
import { amountOf, MessageState, nameOf, ToldState } from './news-columns.tsx';

/** What is about to be decided of a booking that a platform told of. */
export interface NewsAction {
  does: 'match' | 'dismiss' | 'unmatch';
  told: ToldLine;
}

/** One booking as its platform tells it: whose it may be, what is in doubt, and what can be decided. */
export function ToldDetail({ told, onAct }: { told: ToldLine; onAct: (action: NewsAction) => void }) {
  const { booking, confidence, doubt, guest_count, match_kind } = told;
  const isMatched = match_kind !== null && match_kind !== 'evidence';
  const facts = [
    [words.platform, reconcileDesk.platforms[told.platform]],
    [words.state, <ToldState key="state" state={told.state} />],
    ...(doubt ? [[words.why, words.doubts[doubt]] as const] : []),
    [words.says, bookings.statuses[told.status]],
    ...(booking ? [[words.columns.booking, nameOf(booking)] as const] : []),
    [words.columns.confidence, words.confidence(confidence)],
    [words.columns.experience, told.item_name],
    [words.columns.amount, amountOf(told)],
    [words.columns.travel, words.travel(told.travel_date, told.travel_time)],
    [words.guests, guest_count === null ? '' : words.number(guest_count)],
    [words.first, words.moment(told.first_news_at)],
    [words.columns.last, words.moment(told.last_news_at)],
  ] as const;
  return (
    <Detail label={words.detail} title={told.reference} facts={facts.filter(([, value]) => value)}>
      <div className={page.actions}>
        {isOpen(told) && (
          <Button look="plain" onClick={() => onAct({ does: 'match', told })}>
            {words.match}
          </Button>
        )}
        {isMatched && (
          <Button look="plain" onClick={() => onAct({ does: 'unmatch', told })}>
            {words.unmatch}
          </Button>
        )}
        {(told.state === 'proposed' || told.state === 'unmatched') && (
          <Button look="plain" onClick={() => onAct({ does: 'dismiss', told })}>
            {words.dismiss}
          </Button>
        )}
        {booking && (
          <ButtonLink look="quiet" to={explanationOf(booking.id)}>
            {titles.explain}
          </ButtonLink>
        )}
      </div>
    </Detail>
  );
}

/** One message: what it says, once it is asked for. What cannot be read is retried or discarded where all that failed is. */
export function MessageDetail({ message }: { message: MessageLine }) {
  const { id, source, state, problem, attempts, received_at } = message;
  const facts = [
    [words.columns.source, source],
    [words.state, <MessageState key="state" state={state} />],
    [words.columns.problem, problem],
    [words.columns.tries, words.number(attempts)],
    [words.columns.came, words.moment(received_at)],
  ] as const;
  return (
    <Detail label={words.detailMessage} title={words.messageOf(id)} facts={facts.filter(([, value]) => value)}>
      {state === 'unreadable' && (
        <div className={page.actions}>
          <ButtonLink look="plain" to={`/security/work?list=news&open=${id}`}>
            {words.atWork}
          </ButtonLink>
        </div>
      )}
      <NewsText key={id} id={id} />
    </Detail>
  );
}
