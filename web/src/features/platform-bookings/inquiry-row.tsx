import type { Inquiry } from '../../../../contract/inquiries.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { ClockIcon, CrossCircleIcon } from '../../ui/more-icons.tsx';

const looks: Record<Inquiry['status'], { tone: Tone; Icon: typeof CheckIcon }> = {
  open: { tone: 'warn', Icon: ClockIcon },
  resolved: { tone: 'ok', Icon: CheckIcon },
  dismissed: { tone: 'plain', Icon: CrossCircleIcon },
};

/** One missing booking: what, by whom, how it stands. */
export function InquiryRow({ inquiry, onAnswer }: { inquiry: Inquiry; onAnswer: () => void }) {
  const { tone, Icon } = looks[inquiry.status];
  return (
    <li className={list.row}>
      <div className={list.words}>
        <p className={list.name}>{inquiry.experience_name}</p>
        <p className={list.note}>
          {words.inquiryFacts(
            bookings.platforms[inquiry.booking_platform],
            inquiry.booking_reference,
            inquiry.travel_date,
          )}
        </p>
        <p className={list.note}>{words.inquiryFrom(inquiry.traveler.email, inquiry.created_at)}</p>
        {inquiry.note && <p>{inquiry.note}</p>}
        {inquiry.answer && <p className={list.note}>{words.answered(inquiry.answer)}</p>}
      </div>
      <Badge tone={tone}>
        <Icon />
        {words.inquiryStatuses[inquiry.status]}
      </Badge>
      <div className={list.actions}>
        <Button look="quiet" aria-label={words.answerLabel(inquiry.experience_name)} onClick={onAnswer}>
          {words.answer}
        </Button>
      </div>
    </li>
  );
}
