import { data, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router';
import type { Booking } from '../../../contract/bookings.ts';
import { errorCode } from '../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../contexts.ts';
import { BookingCard } from '../features/bookings/booking-card.tsx';
import { messages } from '../messages/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';

const words = messages.bookings;

/** The traveler's bookings; a guest goes home, another role is told that this is not theirs. */
export async function loadBookings({ context }: LoaderFunctionArgs<LoaderContext>): Promise<Booking[]> {
  if (!context.get(maySignedInContext)) throw replace('/');
  try {
    return await context.get(apiContext)('GET /api/bookings');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unauthenticated') throw replace('/');
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
        <h1>{words.title}</h1>
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
