import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation, useNavigate, useRevalidator } from 'react-router';
import { tellSignOut } from '../../device/left-offline.ts';
import { readBookmarks } from '../../features/in-app-browser/bookmarks.ts';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { AccountName, Portrait } from '../../features/session/account-name.tsx';
import { signOut, signOutOffline } from '../../features/session/sign-out.ts';
import { type Session, useSession } from '../../features/session/use-session.ts';
import { GoogleButton } from '../../features/sign-in/google-button.tsx';
import { menu as words } from '../../messages/en/menu.ts';
import { offline } from '../../messages/en/offline.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import { BookmarkIcon, CloseIcon, LeaveIcon, SlidersIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useTapBeside } from '../../ui/use-tap-beside.ts';
import { useNavigationItems } from '../navigation.ts';
import { InstallItem } from './install-item.tsx';
import styles from './menu-panel.module.css';
import { useSwipeDown } from './use-swipe-down.ts';

type Who = Pick<Session, 'user' | 'role'>;
const guest: Who = { user: null, role: undefined };

interface MenuPanelProps {
  onClose: () => void;
  /** Goes on to another view of the menu. */
  onView: (view: 'settings' | 'bookmarks') => void;
}

/**
 * The panel that slides in from the right: who is here, where to go, the settings, and the way in or out. A modal dialog
 * of the browser: it keeps the focus inside, closes on Escape and gives the focus back.
 */
export function MenuPanel({ onClose, onView }: MenuPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isLeft, setLeft] = useState(false);
  const session = useSession();
  const { user, role } = isLeft ? guest : session;
  const items = useNavigationItems(role);
  const saves = !role || role === 'traveler';
  const { pathname, search } = useLocation();
  // From the cover and from the pages of a sign-in one goes home, wherever that is; the address of a mailed link stays here.
  const here = /^\/(auth(\/.*)?)?$/.test(pathname) ? undefined : pathname + search;
  const close = () => dialog.current?.close();
  const swipe = useSwipeDown(close);
  const leadsTo = useRef<'settings' | 'bookmarks'>(undefined);
  const [hasBookmarks] = useState(() => readBookmarks().length > 0);
  const leave = (view: 'settings' | 'bookmarks') => {
    leadsTo.current = view;
    close();
  };

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const opened = useRef(pathname + search);
  useEffect(() => {
    // Who has just left is still to be told so over the cover.
    if (opened.current !== pathname + search && !isLeft) dialog.current?.close();
  }, [pathname, search, isLeft]);

  return (
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-label={words.title}
      onClose={() => (leadsTo.current ? onView(leadsTo.current) : onClose())}
      {...useTapBeside(close)}
      {...swipe}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <Who user={user} role={role} />
          <button type="button" className={styles.close} aria-label={words.close} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <Motif />
        <nav aria-label={words.navigation}>
          <ul role="list">
            {items.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink to={to} className={styles.item} onClick={close}>
                  <Icon />
                  {label}
                </NavLink>
              </li>
            ))}
            {saves && (
              <li>
                <NavLink to="/saved" end className={styles.item} onClick={close}>
                  <HeartIcon />
                  {titles.saved}
                </NavLink>
              </li>
            )}
            <InstallItem />
            <li>
              <button type="button" className={styles.item} onClick={() => leave('settings')}>
                <SlidersIcon />
                {words.settings}
              </button>
            </li>
            {hasBookmarks && (
              <li>
                <button type="button" className={styles.item} onClick={() => leave('bookmarks')}>
                  <BookmarkIcon />
                  {words.bookmarks}
                </button>
              </li>
            )}
          </ul>
        </nav>
        <div className={styles.foot}>
          <LanguageSwitch />
          <NavLink to="/privacy" className={styles.item} onClick={close}>
            {titles.privacy}
          </NavLink>
          <Status>
            {isLeft && (
              <Notice tone="warn" title={offline.left}>
                <p>{offline.leftText}</p>
              </Notice>
            )}
          </Status>
          {user && <SignOutButton onLeft={() => setLeft(true)} />}
          {!user && !isLeft && <GoogleButton label={words.signIn} look="primary" redirect={here} />}
          <p className={styles.hint}>{words.swipe}</p>
        </div>
      </div>
    </dialog>
  );
}

function Who({ user, role }: Who) {
  return (
    <>
      <Portrait user={user} />
      <div className={styles.names}>
        <p className={styles.name}>{user ? <AccountName user={user} /> : words.explorer}</p>
        <p className={styles.role}>{user ? messages.roles[role ?? 'traveler'] : words.guest}</p>
      </div>
    </>
  );
}

function SignOutButton({ onLeft }: { onLeft: () => void }) {
  const [state, setState] = useState<'idle' | 'leaving' | 'refused'>('idle');
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  /** Who is here is asked anew on the way: without a call, as the session's mark is gone. */
  const goToCover = async () => {
    onLeft();
    void revalidate();
    await navigate('/', { replace: true });
  };
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const leave = async () => {
    setState('leaving');
    const result = await signOut();
    if (result === 'refused') isShown.current ? setState(result) : tellSignOut(result);
    if (result === 'offline') await signOutOffline(goToCover);
  };
  return (
    <>
      <Button look="plain" wide busy={state === 'leaving'} onClick={() => void leave()}>
        <LeaveIcon />
        {state === 'leaving' ? words.signingOut : words.signOut}
      </Button>
      {state === 'refused' && <Notice tone="bad">{words.signOutFailed}</Notice>}
    </>
  );
}
