import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { completeSignIn, type Outcome } from '../../features/sign-in/complete-sign-in.ts';
import { SignInLimited } from '../../features/sign-in/sign-in-limited.tsx';
import { callback as words } from '../../messages/en/callback.ts';
import { titles } from '../../messages/en/screens.ts';
import { stakeholders } from '../../messages/en/stakeholders.ts';
import { messages } from '../../messages/index.ts';
import { useSignedIn } from '../../shell/use-signed-in.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';

const redirectDelayMs = { signedIn: 1_000, invited: 2_000 };

type State = { step: 'completing' | 'inviting' } | { step: 'done'; outcome: Outcome };

/** Where the identity provider sends back to: the code becomes a session, an invitation becomes a role. */
export function CallbackScreen() {
  // Kept from the first render on: the address loses them right away.
  const [query] = useState(useSearchParams()[0]);
  const [state, setState] = useState<State>({ step: query.has('invitation') ? 'inviting' : 'completing' });
  const leadOn = useSignedIn();
  const navigate = useNavigate();
  const started = useRef(false);
  const { site, user } = useSession();
  const complete = async () => {
    const outcome = await completeSignIn(query, user?.id, () => setState({ step: 'inviting' }));
    if (outcome.kind === 'failed') {
      const reason = outcome.reason ? `&reason=${outcome.reason}` : '';
      return navigate(`/?error=auth_failed${reason}`, { replace: true });
    }
    setState({ step: 'done', outcome });
    if (outcome.kind === 'email-first' || outcome.kind === 'limited') return;
    await leadOn(outcome.userId, outcome.next, redirectDelayMs[outcome.kind]);
  };
  const again = () => {
    focusScreen();
    setState({ step: 'completing' });
    void complete();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is exchanged once, when the page opens
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
    if (started.current) return;
    started.current = true;
    void complete();
  }, []);

  const isIn = state.step === 'done' && (state.outcome.kind === 'signedIn' || state.outcome.kind === 'invited');
  useSaid(isIn ? words.welcome(site.productName) : state.step === 'inviting' ? words.invitation : null);
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      {state.step === 'completing' && <Waiting title={titles.callback} text={words.text} />}
      {state.step === 'inviting' && <Waiting title={words.invitation} text={words.invitationText} />}
      {state.step === 'done' && <Done outcome={state.outcome} onAgain={again} />}
    </div>
  );
}

function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <div className={page.head}>
      <h1>{title}</h1>
      <p className={page.lead}>{text}</p>
      <Spinner />
      <noscript>
        <p>{messages.shell.scriptNeeded}</p>
      </noscript>
    </div>
  );
}

function Done({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const { site } = useSession();
  if (outcome.kind === 'email-first') {
    return (
      <>
        <h1>{words.emailFirst}</h1>
        <Notice tone="warn">{outcome.words}</Notice>
        <div className={page.actions}>
          <ButtonLink to="/auth" wide>
            {words.emailFirstAction}
          </ButtonLink>
          <ButtonLink to="/" look="plain" wide>
            {words.home}
          </ButtonLink>
        </div>
      </>
    );
  }
  if (outcome.kind === 'limited') return <SignInLimited detail={outcome.words} onAgain={onAgain} />;
  const role = outcome.kind === 'invited' ? outcome.stakeholder : null;
  return (
    <div className={page.head}>
      <h1>{words.welcome(site.productName)}</h1>
      <p className={page.lead}>
        {role
          ? words.welcomeAs(stakeholders.as[role.type], role.partnerType && stakeholders.partnerTypes[role.partnerType])
          : words.ready}
      </p>
    </div>
  );
}
