import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { noteTransaction } from '../features/analytics/track.ts';
import { useConversionSending } from '../features/bookings/use-booking.ts';
import { useSavedOnDevice } from '../features/saved/use-saved-on-device.ts';
import { useSession } from '../features/session/use-session.ts';
import { messages } from '../messages/index.ts';
import { announcerId } from '../ui/announce.ts';
import { OfflineIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { useOnDemand } from '../use-on-demand.ts';
import { useOnline } from '../use-online.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { Guard } from './guard.tsx';
import { InAppViewsProvider } from './in-app/follow-link.tsx';
import { MenuButton } from './menu-button.tsx';
import { useNavigationItems } from './navigation.ts';
import { ReviewsProvider } from './reviews-prompt.tsx';
import { useHandle } from './route-handle.ts';
import { scrollPositions } from './scroll-positions.ts';
import styles from './shell.module.css';
import { SignInPromptProvider } from './sign-in-prompt.tsx';
import { usePageChange } from './use-page-change.ts';

const words = messages.shell;

const loadWatch = () => import('../features/offline/device-watch.tsx').then((module) => module.DeviceWatch);

/** What looks after the device comes when the page is at rest. */
function Watch({ worker }: { worker: boolean }) {
  const [DeviceWatch, fetchIt] = useOnDemand(loadWatch);
  useEffect(() => whenIdle(() => void fetchIt().catch(() => {})), [fetchIt]);
  return DeviceWatch && <DeviceWatch worker={worker} />;
}

/** What stands around every screen: header, banners, the screen itself, the bottom navigation. */
export function Shell() {
  const session = useSession();
  const { user, role, site } = session;
  useConversionSending(session, noteTransaction);
  useSavedOnDevice(session);
  usePageChange(site);
  const items = useNavigationItems(role);
  const online = useOnline();
  const loading = useNavigation().state === 'loading';
  const [menuFailed, setMenuFailed] = useState(false);
  const { access, wide } = useHandle();
  // Only where the page begins with such a screen; going from one to another needs no curtain.
  const [beginsSignedIn] = useState(Boolean(access && user));
  const isWide = wide && (!access || (role && role !== 'traveler'));
  return (
    <div className={isWide ? `${styles.page} ${styles.wide}` : styles.page}>
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      <div className={beginsSignedIn ? `${styles.splash} ${styles.signedIn}` : styles.splash} aria-hidden="true">
        <Logo />
      </div>
      <header className={styles.header}>
        <Link className={styles.brand} to={user ? '/dashboard' : '/'} aria-label={words.home(site.productName)}>
          <Logo />
          {site.productName}
        </Link>
        {!online && (
          <span className={styles.offline}>
            <OfflineIcon />
            {words.offline}
          </span>
        )}
        <MenuButton onFail={setMenuFailed} />
        <div role="progressbar" aria-label={words.loadingPage} className={styles.progress} hidden={!loading} />
      </header>
      <div role="status">
        {!online && <p className={styles.banner}>{words.offlineBanner}</p>}
        {menuFailed && <p className={styles.banner}>{words.menuFailed}</p>}
      </div>
      <div id={announcerId} className="visually-hidden" role="status" />
      <Watch worker={site.worker} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <SignInPromptProvider>
          <InAppViewsProvider>
            <ReviewsProvider>
              <Guard>
                <Outlet />
              </Guard>
            </ReviewsProvider>
          </InAppViewsProvider>
        </SignInPromptProvider>
      </main>
      <nav className={styles.navigation} aria-label={words.navigation}>
        <ul role="list" className={styles.items}>
          {items.map(({ to, label, Icon }, index) => (
            <li key={to} className={styles.item}>
              <NavLink to={to} className={styles.link}>
                <Icon />
                {label}
                {!online && index === 0 && <span className={styles.limited}>{words.limited}</span>}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <ScrollRestoration storageKey={scrollPositions} />
    </div>
  );
}
