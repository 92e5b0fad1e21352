import { type MouseEvent, useEffect, useState } from 'react';
import { Navigate, redirect, useSearchParams } from 'react-router';
import { keptFirstContext, type LoaderArgs } from '../../contexts.ts';
import { takeErased } from '../../device/erased-here.ts';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { currentSession } from '../../features/session/current-session.ts';
import { useSession } from '../../features/session/use-session.ts';
import { landing as words } from '../../messages/en/landing.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { useSignInPrompt } from '../../shell/sign-in-prompt.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ScanIcon } from '../../ui/icons.tsx';
import { BookmarkIcon, TicketIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './landing.module.css';

type Reason = keyof typeof words.reasons;

const icons = [ScanIcon, TicketIcon, BookmarkIcon];

/** Whoever is signed in is led home before the page is shown, where it begins without a network: home asks the device at once there. */
export async function loadLanding(args: LoaderArgs): Promise<null> {
  if (args.context.get(keptFirstContext) && (await currentSession(args)).user) throw redirect('/dashboard');
  return null;
}

/** The cover of the guide, for those who are not signed in. */
export function LandingScreen() {
  const { user, site } = useSession();
  const query = useSearchParams()[0];
  const hasFailed = query.get('error') === 'auth_failed';
  const reason = query.get('reason') ?? '';
  const askToSignIn = useSignInPrompt();
  const [isErased, setErased] = useState(false);
  useEffect(() => {
    if (takeErased()) setErased(true);
  }, []);
  if (user) return <Navigate to="/dashboard" replace />;
  const onSignIn = (event: MouseEvent) => askToSignIn({ place: 'page' }, event);
  return (
    <>
      <div className={styles.cover}>
        <Picture
          src="/pictures/landing.avif"
          srcSet="/pictures/landing.avif 640w, /pictures/landing-1280.avif 1280w"
          color="#869088"
          first
          bleed
        />
        <Motif />
      </div>
      <div className={styles.hero}>
        <Status>
          {isErased && (
            <Notice tone="ok" title={words.erased} intoView>
              <p>{words.erasedText}</p>
            </Notice>
          )}
        </Status>
        {hasFailed && (
          <Notice
            tone="bad"
            actions={
              <ButtonLink to="/auth" look="plain" onClick={onSignIn}>
                {messages.error.retry}
              </ButtonLink>
            }
          >
            {Object.hasOwn(words.reasons, reason) ? words.reasons[reason as Reason] : words.signInFailed}
          </Notice>
        )}
        <p className={styles.kicker}>
          {words.kicker}
          <span className={styles.since}>{words.since}</span>
        </p>
        <h1 className={styles.headline}>{titles.landing}</h1>
        <p className={styles.lead}>{words.description}</p>
        <div className={styles.actions}>
          <ButtonLink to="/scan" wide>
            {words.start}
          </ButtonLink>
          <ButtonLink to="/auth" look="plain" wide onClick={onSignIn}>
            {words.signIn}
          </ButtonLink>
        </div>
      </div>
      <section className={styles.section} aria-labelledby="how">
        <h2 id="how" className="visually-hidden">
          {words.featuresTitle}
        </h2>
        <ul role="list" className={styles.features}>
          {words.features.map(({ title, text }, index) => {
            const Icon = icons[index]!;
            return (
              <li key={title} className={styles.feature}>
                <Icon />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <section className={styles.heritage} aria-labelledby="heritage">
        <Motif />
        <h2 id="heritage">{words.heritageTitle}</h2>
        <p>{words.heritage(site.productName)}</p>
        <LanguageSwitch />
        <div>
          <ButtonLink to="/apply" look="quiet">
            {titles.apply}
          </ButtonLink>
          <ButtonLink to="/privacy" look="quiet">
            {titles.privacy}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}
