import { useState } from 'react';
import { type BookingStatus, bookingStatuses, bookingTransitions } from '../../../../contract/booking-states.ts';
import type { Booking } from '../../../../contract/bookings.ts';
import { type ClawbackReason, clawbackReasons } from '../../../../contract/commission-states.ts';
import { errorCode } from '../../api.ts';
import { DraftForm } from '../../draft-form.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { explainDesk } from '../../messages/en/explain-desk.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { tickets } from '../../messages/en/tickets.ts';
import type { Filled } from '../../submit-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSubmit } from '../../use-submit.ts';
import { checkReason, ReasonField } from './reason-field.tsx';

interface DecisionSheetProps {
  booking: Booking;
  /** Runs a call that may need the person's confirmation first. */
  confirmed: <T>(call: () => Promise<T>) => Promise<T>;
  onClose: () => void;
  onDone: () => void;
  /** The booking is another by now than what is shown. */
  onOutdated: () => void;
}

/** What an administrator may make of a booking: the ordinary next states, or any as the correction of a final one. */
function choicesOf({ status }: Booking): Partial<Record<BookingStatus, string>> {
  const next = bookingTransitions[status];
  const isFinal = next.length === 0;
  const allowed = isFinal ? bookingStatuses : [...(status === 'pending' ? [] : [status]), ...next];
  return Object.fromEntries(allowed.map((one) => [one, bookings.statuses[one]]));
}

/** Decides about a booking, with the reason that the audit log keeps. */
export function DecisionSheet({ booking, confirmed, onClose, onDone, onOutdated }: DecisionSheetProps) {
  const choices = choicesOf(booking) as Record<BookingStatus, string>;
  const [status, setStatus] = useState(Object.keys(choices)[0] as BookingStatus);
  const isFinal = bookingTransitions[booking.status].length === 0;
  const saidDay = booking.status === 'pending' && tickets.shortDate(booking);
  const decision = useSubmit({
    check: (filled: Filled) => {
      // What is no number reaches nobody as an empty field: it must not pass for the estimate.
      if (filled.unreadable.length > 0) return words.amountUnreadable;
      return checkReason(filled);
    },
    send: ({ text }, api) => {
      const [amount, reference, clawback] = [text('amount'), text('booking_reference'), text('clawback')];
      const isOther = amount !== '' && (booking.estimated || Number(amount) !== booking.amount);
      const body = {
        status,
        replaces: booking.status,
        reason: text('reason'),
        ...(isOther && { amount: Number(amount) }),
        ...(reference && { booking_reference: reference }),
        ...(clawback && { clawback: clawback as ClawbackReason }),
      };
      return confirmed(() => api('PATCH /api/bookings/{id}', { params: { id: booking.id }, body }));
    },
    done: onDone,
    refused: (failure) => {
      if (errorCode(failure) === 'booking_decided') onOutdated();
      return undefined;
    },
  });
  return (
    <Sheet open onClose={onClose} title={words.decideTitle} closeLabel={words.close}>
      <DraftForm of={decision} draft={`decision ${booking.id}`} label={words.save} busyLabel={words.saving}>
        <p>{words.decideText(booking.business_listing_name, bookings.statuses[booking.status])}</p>
        {saidDay && <p>{words.saidDay(saidDay)}</p>}
        {isFinal && <Notice tone="warn">{words.correction}</Notice>}
        <Choice legend={words.becomes} options={choices} value={status} onChange={setStatus} />
        <Field
          {...decision.field('amount')}
          label={words.amount}
          hint={booking.estimated ? words.amountEstimated(bookings.dollars(booking.amount)) : words.amountHint}
          type="number"
          inputMode="decimal"
          step="0.01"
          min={0}
          defaultValue={booking.estimated ? '' : booking.amount}
        />
        <Field
          {...decision.field('booking_reference')}
          label={words.reference}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={booking.booking_reference ?? ''}
        />
        <ReasonField {...decision.field('reason')} />
        {booking.status === 'completed' && status !== 'completed' && (
          <Select {...decision.field('clawback')} label={words.clawback} defaultValue="">
            <option value="">{words.clawbackUsual}</option>
            {clawbackReasons.map((one) => (
              <option key={one} value={one}>
                {explainDesk.reasons[one]}
              </option>
            ))}
          </Select>
        )}
      </DraftForm>
    </Sheet>
  );
}
