import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { Booking } from '../../../../contract/bookings.ts';
import { draftOf } from '../../device/form-draft.ts';
import { BookingCard } from '../../features/bookings/booking-card.tsx';
import { ConnectionState } from '../../features/bookings/connection-state.tsx';
import { DetailsSheet } from '../../features/bookings/details-sheet.tsx';
import { InquirySheet } from '../../features/bookings/inquiry-sheet.tsx';
import { TicketSheet } from '../../features/bookings/ticket-sheet.tsx';
import { useOnRecorded } from '../../features/bookings/use-booking.ts';
import { useBookings } from '../../features/bookings/use-bookings.ts';
import { useConnection } from '../../features/bookings/use-connection.ts';
import { ReviewSheet } from '../../features/reviews/review-sheet.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { bookingForms } from '../../messages/en/booking-forms.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { reviews as reviewWords } from '../../messages/en/reviews.ts';
import { titles } from '../../messages/en/screens.ts';
import { typedText } from '../../typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { BookingActions } from './booking-actions.tsx';
import { NoBookings, SourceNotice } from './booking-notices.tsx';
import { BookingFilter, BookingTiles } from './booking-overview.tsx';
import { type OwnData, statusIn } from './load-bookings.ts';
import { Suggestions } from './suggestions.tsx';
import { useSuggested } from './use-suggested.ts';

/** What became of a form that was sent, and what it was opened from: the id of a booking, or null for the foot of the page. */
type Said = { by: string | null; words: string };
type Open = { sheet: 'ticket' | 'details' | 'review'; id: string } | { sheet: 'inquiry' } | null;

