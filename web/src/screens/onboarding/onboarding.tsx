import { type FormEvent, useState } from 'react';
import { data, replace, useRevalidator } from 'react-router';
import { errorCode } from '../../api.ts';
import { apiOf, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { createProfile } from '../../features/profile/create-profile.ts';
import {
  type Personal,
  type PersonalErrors,
  PersonalFields,
  problemsOf,
} from '../../features/profile/personal-fields.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { onboarding as words } from '../../messages/en/profile.ts';
import { messages } from '../../messages/index.ts';
import { useOnward } from '../../shell/use-onward.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';

const doneDelayMs = 1_500;
const expiredDelayMs = 3_000;

type State = { step: 'idle' | 'submitting' | 'done' } | { step: 'failed' | 'expired'; words: string };

/**
 * Whoever has answered already, or has another role, is led home.
 * @throws what the server refuses with, or `offline`: without an answer nobody knows whether this form is for them.
 */
export async function loadOnboarding(args: LoaderArgs): Promise<null> {
  if (!args.context.get(maySignedInContext)) return null;
  const { profile, legacy_role } = await ask(args);
  if (legacy_role || profile?.onboarded || (profile && profile.role !== 'traveler')) throw replace('/dashboard');
  return null;
}

async function ask(args: LoaderArgs) {
  try {
    return await apiOf(args)('GET /api/profiles');
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') throw data(null, { status: 401 });
    throw error;
  }
}

/** The first visit: what a traveler likes, where they are from, how to reach them. */
export function OnboardingScreen() {
  const { user } = useSession();
  const goOn = useOnward();
  const { revalidate } = useRevalidator();
  const [personal, setPersonal] = useState<Personal>({ phone: '', location: '', interests: [] });
  const [errors, setErrors] = useState<PersonalErrors>({});
  const [state, setState] = useState<State>({ step: 'idle' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsOf(personal);
    setErrors(problems);
    if (problems.phone || problems.location) return;
    if (!user?.email) return setState({ step: 'failed', words: words.errors.noUser });
    setState({ step: 'submitting' });
    const created = await createProfile(personal);
    if (created.kind === 'fields') {
      setErrors(created.errors);
      return setState({ step: 'idle' });
    }
    if (created.kind === 'done') {
      setState({ step: 'done' });
      await revalidate();
      return goOn('/dashboard', doneDelayMs);
    }
    setState({ step: created.kind, words: created.words });
    if (created.kind === 'expired') goOn(() => location.replace('/'), expiredDelayMs);
  };

  useSaid(state.step === 'done' ? words.done : null);
  if (state.step === 'done') return <Done />;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{messages.titles.onboarding}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      <noscript>
        <p>{messages.shell.scriptNeeded}</p>
      </noscript>
      <form className={page.form} onSubmit={submit} noValidate>
        <PersonalFields
          value={personal}
          errors={errors}
          withInterests
          onChange={(change) => setPersonal((now) => ({ ...now, ...change }))}
          onCheck={(checked) => setErrors((now) => ({ ...now, ...checked }))}
        />
        {(state.step === 'failed' || state.step === 'expired') && (
          <Notice tone="bad" title={words.failed}>
            <p>{state.words}</p>
          </Notice>
        )}
        <Button type="submit" wide disabled={state.step === 'expired'} busy={state.step === 'submitting'}>
          {state.step === 'submitting' ? words.starting : words.start}
        </Button>
      </form>
    </div>
  );
}

function Done() {
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{words.done}</h1>
        <p className={page.lead}>{words.doneText}</p>
      </div>
      <div className={page.onward}>
        <ButtonLink to="/dashboard" replace look="quiet">
          {words.goOn}
        </ButtonLink>
      </div>
    </div>
  );
}
