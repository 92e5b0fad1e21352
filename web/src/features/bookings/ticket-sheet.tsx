import type { Booking } from '../../../../contract/bookings.ts';
import { listingDetails } from '../../messages/en/listing-details.ts';
import { tickets as words } from '../../messages/en/tickets.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { ListingFacts } from '../listings/listing-facts.tsx';
import { sanitize } from './booking-cache.ts';
import { BookingBadge } from './booking-card.tsx';
import { CalendarButton } from './calendar-button.tsx';
import styles from './ticket.module.css';
import { TicketCode } from './ticket-code.tsx';

interface TicketSheetProps {
  booking: Booking;
  online: boolean;
  /** Whether the booking is the server's own answer, and it can be reached: only then is its ticket a live one. */
  live: boolean;
  /** Whether this device keeps it for a time without a network. */
  keeps: boolean;
  productName: string;
  onClose: () => void;
  /** Asks its traveler for what the platform told, instead of the ticket. Nobody else is asked. */
  onAddDetails?: () => void;
}

/** Everything about one booking, with its code where it is a ticket, as the network allows. */
export function TicketSheet({ booking, online, live, keeps, productName, onClose, onAddDetails }: TicketSheetProps) {
  return (
    <Sheet open onClose={onClose} title={words.title} closeLabel={words.close}>
      <div className={styles.ticket}>
        <p className={styles.name}>{booking.business_listing_name}</p>
        <Stub booking={booking} online={online} live={live} keeps={keeps} onAddDetails={onAddDetails} />
        <Facts booking={booking} live={live} />
        {booking.facts && (
          <section aria-label={listingDetails.label}>
            <h3 className={styles.kind}>{listingDetails.label}</h3>
            <ListingFacts told={booking.facts} />
          </section>
        )}
        {onAddDetails && <CalendarButton booking={booking} online={online} productName={productName} />}
      </div>
    </Sheet>
  );
}

/** The code to show, or why there is none. */
function Stub({ booking, online, live, keeps, onAddDetails }: Omit<TicketSheetProps, 'productName' | 'onClose'>) {
  const { status, booking_reference: reference, business_listing_name: name } = booking;
  if (status === 'pending') {
    const unknown = online ? words.notConfirmedText : words.notConfirmedOffline;
    return (
      <Notice
        tone="warn"
        title={words.notConfirmed}
        actions={
          online &&
          onAddDetails && (
            <Button look="plain" onClick={onAddDetails}>
              {words.booked}
            </Button>
          )
        }
      >
        {(reference || onAddDetails) && <p>{reference ? words.waiting(reference) : unknown}</p>}
      </Notice>
    );
  }
  if (status !== 'confirmed') return <Notice>{words.over[status]}</Notice>;
  if (!reference) return <Notice tone="warn">{words.noReference}</Notice>;
  if (live) {
    return (
      <div className={`${styles.stub} ${styles.live}`}>
        <p className={styles.kind}>
          <CheckIcon />
          {words.live}
        </p>
        <TicketCode text={reference} label={words.codeOf(reference)} />
        <p className={styles.reference}>{reference}</p>
        <p className={styles.hint}>{words.show}</p>
        {!keeps && <p className={styles.hint}>{words.notKept}</p>}
      </div>
    );
  }
  const { offline_qr_code: code } = sanitize(booking, new Date());
  return (
    <div className={`${styles.stub} ${styles.offline}`}>
      <p className={styles.kind}>
        <OfflineIcon />
        {words.offline}
      </p>
      <TicketCode text={code} label={words.codeOf(code)} />
      <p className={styles.reference}>{words.offlineCode(code, name)}</p>
      <p className={styles.hint}>{words.show}</p>
      {!keeps && <p className={styles.hint}>{words.notKept}</p>}
    </div>
  );
}

function Facts({ booking, live }: { booking: Booking; live: boolean }) {
  const { offline_address, offline_contact } = sanitize(booking, new Date());
  const address = live ? booking.location_address : offline_address;
  const contact = live ? booking.contact_info : offline_contact;
  const facts = [
    [words.when, words.date(booking)],
    [words.party, booking.guest_count ? words.guests(booking.guest_count) : words.unknown],
    [words.reference, booking.booking_reference ?? words.unknown],
    [words.platform, words.platforms[booking.booking_platform]],
    [words.address, address],
    [words.contact, contact],
  ] as const;
  return (
    <dl className={page.facts}>
      <div>
        <dt>{words.status}</dt>
        <dd>
          <BookingBadge status={booking.status} />
        </dd>
      </div>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
