import type { BookingStatus } from '../../../../contract/booking-states.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { PlatformData } from './load-platform.ts';

interface NoneFoundProps {
  view: PlatformData['view'];
  search: string | null;
  filter: string | null;
}

/** What stands in the place of a list without rows: what was asked of it, or what will stand in it. */
export function NoneFound({ view, search, filter }: NoneFoundProps) {
  if (!search && !filter) return <EmptyState title={words.none[view]}>{words.noneText[view]}</EmptyState>;
  const isOfStatus = view === 'bookings' && !search;
  return (
    <EmptyState
      title={isOfStatus ? bookings.emptyStatus(filter as BookingStatus) : words.noMatch}
      action={
        <ButtonLink to={view === 'bookings' ? '/bookings' : `/bookings?view=${view}`} look="plain">
          {bookings.all}
        </ButtonLink>
      }
    >
      {!isOfStatus && words.noMatchText}
    </EmptyState>
  );
}
