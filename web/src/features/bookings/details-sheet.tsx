import { type FormEvent, useState } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import { browserApi, errorCode } from '../../api.ts';
import { bookingForms as words } from '../../messages/en/booking-forms.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { hasUnreadable } from '../../ui/has-unreadable.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';

interface DetailsSheetProps {
  booking: Booking;
  onClose: () => void;
  onSaved: () => void;
}

/** "I booked this": what the platform's confirmation says. The booking stays pending until it is confirmed. */
export function DetailsSheet({ booking, onClose, onSaved }: DetailsSheetProps) {
  const [state, setState] = useState<{ saving: boolean; error?: string }>({ saving: false });
  const isStay = booking.business_listing_category === 'Accommodations';
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const missing = !text('reference') || !text('date') || !text('guests');
    if (missing) return setState({ saving: false, error: words.incomplete });
    if (hasUnreadable(event.currentTarget)) return setState({ saving: false, error: words.unreadable });
    setState({ saving: true });
    try {
      await browserApi('PUT /api/bookings/{id}/details', {
        params: { id: booking.id },
        body: {
          booking_reference: text('reference'),
          check_in_date: text('date'),
          check_in_time: text('time') || null,
          check_out_date: text('until') || null,
          guest_count: Number(text('guests')),
        },
      });
      onSaved();
    } catch (error) {
      const isInvalid = errorCode(error) === 'invalid_request';
      setState({ saving: false, error: isInvalid ? words.invalid : refusalWords(error) });
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.bookedTitle} closeLabel={words.close}>
      <form className={page.form} onSubmit={save} noValidate>
        <p>{words.bookedText(booking.business_listing_name)}</p>
        <Field
          label={words.reference}
          hint={words.referenceHint}
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          defaultValue={booking.booking_reference ?? ''}
          required
        />
        <Field
          label={isStay ? words.arrival : words.date}
          type="date"
          name="date"
          defaultValue={booking.check_in_date ?? ''}
          required
        />
        {isStay ? (
          <Field label={words.departure} type="date" name="until" defaultValue={booking.check_out_date ?? ''} />
        ) : (
          <Field
            label={words.time}
            hint={words.timeHint}
            type="time"
            name="time"
            defaultValue={booking.check_in_time ?? ''}
          />
        )}
        <Field
          label={words.guests}
          type="number"
          name="guests"
          inputMode="numeric"
          min={1}
          max={100}
          defaultValue={booking.guest_count ?? 2}
          required
        />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.saving}>
          {state.saving ? words.saving : words.save}
        </Button>
      </form>
    </Sheet>
  );
}
