import { useRef, useState } from 'react';
import { replace, useRevalidator } from 'react-router';
import { keepDraft } from '../../device/form-draft.ts';
import { useTakenDraft } from '../../draft-form.tsx';
import { createProfile, refusedBecause } from '../../features/profile/create-profile.ts';
import { type Personal, PersonalFields, problemsOf } from '../../features/profile/personal-fields.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { fieldsOf } from '../../fields-of-form.ts';
import { loader } from '../../loader.ts';
import { forms } from '../../messages/en/forms.ts';
import { onboarding as words } from '../../messages/en/profile.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { useOnward } from '../../shell/use-onward.ts';
import { SignInAgain } from '../../sign-in-again.tsx';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';
import { useSubmit } from '../../use-submit.ts';

const draft = 'onboarding';
const doneDelayMs = 1_500;
const expiredDelayMs = 3_000;

/** Whoever has answered already, or has another role, is led home. Without an answer nobody knows whether this form is for them. */
export const loadOnboarding = loader({
  access: 'signed-in',
  live: async (api) => {
    const { profile, legacy_role } = await api('GET /api/profiles');
    if (legacy_role || profile?.onboarded || (profile && profile.role !== 'traveler')) throw replace('/dashboard');
    return null;
  },
});

/** The first visit: what a traveler likes, where they are from, how to reach them. */
export function OnboardingScreen() {
  const { user } = useSession();
  const goOn = useOnward();
  const { revalidate } = useRevalidator();
  const [personal, setPersonal] = useState<Personal>({ phone: '', location: '', interests: [] });
  const [begunAt] = useState(() => new Date().toISOString());
  const [step, setStep] = useState<'asked' | 'done' | 'expired'>('asked');
  const form = useRef<HTMLFormElement>(null);
  const answers = useSubmit({
    check: () => ({ faults: problemsOf(personal), words: user?.email ? undefined : words.errors.noUser }),
    send: (_filled: Filled, api) => createProfile(personal, begunAt, api),
    done: async () => {
      setStep('done');
      await revalidate();
      goOn('/dashboard', doneDelayMs);
    },
    refused: (failure) => {
      const isExpired = (failure as { status?: number }).status === 401;
      // Where nothing can be kept, this page stays open for what was typed.
      if (isExpired && user && keepDraft(draft, user.id, fieldsOf(form.current!))) {
        setStep('expired');
        goOn(() => location.replace('/'), expiredDelayMs);
      }
      return refusedBecause(failure);
    },
  });
  useTakenDraft(form, draft, answers, true);

  const wayOn = { words: forms.typedStays, action: <SignInAgain form={form} draft={draft} of={answers} /> };
  useSaid(step === 'done' ? words.done : null);
  if (step === 'done') return <Done />;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.onboarding}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      <noscript>
        <p>{messages.shell.scriptNeeded}</p>
      </noscript>
      <SubmitForm
        of={answers}
        label={words.start}
        busyLabel={words.starting}
        disabled={step === 'expired'}
        failedTitle={words.failed}
        formRef={form}
        {...(answers.needsSignIn && step !== 'expired' && { wayOn })}
      >
        <PersonalFields
          value={personal}
          faults={answers.faults}
          withInterests
          onChange={(change) => setPersonal((now) => ({ ...now, ...change }))}
          onCheck={answers.mark}
        />
      </SubmitForm>
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
