import { useRef, useState } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import { browserApi, errorCode } from '../../api.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { newsDesk as words } from '../../messages/en/news-desk.ts';
import { Field, Select } from '../../ui/field.tsx';
import { findCandidates } from './load-news.ts';
import { nameOf } from './news-columns.tsx';
import type { NewsAction } from './news-details.tsx';

interface NewsSheetProps {
  action: NewsAction;
  candidates: readonly Booking[];
  onClose: () => void;
  onDone: (said: string) => void;
}

/** Decides whose booking it is, the proposed one first, takes that back, or puts it away, with a reason. */
export function NewsSheet({ action: { does, told }, candidates, onClose, onDone }: NewsSheetProps) {
  const { id, reference, booking } = told;
  const [found, setFound] = useState(candidates);
  const asked = useRef(0);
  const search = async (text: string) => {
    const turn = ++asked.current;
    // Where it cannot be asked, what was found before stays to be chosen from.
    const rows = await findCandidates(browserApi, told.platform, text.trim()).catch(() => null);
    if (rows && turn === asked.current) setFound(rows);
  };
  const others = found.filter((one) => one.id !== booking?.id);
  return (
    <ReasonSheet
      draft={`${does} news ${id}`}
      title={words.titles[does]}
      text={words.texts[does]}
      onClose={onClose}
      onDone={onDone}
      refusedWords={(failure) => (errorCode(failure) === 'reference_taken' ? words.taken : undefined)}
      {...(does === 'match' && { needed: { booking_id: words.choose } })}
      send={async (text, api) => {
        const reason = text('reason');
        await confirmed<unknown>(() => {
          if (does === 'dismiss')
            return api('POST /api/admin/platform-bookings/{id}/dismiss', { params: { id }, body: { reason } });
          if (does === 'unmatch')
            return api('POST /api/admin/platform-bookings/{id}/unmatch', { params: { id }, body: { reason } });
          const [booking_id = '', isFurther] = text('booking_id').split(' ');
          const body = { booking_id, ...(isFurther && { further: true }), reason };
          return api('POST /api/admin/platform-bookings/{id}/match', { params: { id }, body });
        });
        return words.said[does](reference);
      }}
    >
      {(field) =>
        does === 'match' && (
          <>
            <Field
              {...field('search')}
              type="search"
              label={words.find}
              hint={words.findHint}
              maxLength={100}
              onChange={({ target }) => void search(target.value)}
            />
            <Select {...field('booking_id')} label={words.candidates} defaultValue={booking?.id ?? ''} required>
              <option value="">{words.choose}</option>
              {booking && (
                <option value={booking.id}>
                  {words.proposed(
                    booking.experience_name,
                    booking.email,
                    booking.transaction_id,
                    words.confidence(told.confidence),
                  )}
                </option>
              )}
              {booking && booking.status !== 'pending' && (
                <option value={`${booking.id} further`}>{words.further(nameOf(booking))}</option>
              )}
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  {words.candidate(one)}
                </option>
              ))}
            </Select>
          </>
        )
      }
    </ReasonSheet>
  );
}
