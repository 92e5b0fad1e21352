import { Link } from 'react-router';
import { KeptPlaces } from '../features/places/kept-places.tsx';
import { useSession } from '../features/session/use-session.ts';
import { offline as words } from '../messages/en/offline.ts';
import { CompassIcon, ScanIcon } from '../ui/icons.tsx';
import list from '../ui/list.module.css';
import { BookmarkIcon, ChartIcon, TicketIcon } from '../ui/more-icons.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';

const links = [
  { to: '/bookings', label: words.links.bookings, Icon: TicketIcon, own: true },
  { to: '/saved', label: words.links.saved, Icon: BookmarkIcon, own: true },
  { to: '/analytics', label: words.links.analytics, Icon: ChartIcon, own: true },
  { to: '/explore', label: words.links.explore, Icon: CompassIcon, own: false },
  { to: '/scan', label: words.links.scan, Icon: ScanIcon, own: false },
];

/** What opens without a network: the places on this device, and the screens that need none. */
export function OnThisPhone() {
  const { role } = useSession();
  const shown = links.filter(({ own }) => !own || role === 'traveler');
  return (
    <>
      <section className={page.section} aria-labelledby="kept-places">
        <div className={page.title}>
          <h2 id="kept-places">{words.places}</h2>
          <Motif />
        </div>
        <KeptPlaces />
      </section>
      <section className={page.section} aria-labelledby="kept-more">
        <h2 id="kept-more">{words.more}</h2>
        <ul role="list" className={list.links}>
          {shown.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link className={list.link} to={to}>
                <Icon />
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
