import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { draftOf } from '../../device/form-draft.ts';
import { BookingCard } from '../../features/bookings/booking-card.tsx';
import { ConnectionState } from '../../features/bookings/connection-state.tsx';
import { TicketSheet } from '../../features/bookings/ticket-sheet.tsx';
import { useConnection } from '../../features/bookings/use-connection.ts';
import { DecisionSheet } from '../../features/platform-bookings/decision-sheet.tsx';
import { InquiryAnswerSheet } from '../../features/platform-bookings/inquiry-answer-sheet.tsx';
import { InquiryRow } from '../../features/platform-bookings/inquiry-row.tsx';
import { ModerationSheet } from '../../features/platform-bookings/moderation-sheet.tsx';
import { ReviewRow } from '../../features/platform-bookings/review-row.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { platformBookings as platform } from '../../messages/en/platform-bookings.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import { TicketIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { explanationOf } from '../money/explanation-of.ts';
import { BookingFilter, Figures } from './booking-overview.tsx';
import styles from './bookings.module.css';
import { type PlatformData, pageSize, platformOnScreen, platformViews } from './load-bookings.ts';

/** What is looked at or being decided, over the list. */
type Deciding = { ticket: Booking } | { booking: Booking } | { inquiry: Inquiry } | { review: ModeratedReview } | null;

/** The bookings of all travelers, what they miss, and what they say, for administrators. */
export function PlatformBookings({ loaded }: { loaded: PlatformData }) {
  const { site, user } = useSession();
  const { revalidate } = useRevalidator();
  const askAgain = useCallback(() => void revalidate(), [revalidate]);
  const isLive = loaded.failedPage === undefined;
  const online = useConnection({ loaded, isLive, isAnswered: isLive, isComing: false }, askAgain);
  useEffect(() => platformOnScreen.hold(loaded), [loaded]);
  const [deciding, setDeciding] = useState<Deciding>(null);
  const [said, setSaid] = useState<string | null>(null);
  // The form that its writer was kept from sending until now.
  useEffect(() => {
    const draft = user && draftOf(user.id);
    if (draft) setDeciding((now) => now ?? subjectOf(draft, loaded));
  }, [user, loaded]);
  const open = (next: Deciding) => {
    setSaid(null);
    setDeciding(next);
  };
  const sheet = {
    onClose: () => setDeciding(null),
    onDone: () => {
      setDeciding(null);
      setSaid(platform.done);
      void revalidate();
    },
  };
  const views = platformViews.map((one) => ({
    to: one === 'bookings' ? '/bookings' : `/bookings?view=${one}`,
    label: platform.views[one],
    current: one === loaded.view,
  }));
  return (
    <div className={page.page}>
      <div className={page.title}>
        <h1>{titles.platformBookings}</h1>
        <ConnectionState online={online} live={isLive} keeps={false} />
        <Motif />
      </div>
      <FilterLinks label={platform.viewsLabel} options={views} />
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
      <View loaded={loaded} onDecide={open} />
      {deciding && 'ticket' in deciding && (
        <TicketSheet
          booking={deciding.ticket}
          online={online}
          live={online && isLive}
          keeps
          productName={site.productName}
          onClose={sheet.onClose}
        />
      )}
      {deciding && 'booking' in deciding && (
        <DecisionSheet booking={deciding.booking} onOutdated={askAgain} {...sheet} />
      )}
      {deciding && 'inquiry' in deciding && <InquiryAnswerSheet inquiry={deciding.inquiry} {...sheet} />}
      {deciding && 'review' in deciding && <ModerationSheet review={deciding.review} {...sheet} />}
    </div>
  );
}

/** What a form of this name is about, where that is listed. */
function subjectOf(draft: string, { bookings, inquiries, reviews }: PlatformData): Deciding {
  const [sheet, id] = draft.split(' ');
  const isSubject = (one: { id: string }) => one.id === id;
  const booking = sheet === 'decision' && bookings?.find(isSubject);
  if (booking) return { booking };
  const inquiry = sheet === 'answer' && inquiries?.inquiries.find(isSubject);
  if (inquiry) return { inquiry };
  const review = sheet === 'moderation' && reviews?.reviews.find(isSubject);
  return review ? { review } : null;
}

interface ViewProps {
  loaded: PlatformData;
  onDecide: (deciding: Deciding) => void;
}

function View({ loaded, onDecide }: ViewProps) {
  const { inquiries, reviews } = loaded;
  if (inquiries) {
    if (inquiries.total === 0) return <EmptyState title={platform.noInquiries}>{platform.noInquiriesText}</EmptyState>;
    return (
      <>
        <ul role="list" className={list.rows}>
          {inquiries.inquiries.map((one) => (
            <InquiryRow key={one.id} inquiry={one} onAnswer={() => onDecide({ inquiry: one })} />
          ))}
        </ul>
        <Pages loaded={loaded} total={inquiries.total} />
      </>
    );
  }
  if (reviews) {
    if (reviews.total === 0) return <EmptyState title={platform.noReviews}>{platform.noReviewsText}</EmptyState>;
    return (
      <>
        <ul role="list" className={list.rows}>
          {reviews.reviews.map((one) => (
            <ReviewRow key={one.id} review={one} onModerate={() => onDecide({ review: one })} />
          ))}
        </ul>
        <Pages loaded={loaded} total={reviews.total} />
      </>
    );
  }
  return <AllBookings loaded={loaded} onDecide={onDecide} />;
}

function AllBookings({ loaded, onDecide }: ViewProps) {
  const { bookings = [], summary = { total: 0, total_value: 0, confirmed_or_completed: 0 } } = loaded;
  const factsOf = (one: Booking) =>
    [
      [platform.traveler, one.traveler?.name],
      [platform.email, one.traveler?.email],
      [platform.reference, one.booking_reference],
      [platform.commission, one.commission_amount === undefined ? null : words.dollars(one.commission_amount)],
      [platform.code, one.qr_code_id ?? platform.noCode],
      [platform.place, one.location_name],
    ] as const;
  return (
    <>
      <BookingFilter status={loaded.status} />
      <Figures total={summary.total} value={summary.total_value} held={summary.confirmed_or_completed} />
      {bookings.length === 0 ? (
        <EmptyState
          title={loaded.status ? words.emptyStatus(loaded.status) : words.empty}
          action={
            loaded.status && (
              <ButtonLink to="/bookings" look="plain">
                {words.all}
              </ButtonLink>
            )
          }
        />
      ) : (
        <ul role="list" className={`${page.entries} ${styles.wide}`}>
          {bookings.map((one) => (
            <li key={one.id}>
              <BookingCard booking={one} facts={factsOf(one)}>
                <Button look="plain" onClick={() => onDecide({ ticket: one })}>
                  <TicketIcon />
                  <span>
                    {words.ticket}
                    <VisuallyHidden>{words.ticketOf(one.business_listing_name)}</VisuallyHidden>
                  </span>
                </Button>
                <ButtonLink look="plain" to={explanationOf(one.id)}>
                  <span>
                    {titles.explain}
                    <VisuallyHidden>{words.ticketOf(one.business_listing_name)}</VisuallyHidden>
                  </span>
                </ButtonLink>
                <Button look="plain" onClick={() => onDecide({ booking: one })}>
                  <span>
                    {platform.decide}
                    <VisuallyHidden>{words.ticketOf(one.business_listing_name)}</VisuallyHidden>
                  </span>
                </Button>
              </BookingCard>
            </li>
          ))}
        </ul>
      )}
      <Pages loaded={loaded} total={summary.total} />
    </>
  );
}

/** The way through a list that is longer than a page. */
function Pages({
  loaded: { view, status, page: current, failedPage },
  total,
}: {
  loaded: PlatformData;
  total: number;
}) {
  const { revalidate, state } = useRevalidator();
  const last = Math.ceil(total / pageSize);
  const to = (number: number) => {
    const query = new URLSearchParams({ ...(view !== 'bookings' && { view }), ...(status && { status }) });
    if (number > 1) query.set('page', String(number));
    return `/bookings?${query}`;
  };
  if (failedPage !== undefined) {
    return (
      <Notice
        tone="bad"
        intoView
        actions={
          <>
            <Button look="plain" busy={state === 'loading'} onClick={() => void revalidate()}>
              {words.retry}
            </Button>
            <ButtonLink look="quiet" to={to(current)} replace>
              {platform.pageOf(current, last)}
            </ButtonLink>
          </>
        }
      >
        {platform.pageFailed(failedPage)}
      </Notice>
    );
  }
  if (last < 2) return null;
  return (
    <nav aria-label={platform.pages} className={styles.pages}>
      {current > 1 && (
        <ButtonLink look="plain" to={to(current - 1)}>
          {platform.newer}
        </ButtonLink>
      )}
      <p>{platform.pageOf(current, last)}</p>
      {current < last && (
        <ButtonLink look="plain" to={to(current + 1)}>
          {platform.older}
        </ButtonLink>
      )}
    </nav>
  );
}
