import { type FormEvent, useState } from 'react';
import { type BookingStatus, bookingStatuses, bookingTransitions } from '../../../../contract/booking-states.ts';
import type { Booking } from '../../../../contract/bookings.ts';
import { browserApi } from '../../api.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface DecisionSheetProps {
  booking: Booking;
  onClose: () => void;
  onDone: () => void;
}

/** What an administrator may make of a booking: the ordinary next states, or any as the correction of a final one. */
function choicesOf({ status }: Booking): Partial<Record<BookingStatus, string>> {
  const next = bookingTransitions[status];
  const isFinal = next.length === 0;
  const allowed = isFinal ? bookingStatuses : [...(status === 'pending' ? [] : [status]), ...next];
  return Object.fromEntries(allowed.map((one) => [one, bookings.statuses[one]]));
}

/** Decides about a booking, with the reason that the audit log keeps. */
export function DecisionSheet({ booking, onClose, onDone }: DecisionSheetProps) {
  const choices = choicesOf(booking) as Record<BookingStatus, string>;
  const [status, setStatus] = useState(Object.keys(choices)[0] as BookingStatus);
  const [state, setState] = useState<{ saving: boolean; error?: string }>({ saving: false });
  const isFinal = bookingTransitions[booking.status].length === 0;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    // What is no number reaches nobody as an empty field: it must not pass for the estimate.
    const field = event.currentTarget.elements.namedItem('amount') as HTMLInputElement;
    if (field.validity.badInput) return setState({ saving: false, error: words.amountUnreadable });
    if (text('reason').length < 3) return setState({ saving: false, error: words.reasonMissing });
    const [amount, reference] = [text('amount'), text('reference')];
    const isOther = amount !== '' && (booking.estimated || Number(amount) !== booking.amount);
    setState({ saving: true });
    try {
      await browserApi('PATCH /api/bookings/{id}', {
        params: { id: booking.id },
        body: {
          status,
          reason: text('reason'),
          ...(isOther && { amount: Number(amount) }),
          ...(reference && { booking_reference: reference }),
        },
      });
      onDone();
    } catch (error) {
      setState({ saving: false, error: refusalWords(error) });
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.decideTitle} closeLabel={words.close}>
      <form className={page.form} onSubmit={save} noValidate>
        <p>{words.decideText(booking.business_listing_name, bookings.statuses[booking.status])}</p>
        {isFinal && <Notice tone="warn">{words.correction}</Notice>}
        <Choice legend={words.becomes} options={choices} value={status} onChange={setStatus} />
        <Field
          label={words.amount}
          hint={booking.estimated ? words.amountEstimated(bookings.dollars(booking.amount)) : words.amountHint}
          name="amount"
          type="number"
          inputMode="decimal"
          step="0.01"
          min={0}
          defaultValue={booking.estimated ? '' : booking.amount}
        />
        <Field
          label={words.reference}
          name="reference"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={booking.booking_reference ?? ''}
        />
        <TextArea label={words.reason} hint={words.reasonHint} name="reason" rows={2} maxLength={500} required />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.saving}>
          {state.saving ? words.saving : words.save}
        </Button>
      </form>
    </Sheet>
  );
}
