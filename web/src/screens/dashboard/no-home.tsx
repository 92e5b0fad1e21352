import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { browserApi } from '../../api.ts';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { AccessScreen } from '../../shell/access.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

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
  const [failed, setFailed] = useState(false);
  const started = useRef(false);
  const migrate = useCallback(async () => {
    setFailed(false);
    try {
      await browserApi('POST /api/profiles/migrate-role');
      location.reload();
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void migrate();
  }, [migrate]);
  return (
    <AccessScreen title={words.updating} text={words.updatingText}>
      {failed ? (
        <Notice tone="bad" actions={<Button onClick={() => void migrate()}>{words.again}</Button>}>
          {words.updatingFailed}
        </Notice>
      ) : (
        <Spinner />
      )}
    </AccessScreen>
  );
}