/** What the traveler has booked, newest first: live, or what this device kept of it. */
export function TravelerBookings({ loaded, userId }: { loaded: OwnData; userId: string }) {
  const { site } = useSession();
  const { revalidate, state } = useRevalidator();
  const askAgain = useCallback(() => void revalidate(), [revalidate]);
  // Whoever has just followed a link may be here before the server was told of it.
  useOnRecorded(useCallback(() => void (typedText.isHeld() || revalidate()), [revalidate]));
  const { asked } = loaded;
  const { source, bookings, keeps } = useBookings(asked, userId);
  const isLive = asked.kind === 'live';
  // The server's own page could not ask: the browser does.
  const isUnasked = !isLive && !asked.inBrowser;
  const isAnswered = isLive || isUnasked || asked.status > 0;
  const isComing = loaded.live !== undefined || state === 'loading';
  // Platforms tell of what is booked while somebody waits for its ticket.
  const online = useConnection({ loaded, isLive, isAnswered, isComing, changes: isLive }, askAgain);
  const suggested = useSuggested(loaded, userId);
  const [query] = useSearchParams();
  // A part is neither counted nor narrowed as if it were all.
  const isPart = source.kind === 'kept' && !source.isWhole;
  const status = isPart ? undefined : statusIn(query);
  const shown = status ? bookings.filter((one) => one.status === status) : bookings;
  const [open, setOpen] = useState<Open>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const isSample = source.kind === 'sample';

  useEffect(() => {
    if (isUnasked) askAgain();
  }, [isUnasked, askAgain]);

  // As a mail's link asks for it.
  const ticket = query.get('ticket');
  const ticketAsked = useRef(ticket);
  useEffect(() => {
    if (ticket) setOpen({ sheet: 'ticket', id: ticket });
  }, [ticket]);

  // The form that its writer was kept from sending until now.
  useEffect(() => {
    // A ticket may be wanted at a gate.
    if (ticketAsked.current) return;
    const [sheet, id] = draftOf(userId)?.split(' ') ?? [];
    if (sheet === 'inquiry') setOpen({ sheet });
    else if ((sheet === 'details' || sheet === 'review') && id) setOpen({ sheet, id });
  }, [userId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is looked at from its beginning
  useEffect(() => setSaid(null), [status]);

  const close = () => setOpen(null);
  const begin = (sheet: Open) => {
    setSaid(null);
    setOpen(sheet);
  };
  const done = (said: Said) => {
    setSaid(said);
    close();
    askAgain();
  };
  // Once something was said at the foot, it stays: coming back, it would be scrolled to again.
  const hasFoot = (online && !isSample) || said?.by === null;
  // A form that is written on after a sign-in need not be of a booking that is listed.
  const isBeside = said?.by === null || shown.some(({ id }) => id === said?.by);
  const booking = useOpened(open, bookings);
  return (
    <div className={page.page}>
      <div className={page.title}>
        <h1>{titles.bookings}</h1>
        <ConnectionState online={online} live={source.kind === 'live'} keeps={keeps} />
        <Motif />
      </div>
      <Status>
        <SourceNotice source={source} online={online} onRetry={askAgain} />
        {said && !isBeside && <SaidNotice words={said.words} />}
        {!keeps && <Notice>{words.noCache}</Notice>}
      </Status>
      {bookings.length > 0 && !isPart && (
        <>
          <BookingFilter status={status} />
          <BookingTiles bookings={shown} />
        </>
      )}
      {shown.length === 0 ? (
        <NoBookings status={bookings.length > 0 ? status : undefined} isKnown={online && source.kind === 'live'} />
      ) : (
        <ul role="list" className={page.entries}>
          {shown.map((one) => (
            <li key={one.id} className={page.section}>
              <BookingCard booking={one} facts={[[words.yourRating, one.review && words.rated(one.review.rating)]]}>
                {!isSample && (
                  <BookingActions booking={one} online={online} onOpen={(sheet) => begin({ sheet, id: one.id })} />
                )}
              </BookingCard>
              <Answered said={said?.by === one.id && said} />
            </li>
          ))}
        </ul>
      )}
      {suggested && <Suggestions suggested={suggested} />}
      {hasFoot && <Missing onAsk={() => begin({ sheet: 'inquiry' })} said={said?.by === null && said} />}
      {booking && (
        <BookingSheet
          {...{ open, booking, online, keeps, close, askAgain, setOpen }}
          done={(words) => done({ by: booking.id, words })}
          live={online && source.kind === 'live'}
          productName={site.productName}
        />
      )}
      {open?.sheet === 'inquiry' && (
        <InquirySheet onClose={close} onSent={() => done({ by: null, words: bookingForms.sent })} />
      )}
    </div>
  );
}

/** The booking that a sheet is open over; also while the list is what this device keeps, which need not have it. */
function useOpened(open: Open, bookings: readonly Booking[]): Booking | undefined {
  const [last, setLast] = useState<Booking>();
  const id = open && 'id' in open ? open.id : undefined;
  const listed = bookings.find((one) => one.id === id);
  if (listed && listed !== last) setLast(listed);
  return listed ?? (last?.id === id ? last : undefined);
}

/** What became of a form, beside what it was opened from: there whoever sent it looks. */
const Answered = ({ said }: { said: Said | null | false }) => (
  <Status>{said && <SaidNotice words={said.words} />}</Status>
);

const SaidNotice = ({ words }: Pick<Said, 'words'>) => (
  <Notice tone="ok" intoView>
    {words}
  </Notice>
);

function Missing({ onAsk, said }: { onAsk: () => void; said: Said | null | false }) {
  return (
    <section className={page.section} aria-label={words.missing}>
      <p>{words.missingText}</p>
      <Button look="plain" wide onClick={onAsk}>
        {words.missing}
      </Button>
      <Answered said={said} />
    </section>
  );
}

interface BookingSheetProps {
  open: Open;
  booking: Booking;
  online: boolean;
  live: boolean;
  keeps: boolean;
  productName: string;
  close: () => void;
  done: (saying: string) => void;
  askAgain: () => void;
  setOpen: (open: Open) => void;
}

/** The sheet that is open over one booking. */
function BookingSheet({
  open,
  booking,
  online,
  live,
  keeps,
  productName,
  close,
  done,
  askAgain,
  setOpen,
}: BookingSheetProps) {
  switch (open?.sheet) {
    case 'ticket':
      return (
        <TicketSheet
          booking={booking}
          online={online}
          live={live}
          keeps={keeps}
          productName={productName}
          onClose={close}
          onAddDetails={() => setOpen({ sheet: 'details', id: booking.id })}
        />
      );
    case 'details':
      return (
        <DetailsSheet
          booking={booking}
          onClose={close}
          onSaved={({ status }) => done(status === 'pending' ? bookingForms.saved : bookingForms.became(status))}
          onStale={askAgain}
        />
      );
    case 'review':
      return (
        <ReviewSheet
          booking={booking}
          onClose={close}
          onSaved={(isHidden) => done(isHidden ? reviewWords.hidden : reviewWords.saved)}
        />
      );
    default:
      return null;
  }
}
