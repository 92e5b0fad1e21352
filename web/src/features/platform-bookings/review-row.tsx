import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, StarIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { CrossCircleIcon } from '../../ui/more-icons.tsx';

/** One review: of what, what it says, whether everybody reads it. */
export function ReviewRow({ review, onModerate }: { review: ModeratedReview; onModerate: () => void }) {
  const { hidden, hidden_reason, business_listing_name: name } = review;
  const Icon = hidden ? CrossCircleIcon : CheckIcon;
  return (
    <li className={list.row}>
      <StarIcon />
      <div className={list.words}>
        <p className={list.name}>{words.reviewTitle(review.rating, name)}</p>
        {review.words && <p>{review.words}</p>}
        <p className={list.note}>{words.reviewFrom(review.name, review.created_at)}</p>
        {hidden_reason && <p className={list.note}>{words.hiddenBecause(hidden_reason)}</p>}
      </div>
      <Badge tone={hidden ? 'bad' : 'ok'}>
        <Icon />
        {hidden ? words.hidden : words.visible}
      </Badge>
      <div className={list.actions}>
        <Button look="quiet" aria-label={words.moderateLabel(name, hidden)} onClick={onModerate}>
          {hidden ? words.show : words.hide}
        </Button>
      </div>
    </li>
  );
}
