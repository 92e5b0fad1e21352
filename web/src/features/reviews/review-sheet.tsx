import { useState } from 'react';
import { DraftForm } from '../../draft-form.tsx';
import { reviews as words } from '../../messages/en/reviews.ts';
import type { Filled } from '../../submit-form.tsx';
import { StarIcon } from '../../ui/icons.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './reviews.module.css';

interface ReviewSheetProps {
  /** The completed booking, and what was said of it before. */
  booking: { id: string; business_listing_name: string; review: { rating: number; words: string | null } | null };
  onClose: () => void;
  /** Told whether others see it. */
  onSaved: (isHidden: boolean) => void;
}

const ratings = [1, 2, 3, 4, 5];
const longest = 1_000;

/** Rates an experience one has been to, from one to five, with words if one likes. */
export function ReviewSheet({ booking, onClose, onSaved }: ReviewSheetProps) {
  const [rating, setRating] = useState(booking.review?.rating);
  const [text, setText] = useState(booking.review?.words ?? '');
  const review = useSubmit({
    check: () => (rating ? null : words.noRating),
    send: (_filled: Filled, api) =>
      api('POST /api/reviews', { body: { booking_id: booking.id, rating: rating!, words: text.trim() || null } }),
    done: ({ hidden }) => onSaved(hidden),
  });
  return (
    <Sheet open onClose={onClose} title={words.write} closeLabel={words.close}>
      <DraftForm of={review} draft={`review ${booking.id}`} keepsUnsent label={words.save} busyLabel={words.saving}>
        <fieldset className={styles.pick}>
          <legend>{words.how(booking.business_listing_name)}</legend>
          <div className={styles.picks}>
            {ratings.map((one) => (
              <label key={one} className={styles.star}>
                <input type="radio" name="rating" checked={one === rating} onChange={() => setRating(one)} />
                <span aria-hidden="true">
                  {one}
                  <StarIcon />
                </span>
                <VisuallyHidden>{words.rated(one)}</VisuallyHidden>
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          {...review.field('words')}
          label={words.words}
          hint={words.wordsHint}
          rows={4}
          maxLength={longest}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </DraftForm>
    </Sheet>
  );
}
