import type { Booking } from '../../../../contract/bookings.ts';
import { errorCode } from '../../api.ts';
import { DraftForm } from '../../draft-form.tsx';
import { bookingForms as words } from '../../messages/en/booking-forms.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Status } from '../../ui/status.tsx';
import { atFault, useSubmit } from '../../use-submit.ts';

interface DetailsSheetProps {
  booking: Booking;
  onClose: () => void;
  /** Told the booking as it is then: its platform may have told of it already. */
  onSaved: (saved: Booking) => void;
  /** Told that it is pending no more, whatever the list says. */
  onStale: () => void;
}

/** What the confirmation says without fail. */
const needed = ['booking_reference', 'check_in_date', 'guest_count'];

/** "I booked this": what the platform's confirmation says. The booking stays pending until it is confirmed. */
export function DetailsSheet({ booking, onClose, onSaved, onStale }: DetailsSheetProps) {
  const isStay = booking.business_listing_category === 'Accommodations';
  const details = useSubmit({
    check: ({ text, unreadable }: Filled) => {
      const missing = needed.filter((name) => !text(name));
      if (missing.length > 0) return { words: words.incomplete, faults: atFault(missing) };
      return unreadable.length > 0 ? { words: words.unreadable, faults: atFault(unreadable) } : null;
    },
    send: ({ text }, api) =>
      api('PUT /api/bookings/{id}/details', {
        params: { id: booking.id },
        body: {
          booking_reference: text('booking_reference'),
          check_in_date: text('check_in_date'),
          check_in_time: text('check_in_time') || null,
          check_out_date: text('check_out_date') || null,
          guest_count: Number(text('guest_count')),
        },
      }),
    done: onSaved,
    refused: (failure) => {
      const code = errorCode(failure);
      if (code === 'booking_not_pending') onStale();
      return code === 'invalid_request' ? words.invalid : undefined;
    },
  });
  return (
    <Sheet open onClose={onClose} title={words.bookedTitle} closeLabel={words.close}>
      <DraftForm of={details} draft={`details ${booking.id}`} keepsUnsent label={words.save} busyLabel={words.saving}>
        <p>{words.bookedText(booking.business_listing_name)}</p>
        <Field
          {...details.field('booking_reference')}
          label={words.reference}
          hint={words.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          defaultValue={booking.booking_reference ?? ''}
          required
        />
        <Field
          {...details.field('check_in_date')}
          label={isStay ? words.arrival : words.date}
          type="date"
          defaultValue={booking.check_in_date ?? ''}
          required
        />
        {isStay ? (
          <Field
            {...details.field('check_out_date')}
            label={words.departure}
            type="date"
            defaultValue={booking.check_out_date ?? ''}
          />
        ) : (
          <Field
            {...details.field('check_in_time')}
            label={words.time}
            hint={words.timeHint}
            type="time"
            defaultValue={booking.check_in_time ?? ''}
          />
        )}
        <Field
          {...details.field('guest_count')}
          label={words.guests}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          defaultValue={booking.guest_count ?? 2}
          required
        />
        <Status>{booking.status !== 'pending' && <Notice tone="warn">{words.became(booking.status)}</Notice>}</Status>
      </DraftForm>
    </Sheet>
  );
}
