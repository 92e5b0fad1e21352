import { type FormEvent, useState } from 'react';
import { apiOnce } from '../../api.ts';
import { reviews as words } from '../../messages/en/reviews.ts';
import { useKeyOfContent } from '../../once.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { StarIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
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
  const [state, setState] = useState<{ saving: boolean; error?: string }>({ saving: false });
  const keyOf = useKeyOfContent();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!rating) return setState({ saving: false, error: words.noRating });
    setState({ saving: true });
    try {
      const body = { booking_id: booking.id, rating, words: text.trim() || null };
      const { hidden } = await apiOnce(keyOf(body))('POST /api/reviews', { body });
      onSaved(hidden);
    } catch (error) {
      setState({ saving: false, error: refusalWords(error) });
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.write} closeLabel={words.close}>
      <form className={page.form} onSubmit={save} noValidate>
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
          label={words.words}
          hint={words.wordsHint}
          rows={4}
          maxLength={longest}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.saving}>
          {state.saving ? words.saving : words.save}
        </Button>
      </form>
    </Sheet>
  );
}
