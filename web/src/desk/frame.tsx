import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink, useLoaderData, useLocation, useNavigate } from 'react-router';
import { useSession } from '../features/session/use-session.ts';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import { useNavigationItems } from '../shell/navigation.ts';
import { FilterLinks } from '../ui/filter-links.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';
import { type DeskLoaded, deskOnScreen, rememberAnswer, type StandIn } from './desk-loader.ts';
import { DeskTools } from './desk-tools.tsx';
import styles from './frame.module.css';
import { keepDesk } from './kept-desk.ts';
import { LateResults } from './late-results.tsx';
import { StillShown } from './still-shown.tsx';
import { type FromList, useTableAddress } from './table-address.ts';
import { useFocusOfGone } from './use-focus-of-gone.ts';

type Links = readonly { to: string; label: string; current: boolean }[];

interface DeskFrameProps {
  title: string;
  /** Before the title. */
  portrait?: ReactNode;
  /** Answers the screen's question in one sentence. */
  sentence: ReactNode;
  tabs?: Links;
  /** The tabs of administration (admin-tabs.ts), where the screen is one of them. */
  administration?: Links;
  /** Whether those stand in a grid on a phone, as at home; in a row unless told. */
  isHome?: boolean;
  /** The row that is open: beside the list, or a screen of its own below 900 px. */
  detail?: ReactNode;
  /** What leaves it in the address, where that is not the row's own name. */
  closing?: Readonly<Record<string, string | null>>;
  /** It stands over another screen: without the areas of the role, and its sections take each other's place in the history. */
  isOver?: boolean;
  children: ReactNode;
}

/** A desk: the areas of the role and its sections at the left from 900 px, the sections in a row above below that; the list, and what is open of it. */
export function DeskFrame(props: DeskFrameProps) {
  const { title, portrait, sentence, tabs, administration, isHome, isOver = false } = props;
  const { detail, closing = { open: null }, children } = props;
  const heading = <h1 tabIndex={-1}>{title}</h1>;
  const address = useTableAddress();
  const { isUnreached, standIn } = useOnScreen();
  const isSample = standIn?.kind === 'sample';
  const opened = useRef<HTMLDivElement>(null);
  useFocusOfOpen(opened, detail ? (address.get('new') ?? address.get('open')) : null);
  const missing = useMissing(Boolean(detail) || isSample, address.get('open'));
  const loaded = useLoaderData();
  // With each answer, also to what is asked again and again.
  const focusOfGone = useFocusOfGone(
    () => opened.current?.querySelector('h2') ?? document.querySelector('h1'),
    loaded,
    Boolean(detail),
  );
  const goBack = useWayBack();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes note of what has the focus
    <div className={`${page.page} ${styles.desk}`} data-desk onFocus={focusOfGone}>
      <div className={page.title}>
        {portrait ? (
          <div className={styles.who}>
            {portrait}
            {heading}
          </div>
        ) : (
          heading
        )}
        {/* A desk's words are English in every language; its title and its sections' are not. */}
        <p className={page.lead} role="status" lang={contentLanguage}>
          {isSample ? words.sampleSentence : sentence}
          {missing === 'notThere' && ` ${words.notThere}`}
          {missing === 'gone' && ` ${words.gone}`}
        </p>
        <DeskTools />
        <Motif />
      </div>
      <LateResults />
      <div className={styles.columns}>
        <div className={styles.side}>
          {!isOver && <Areas />}
          {administration && (
            <div className={isHome ? `${styles.tabs} ${styles.grid}` : styles.tabs} lang={contentLanguage}>
              <FilterLinks label={words.administration} options={administration} look="tabs" />
            </div>
          )}
          {tabs && (
            <div className={styles.tabs}>
              <FilterLinks label={words.tabs} options={tabs} look="tabs" replace={isOver} />
            </div>
          )}
        </div>
        <div className={styles.content} data-has-detail={detail ? true : undefined} lang={contentLanguage}>
          <div className={styles.main}>
            <StillShown isUnreached={isUnreached} standIn={standIn} />
            {children}
          </div>
          {detail && (
            <div ref={opened} className={styles.detail}>
              <Link className={styles.back} to={address.to(closing)} preventScrollReset onClick={goBack}>
                {words.back}
              </Link>
              {detail}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** Whether what the address opens was not there from the beginning, or has gone meanwhile; null where it is there. */
function useMissing(isOpen: boolean, open: string | null): 'notThere' | 'gone' | null {
  const last = useRef<string>(null);
  useEffect(() => {
    if (isOpen) last.current = open;
  }, [isOpen, open]);
  if (isOpen || open === null) return null;
  return last.current === open ? 'gone' : 'notThere';
}

/** What the bottom navigation has on narrower screens. */
function Areas() {
  const items = useNavigationItems(useSession().role);
  return (
    <nav className={styles.areas} aria-label={words.areas}>
      <ul role="list">
        {items.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink className={styles.area} to={to}>
              <Icon />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Notes what is on screen, and has the device keep what it is to keep. @returns how what is shown is not the answer to what was asked */
function useOnScreen(): { isUnreached: boolean; standIn: StandIn | undefined } {
  const loaded = useLoaderData<DeskLoaded | undefined>();
  const { pathname } = useLocation();
  const userId = useSession().user?.id;
  useEffect(() => {
    if (!loaded || !userId) return undefined;
    const { keptAs, standIn, unreached } = loaded;
    if (!standIn && !unreached) {
      if (keptAs) keepDesk(keptAs, userId, loaded);
      rememberAnswer(pathname, userId, loaded);
    }
    return deskOnScreen.hold({ path: pathname, userId, loaded });
  }, [loaded, pathname, userId]);
  return { isUnreached: Boolean(loaded?.unreached), standIn: loaded?.standIn };
}

/** The focus goes to what was opened, which comes into sight with it, and back to its row when it is closed. */
function useFocusOfOpen(detail: { current: HTMLElement | null }, open: string | null): void {
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (open === closed) return;
    if (open) {
      detail.current?.querySelector<HTMLElement>('h2')?.focus();
      return;
    }
    focusOnceReachable(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('#main a[href]')];
      const opens = ({ href }: HTMLAnchorElement) =>
        ['open', 'new'].some((name) => new URL(href).searchParams.get(name) === closed);
      return links.find(opens);
    });
  }, [open, detail]);
}

/** Focuses what is found, once no sheet stands before it that is about to close. */
function focusOnceReachable(find: () => HTMLElement | undefined): void {
  const sheet = document.querySelector('dialog[open]:not(:has([data-desk]))');
  if (sheet) sheet.addEventListener('close', () => focusOnceReachable(find), { once: true });
  else find()?.focus({ preventScroll: true });
}

/** Where the list is the entry before, the way back is the browser's own, which knows where the list was read. */
function useWayBack(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const state: FromList | null = useLocation().state;
  return (event) => {
    if (!state?.isFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}
