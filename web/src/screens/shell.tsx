import { Link, NavLink, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useConversionSending } from '../features/bookings/use-booking.ts';
import { useSession } from '../features/session/use-session.ts';
import { messages } from '../messages/index.ts';
import { CompassIcon, HomeIcon, OfflineIcon, ScanIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { useOnline } from '../ui/use-online.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import styles from './shell.module.css';
import { usePageChange } from './use-page-change.ts';

const words = messages.shell;

const items = {
  guestHome: { to: '/', label: messages.navigation.home, Icon: HomeIcon },
  home: { to: '/dashboard', label: messages.navigation.home, Icon: HomeIcon },
  scan: { to: '/scan', label: messages.navigation.scan, Icon: ScanIcon },
  discover: { to: '/explore', label: messages.navigation.discover, Icon: CompassIcon },
  explore: { to: '/explore', label: messages.navigation.explore, Icon: CompassIcon },
};

/** The bottom navigation by role; a role that is not named has its home only. */
const navigation = {
  guest: [items.discover, items.scan, items.guestHome],
  traveler: [items.home, items.scan, items.explore],
};

/** What stands around every screen: header, banners, the screen itself, the bottom navigation. */
export function Shell() {
  const session = useSession();
  const { user, role, site } = session;
  useConversionSending(session);
  usePageChange(site);
  const online = useOnline();
  const loading = useNavigation().state === 'loading';
  const entries = role === undefined ? navigation.guest : role === 'traveler' ? navigation.traveler : [items.home];
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      <header className={styles.header}>
        <Link className={styles.brand} to={user ? '/dashboard' : '/'} aria-label={words.home(site.productName)}>
          <Logo />
          {site.productName}
        </Link>
        {/* The button of the menu panel goes here, at the end. */}
        {!online && (
          <span className={styles.offline}>
            <OfflineIcon />
            {words.offline}
          </span>
        )}
      </header>
      <div role="status">{!online && <p className={styles.banner}>{words.offlineBanner}</p>}</div>
      <div role="progressbar" aria-label={words.loadingPage} className={styles.progress} hidden={!loading} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <nav className={styles.navigation} aria-label={words.navigation}>
        <ul className={styles.items}>
          {entries.map(({ to, label, Icon }, index) => (
            <li key={to} className={styles.item}>
              <NavLink to={to} end className={styles.link}>
                <Icon />
                {label}
                {!online && index === 0 && <span className={styles.limited}>{words.limited}</span>}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <ScrollRestoration />
    </div>
  );
}
