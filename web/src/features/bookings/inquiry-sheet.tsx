import { useEffect, useId, useRef, useState } from 'react';
import { type BookingPlatform, bookingPlatforms } from '../../../../contract/booking-states.ts';
import { browserApi } from '../../api.ts';
import { DraftForm } from '../../draft-form.tsx';
import { bookingForms as words } from '../../messages/en/booking-forms.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { atFault, useSubmit } from '../../use-submit.ts';

interface InquirySheetProps {
  onClose: () => void;
  onSent: () => void;
}

/** "My booking is missing": asks the administrators to look for it. A name that the guide knows is told as that listing. */
export function InquirySheet({ onClose, onSent }: InquirySheetProps) {
  const { listings, asked } = useListings();
  const listId = useId();
  const inquiry = useSubmit({
    check: ({ text, unreadable }: Filled) => {
      if (!text('experience_name')) return { faults: { experience_name: words.noExperience } };
      return unreadable.length > 0 ? { words: words.unreadable, faults: atFault(unreadable) } : null;
    },
    send: async ({ text }, api) => {
      const name = text('experience_name');
      // The same words are the same question, however early they are sent.
      const listing = (await asked.current).find((one) => one.name.toLowerCase() === name.toLowerCase());
      const body = {
        ...(listing ? { business_listing_id: listing.id } : { experience_name: name }),
        booking_platform: text('booking_platform') as BookingPlatform,
        booking_reference: text('booking_reference') || null,
        travel_date: text('travel_date') || null,
        note: text('note') || null,
      };
      return await api('POST /api/bookings/inquiries', { body });
    },
    done: onSent,
  });
  return (
    <Sheet open onClose={onClose} title={words.missingTitle} closeLabel={words.close}>
      <DraftForm of={inquiry} draft="inquiry" keepsUnsent label={words.send} busyLabel={words.sending}>
        <p>{words.missingText}</p>
        <Field
          {...inquiry.field('experience_name')}
          label={words.experience}
          list={listId}
          autoComplete="off"
          maxLength={200}
          required
        />
        <datalist id={listId}>
          {listings.map((one) => (
            <option key={one.id} value={one.name} />
          ))}
        </datalist>
        <Select label={words.platform} name="booking_platform">
          {bookingPlatforms.map((one) => (
            <option key={one} value={one}>
              {words.platforms[one]}
            </option>
          ))}
        </Select>
        <Field
          {...inquiry.field('booking_reference')}
          label={words.reference}
          hint={words.optional}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <Field {...inquiry.field('travel_date')} label={words.date} hint={words.optional} type="date" />
        <TextArea {...inquiry.field('note')} label={words.note} hint={words.noteHint} rows={3} maxLength={1_000} />
      </DraftForm>
    </Sheet>
  );
}

type Known = readonly { id: number; name: string }[];

/** The guide's own names, as proposals; without them the words alone are sent. */
function useListings() {
  const [listings, setListings] = useState<Known>([]);
  const asked = useRef<Promise<Known>>(Promise.resolve([]));
  useEffect(() => {
    asked.current = browserApi('GET /api/business-listings').catch(() => []);
    void asked.current.then(setListings);
  }, []);
  return { listings, asked };
}
