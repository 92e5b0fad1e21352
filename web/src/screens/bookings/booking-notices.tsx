import type { BookingStatus } from '../../../../contract/booking-states.ts';
import type { Source } from '../../features/bookings/use-bookings.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { UnreachedNotice } from '../../shell/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says where the list comes from, when it is not the live answer. */
export function SourceNotice({ source, online, onRetry }: { source: Source; online: boolean; onRetry: () => void }) {
  if (source.kind === 'kept') {
    const age = words.kept(source.lastSync);
    const said = source.isWhole ? age : `${age} ${words.keptPart}`;
    return <UnreachedNotice offline={said} asOf={said} isReached={online} />;
  }
  if (source.kind !== 'sample') return null;
  return (
    <Notice
      tone="warn"
      actions={
        <Button look="plain" onClick={onRetry}>
          {words.retry}
        </Button>
      }
    >
      <p>
        <Badge tone="warn">{words.sample}</Badge> {words.sampleText}
      </p>
    </Notice>
  );
}

/** Nothing to show: nothing of a status; never booked, where that is known; else nothing on this device. */
export function NoBookings({ status, isKnown }: { status: BookingStatus | undefined; isKnown: boolean }) {
  if (status) {
    return (
      <EmptyState
        title={words.emptyStatus(status)}
        action={
          <ButtonLink to="/bookings" look="plain">
            {words.all}
          </ButtonLink>
        }
      >
        {words.emptyStatusText}
      </EmptyState>
    );
  }
  if (!isKnown) return <EmptyState title={words.emptyOffline}>{words.emptyOfflineText}</EmptyState>;
  return (
    <EmptyState title={words.empty} action={<ButtonLink to="/explore">{words.explore}</ButtonLink>}>
      {words.emptyText}
    </EmptyState>
  );
}
