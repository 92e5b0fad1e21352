import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import { ownPath } from '../../../../contract/paths.ts';
import { browserApi, errorCode } from '../../api.ts';
import { withLock } from '../../device/with-lock.ts';
import { useSession } from '../../features/session/use-session.ts';
import { SignInLimited } from '../../features/sign-in/sign-in-limited.tsx';
import { type Before, noteBefore, signedInAfterAll } from '../../features/sign-in/signed-in-after-all.ts';
import { magicLink as words } from '../../messages/en/magic-link.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { limitWords, refusalWords } from '../../refusal-words.ts';
import { useSignedIn } from '../../shell/use-signed-in.ts';
import { signedInHere } from '../../signed-in-here.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';
import styles from './magic-link.module.css';

const redirectDelayMs = 2_000;

type State =
  | { step: 'verifying' | 'confirming' }
  | { step: 'welcome'; next: string }
  /** With `again`, the link may not have been looked at: it can be tried again, as it was (`confirm`). */
  | { step: 'failed'; detail: string; again?: { confirm: boolean } }
  /** Refused before the link was looked at. */
  | { step: 'limited'; detail: string; again: { confirm: boolean } };

/** Keeps a link's token in this tab's history alone, so that a reload still finds it; without one what was kept is forgotten. */
const keepToken = (link?: string) =>
  history.replaceState({ ...history.state, usr: link ? { link } : null }, '', location.pathname);

/** Where a sign-in link from the mail leads. */
export function MagicLinkScreen() {
  // Kept from the first render on: the address loses it right away.
  const inAddress = useSearchParams()[0].get('token');
  const kept = (useLocation().state as { link?: string } | null)?.link;
  const [token] = useState(inAddress ?? kept);
  const [state, setState] = useState<State>({ step: 'verifying' });
  const leadOn = useSignedIn();
  const started = useRef(false);

  const { site, user: present } = useSession();
  const before = useRef<Before>(null);

  const welcome = async ({ id, profile }: CurrentUser, wanted: string | null) => {
    const next = wanted ?? (profile?.role === 'partner' ? '/partner-portal' : '/');
    keepToken();
    setState({ step: 'welcome', next });
    await leadOn(id, next, redirectDelayMs);
  };
  const verify = async (confirm: boolean) => {
    setState({ step: 'verifying' });
    try {
      const body = { token: token!, confirm };
      // Of two tabs with the same link the second would take the first one's answer for lost, and end its session.
      const redeem = () => browserApi('POST /api/auth/magic-link/verify', { body });
      const { redirect, user } = await withLock('holoholo.sign-in', redeem);
      await welcome(user, ownPath(redirect));
    } catch (failure) {
      const code = errorCode(failure);
      if (code === 'link_confirm') return setState({ step: 'confirming' });
      const mayBeIn = code === 'offline' || code === 'link_invalid';
      const user = mayBeIn && (await signedInAfterAll(before.current!));
      if (user) return await welcome(user, null);
      const limited = limitWords(failure);
      if (limited) return setState({ step: 'limited', detail: limited, again: { confirm } });
      const detail = code === 'offline' ? words.errors.network : refusalWords(failure, words.errors.default);
      const isUnread = code === 'offline' || code === 'unavailable';
      // One that was looked at and refused is of no more use.
      if (!isUnread) keepToken();
      setState({ step: 'failed', detail, ...(isUnread && { again: { confirm } }) });
    }
  };
  const press = (confirm: boolean) => {
    focusScreen();
    void verify(confirm);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is redeemed once, when the page opens
  useEffect(() => {
    // Nobody who looks over the shoulder needs the token.
    if (started.current) return;
    started.current = true;
    if (!token) return setState({ step: 'failed', detail: words.errors.noToken });
    keepToken(token);
    before.current = noteBefore(present?.id);
    void verify(false);
  }, []);

  useSaid(titleOf(state.step, site.productName));
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      {state.step === 'verifying' && <Verifying />}
      {state.step === 'confirming' && <Confirm onConfirm={() => press(true)} />}
      {state.step === 'welcome' && <Welcome next={state.next} />}
      {state.step === 'limited' && <SignInLimited detail={state.detail} onAgain={() => press(state.again.confirm)} />}
      {state.step === 'failed' && (
        <Failed detail={state.detail} onAgain={state.again && (() => press(state.again!.confirm))} />
      )}
    </div>
  );
}

/** What is said of a step; a failure is an alert of its own. */
function titleOf(step: State['step'], productName: string): string | null {
  if (step === 'verifying') return titles.magicLink;
  if (step === 'confirming') return words.confirmTitle;
  return step === 'welcome' ? words.welcome(productName) : null;
}

function Verifying() {
  return (
    <div className={page.head}>
      <h1>{titles.magicLink}</h1>
      <p className={page.lead}>{words.verifyingText}</p>
      <Spinner />
      <noscript>
        <p>{messages.shell.scriptNeeded}</p>
      </noscript>
    </div>
  );
}

function Confirm({ onConfirm }: { onConfirm: () => void }) {
  return (
    <>
      <div className={page.head}>
        <h1>{words.confirmTitle}</h1>
        <p className={page.lead}>{words.confirmText}</p>
      </div>
      <Button wide onClick={onConfirm}>
        {words.confirm}
      </Button>
    </>
  );
}

function Welcome({ next }: { next: string }) {
  const { site, user } = useSession();
  // Where the page shows another it is not the one to go on in.
  const begin = (event: MouseEvent) => {
    if (!user || user.id === signedInHere()?.userId) return;
    event.preventDefault();
    location.replace(next);
  };
  return (
    <>
      <div className={page.head}>
        <h1>{words.welcome(site.productName)}</h1>
        <p className={page.lead}>{words.redirecting}</p>
      </div>
      <div className={page.onward}>
        <ButtonLink to={next} replace onClick={begin} look="quiet">
          {words.goOn}
        </ButtonLink>
      </div>
    </>
  );
}

function Failed({ detail, onAgain }: { detail: string; onAgain: (() => void) | undefined }) {
  return (
    <>
      <h1>{words.failed}</h1>
      <Notice tone="bad">{detail}</Notice>
      <div className={page.section}>
        <h2>{words.causesTitle}</h2>
        <ul className={styles.causes}>
          {words.causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
        <p>{words.newLink}</p>
      </div>
      <div className={page.actions}>
        {onAgain && (
          <Button wide onClick={onAgain}>
            {messages.error.retry}
          </Button>
        )}
        <ButtonLink to="/auth" look={onAgain ? 'plain' : 'primary'} wide>
          {words.requestNew}
        </ButtonLink>
        <ButtonLink to="/" look="plain" wide>
          {words.home}
        </ButtonLink>
      </div>
    </>
  );
}
