import { data, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router';
import type { Booking } from '../../../contract/bookings.ts';
import { errorCode } from '../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../contexts.ts';
import { BookingCard } from '../features/bookings/booking-card.tsx';
import { bookings as words } from '../messages/en/bookings.ts';
import { messages } from '../messages/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';

/** The traveler's bookings; a guest goes to the cover; who may not see them, or no longer, is told so. */
export async function loadBookings({ context }: LoaderFunctionArgs<LoaderContext>): Promise<Booking[]> {
  if (!context.get(maySignedInContext)) throw replace('/');
  try {
    return await context.get(apiContext)('GET /api/bookings');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unauthenticated') throw data(null, { status: 401 });
    if (code === 'forbidden') throw data(null, { status: 403 });
    throw error;
  }
}

/** What the traveler has booked, newest first. */
export function BookingsScreen() {
  const bookings = useLoaderData<Booking[]>();
  return (
    <div className={page.page}>
      <div className={page.title}>
        <h1>{messages.titles.bookings}</h1>
        <Motif />
      </div>
      {bookings.length === 0 ? (
        <EmptyState title={words.empty} action={<ButtonLink to="/explore">{words.explore}</ButtonLink>}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ul className={page.entries}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <BookingCard booking={booking} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
