import { type ComponentProps, useCallback, useEffect, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { draftOf } from '../../device/form-draft.ts';
import { ConnectionState } from '../../features/bookings/connection-state.tsx';
import { TicketSheet } from '../../features/bookings/ticket-sheet.tsx';
import { useConnection } from '../../features/bookings/use-connection.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { DecisionSheet } from '../../features/platform-bookings/decision-sheet.tsx';
import { InquiryAnswerSheet } from '../../features/platform-bookings/inquiry-answer-sheet.tsx';
import { LeaveSheet } from '../../features/platform-bookings/leave-sheet.tsx';
import { ModerationSheet } from '../../features/platform-bookings/moderation-sheet.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Figures } from './booking-overview.tsx';
import { type PlatformData, platformViews } from './load-platform.ts';
import { inquiryColumns, listedColumns, reviewColumns } from './platform-columns.tsx';
import { BookingDetail, InquiryDetail, ReviewDetail } from './platform-details.tsx';
import { NoneFound } from './platform-empty.tsx';

/** What is being decided, over the list. */
type Deciding = { booking: Booking } | { inquiry: Inquiry } | { review: ModeratedReview } | { left: ModeratedReview };

/** The bookings of all travelers, what they miss, and what they say, for administrators. */
export function PlatformBookings({ loaded }: { loaded: PlatformData }) {
  const { site, user } = useSession();
  const { revalidate } = useRevalidator();
  const askAgain = useCallback(() => void revalidate(), [revalidate]);
  const isLive = !loaded.unreached;
  const online = useConnection({ loaded, isLive, isAnswered: isLive, isComing: false }, askAgain);
  const change = useChange<Deciding>();
  const [ticket, setTicket] = useState<Booking | null>(null);
  // The form that its writer was kept from sending until now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => {
    const subject = user && !change.action && subjectOf(draftOf(user.id) ?? null, loaded);
    if (subject) change.begin(subject);
  }, [user, loaded]);
  const sheet = { onClose: change.leave, onDone: () => change.tell(words.done) };
  const detail = loaded.open && (
    <>
      {change.notice}
      <Open loaded={loaded} onDecide={change.begin} onTicket={setTicket} />
    </>
  );
  const { action } = change;
  return (
    <Loaded>
      <DeskFrame
        title={titles.platformBookings}
        sentence={words.sentences[loaded.view](loaded.list.total)}
        tabs={platformViews.map((view) => ({
          to: view === 'bookings' ? '/bookings' : `/bookings?view=${view}`,
          label: words.views[view],
          current: view === loaded.view,
        }))}
        detail={detail}
      >
        <ConnectionState online={online} live={isLive} keeps={false} />
        {!detail && change.notice}
        {loaded.view === 'bookings' && (
          <Figures
            total={loaded.summary.total}
            value={loaded.summary.total_value}
            held={loaded.summary.confirmed_or_completed}
          />
        )}
        <List loaded={loaded} onTicket={setTicket} />
      </DeskFrame>
      {ticket && (
        <TicketSheet
          booking={ticket}
          online={online}
          live={online && isLive}
          keeps
          productName={site.productName}
          onClose={() => setTicket(null)}
        />
      )}
      {action && 'booking' in action && (
        <DecisionSheet booking={action.booking} confirmed={confirmed} onOutdated={askAgain} {...sheet} />
      )}
      {action && 'inquiry' in action && <InquiryAnswerSheet inquiry={action.inquiry} {...sheet} />}
      {action && 'left' in action && <LeaveSheet review={action.left} onClose={change.leave} onDone={change.tell} />}
      {action && 'review' in action && <ModerationSheet review={action.review} {...sheet} />}
    </Loaded>
  );
}

interface PartProps {
  loaded: PlatformData;
  onTicket: (booking: Booking) => void;
}

function List({ loaded, onTicket }: PartProps) {
  const address = useTableAddress();
  const columns = useMemo(() => listedColumns(onTicket), [onTicket]);
  const { view } = loaded;
  const table = <Row extends { id: string }>(
    of: Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'list' | 'titleOf' | 'usualSort'>,
  ) => (
    <DataTable
      {...of}
      key={view}
      name={`platform-${view}`}
      caption={words.views[view]}
      empty={
        <NoneFound
          view={view}
          search={address.get('search')}
          filter={address.get(filters[view].param) ?? address.get(attention.param)}
        />
      }
      opens
    >
      <TableSearch label={words.search[view]} />
      <TableFilter {...filters[view]} />
      {view === 'reviews' && <TableFilter {...attention} />}
    </DataTable>
  );
  if (loaded.view === 'inquiries')
    return table({
      ...{ columns: inquiryColumns, list: loaded.list, usualSort: '-asked' },
      titleOf: (one) => one.experience_name,
    });
  const titleOf = (one: { business_listing_name: string }) => one.business_listing_name;
  if (loaded.view === 'reviews')
    return table({ columns: reviewColumns, list: loaded.list, titleOf, usualSort: '-written' });
  return table({ columns, list: loaded.list, titleOf, usualSort: '-booked' });
}

const filters = {
  bookings: { label: bookings.filter, param: 'status', options: bookings.statuses },
  inquiries: { label: bookings.filter, param: 'status', options: words.inquiryStatuses },
  reviews: { label: words.visibility, param: 'hidden', options: { false: words.visible, true: words.hidden } },
} as const;

const attention = {
  label: words.attention,
  param: 'awaits_look',
  options: { true: words.awaits, false: words.settled },
} as const;

function Open({ loaded, onDecide, onTicket }: PartProps & { onDecide: (deciding: Deciding) => void }) {
  if (!loaded.open) return null;
  if (loaded.view === 'inquiries') {
    const { open: inquiry } = loaded;
    return <InquiryDetail inquiry={inquiry} onAnswer={() => onDecide({ inquiry })} />;
  }
  if (loaded.view === 'reviews') {
    const { open: review } = loaded;
    return (
      <ReviewDetail
        review={review}
        onModerate={() => onDecide({ review })}
        onLeave={() => onDecide({ left: review })}
      />
    );
  }
  const { open: booking } = loaded;
  return <BookingDetail booking={booking} onTicket={onTicket} onDecide={() => onDecide({ booking })} />;
}

/** Of each list the form that is about a row of it, and what the row is then. */
const forms = {
  bookings: ['decision', 'booking'],
  inquiries: ['answer', 'inquiry'],
  reviews: ['moderation', 'review'],
} as const;

/** What a form of this name is about, where that is listed. */
function subjectOf(draft: string | null, { view, list, open }: PlatformData): Deciding | null {
  const [form, subject] = forms[view];
  const found = [...list.rows, ...(open ? [open] : [])].find(({ id }) => draft === `${form} ${id}`);
  return found ? ({ [subject]: found } as unknown as Deciding) : null;
}
