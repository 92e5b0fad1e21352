import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSavedNews } from '../features/saved/saved-news.ts';
import { useSession } from '../features/session/use-session.ts';
import { list } from '../messages/format.ts';
import { messages } from '../messages/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import { Spinner } from '../ui/spinner.tsx';
import { Vignette } from '../ui/vignette.tsx';
import { useHandle } from './route-handle.ts';

const words = messages.access;

/** What stands in a screen's place for somebody who may not see it, or not yet. */
export function AccessScreen({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{title}</h1>
        <p className={page.lead}>{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Signed out where a session is needed: a screen for one's own things, or one for certain roles. */
export function SignInNeeded() {
  const { access } = useHandle();
  const { pathname, search } = useLocation();
  const forRoles = Array.isArray(access);
  const { waits } = useSavedNews();
  return (
    <AccessScreen
      title={forRoles ? words.authentication : words.signIn}
      text={forRoles ? words.authenticationText : words.signInText}
    >
      {waits && <Notice>{waits}</Notice>}
      <ButtonLink to={`/auth?redirect=${encodeURIComponent(pathname + search)}`} wide>
        {words.toSignIn}
      </ButtonLink>
    </AccessScreen>
  );
}

export function ProfileNeeded() {
  return (
    <AccessScreen title={words.profile} text={words.profileText}>
      <ButtonLink to="/onboarding" wide>
        {words.toProfile}
      </ButtonLink>
    </AccessScreen>
  );
}

/** Another role than this screen is for: whom it is for, and who one is. An administrator who is refused is no one it is open to. */
export function AccessRestricted() {
  const { access, refusal } = useHandle();
  const { role } = useSession();
  // Of the right role, and not given this part of what is of that role.
  const isPart = refusal?.ownText !== undefined && Array.isArray(access) && access.some((one) => one === role);
  const text = (isPart ? refusal.ownText : refusal?.text) ?? words.restrictedText;
  return (
    <AccessScreen title={refusal?.title ?? words.restricted} text={text}>
      {access && access !== 'signed-in' && !isPart && (
        <dl className={page.facts}>
          <div>
            <dt>{words.allowed}</dt>
            <dd>
              {list(
                [...new Set([...access, 'admin' as const])].flatMap((one) =>
                  one === 'guest' || (one === 'admin' && role === 'admin') ? [] : messages.roles[one],
                ),
              )}
            </dd>
          </div>
          <div>
            <dt>{words.yours}</dt>
            <dd>{messages.roles[role ?? 'traveler']}</dd>
          </div>
        </dl>
      )}
      <ButtonLink to="/dashboard" wide>
        {words.toDashboard}
      </ButtonLink>
    </AccessScreen>
  );
}

/** While it is not known yet who is here. */
export function LoadingScreen() {
  const { site } = useSession();
  return (
    <div className={`${page.page} ${page.center}`} role="status">
      <Vignette />
      <div className={page.head}>
        <h1>{messages.shell.loading(site.productName)}</h1>
        <Spinner />
      </div>
    </div>
  );
}
