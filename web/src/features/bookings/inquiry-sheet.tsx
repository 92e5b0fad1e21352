import { type FormEvent, useEffect, useId, useState } from 'react';
import { type BookingPlatform, bookingPlatforms } from '../../../../contract/booking-states.ts';
import { apiOnce, browserApi } from '../../api.ts';
import { bookingForms as words } from '../../messages/en/booking-forms.ts';
import { useKeyOfContent } from '../../once.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { hasUnreadable } from '../../ui/has-unreadable.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface InquirySheetProps {
  onClose: () => void;
  onSent: () => void;
}

/** "My booking is missing": asks the administrators to look for it. A name that the guide knows is told as that listing. */
export function InquirySheet({ onClose, onSent }: InquirySheetProps) {
  const [state, setState] = useState<{ sending: boolean; error?: string }>({ sending: false });
  // However often it is tried, it is one inquiry.
  const keyOf = useKeyOfContent();
  const listings = useListings();
  const listId = useId();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const name = text('experience');
    if (!name) return setState({ sending: false, error: words.noExperience });
    if (hasUnreadable(event.currentTarget)) return setState({ sending: false, error: words.unreadable });
    const listing = listings.find((one) => one.name.toLowerCase() === name.toLowerCase());
    setState({ sending: true });
    try {
      const body = {
        ...(listing ? { business_listing_id: listing.id } : { experience_name: name }),
        booking_platform: text('platform') as BookingPlatform,
        booking_reference: text('reference') || null,
        travel_date: text('date') || null,
        note: text('note') || null,
      };
      await apiOnce(keyOf(body))('POST /api/bookings/inquiries', { body });
      onSent();
    } catch (error) {
      setState({ sending: false, error: refusalWords(error) });
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.missingTitle} closeLabel={words.close}>
      <form className={page.form} onSubmit={send} noValidate>
        <p>{words.missingText}</p>
        <Field label={words.experience} name="experience" list={listId} autoComplete="off" maxLength={200} required />
        <datalist id={listId}>
          {listings.map((one) => (
            <option key={one.id} value={one.name} />
          ))}
        </datalist>
        <Select label={words.platform} name="platform">
          {bookingPlatforms.map((one) => (
            <option key={one} value={one}>
              {words.platforms[one]}
            </option>
          ))}
        </Select>
        <Field
          label={words.reference}
          hint={words.optional}
          name="reference"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <Field label={words.date} hint={words.optional} type="date" name="date" />
        <TextArea label={words.note} hint={words.noteHint} name="note" rows={3} maxLength={1_000} />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.sending}>
          {state.sending ? words.sending : words.send}
        </Button>
      </form>
    </Sheet>
  );
}

/** The guide's own names, as proposals; without them the words alone are sent. */
function useListings(): { id: number; name: string }[] {
  const [listings, setListings] = useState<{ id: number; name: string }[]>([]);
  useEffect(() => {
    browserApi('GET /api/business-listings').then(setListings, () => {});
  }, []);
  return listings;
}
