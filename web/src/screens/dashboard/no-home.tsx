import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { AccessScreen } from '../../shell/access.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSubmit } from '../../use-submit.ts';

const onboardingDelayMs = 500;

/** Somebody without a profile is on the way to the onboarding. */
export function NoProfile() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/onboarding', { replace: true }), onboardingDelayMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AccessScreen title={words.noProfile} text={words.noProfileText}>
      <Spinner />
    </AccessScreen>
  );
}

/** An account of an earlier system becomes a traveler's, once, and the page begins anew. */
export function UpdatingRole() {
  const migration = useSubmit({
    send: (_given: undefined, api) => api('POST /api/profiles/migrate-role'),
    done: () => location.reload(),
    refused: () => words.updatingFailed,
  });
  const migrate = () => void migration.submit(undefined);
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    migrate();
  }, []);
  return (
    <AccessScreen title={words.updating} text={words.updatingText}>
      {migration.problem ? (
        <Notice tone="bad" actions={<Button onClick={migrate}>{words.again}</Button>}>
          {migration.problem}
        </Notice>
      ) : (
        <Spinner />
      )}
    </AccessScreen>
  );
}
