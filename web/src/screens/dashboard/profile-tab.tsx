import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import { draftOf } from '../../device/form-draft.ts';
import { OwnData } from '../../features/own-data/own-data.tsx';
import { SessionList } from '../../features/own-sessions/session-list.tsx';
import { confirmed, confirmForFile } from '../../features/passkeys/confirmed.ts';
import { PasskeyList } from '../../features/passkeys/passkey-list.tsx';
import { ProfileCard } from '../../features/profile/profile-card.tsx';
import { ProfileForm, profileDraft } from '../../features/profile/profile-form.tsx';
import { beginAnew, beginErased, signOut } from '../../features/session/sign-out.ts';
import { ownData as ownDataWords } from '../../messages/en/own-data.ts';
import { profile as words } from '../../messages/en/profile.ts';
import { passkeys as passkeyWords, sessions as sessionWords } from '../../messages/en/security.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import styles from './dashboard.module.css';
import type { Shown } from './load-dashboard.ts';

const signInAgain = async () =>
  (await signOut(`/auth?redirect=${encodeURIComponent('/dashboard?tab=profile')}`)) === 'done';

type ProfileTabProps = { user: CurrentUser; profile: OwnProfile } & Pick<Shown, 'passkeys' | 'sessions'>;

/** One's own account: the profile, what confirms it, and where it is signed in. */
export function ProfileTab({ user, profile, passkeys, sessions }: ProfileTabProps) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<'shown' | 'editing' | 'saved'>('shown');
  useEffect(() => {
    if (draftOf(user.id) === profileDraft) setState('editing');
  }, [user.id]);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (next: 'shown' | 'saved') => {
    setState(next);
    // Back to where it was opened from, which is there again after this.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const saved = async () => {
    await revalidate();
    close('saved');
  };
  return (
    <div className={styles.profile}>
      <div className={`${page.page} ${page.inner} ${styles.columns}`}>
        <section className={page.section} aria-labelledby="profile">
          <h2 id="profile">{words.title}</h2>
          <Status>{state === 'saved' && <Notice tone="ok">{words.saved}</Notice>}</Status>
          {state === 'editing' ? (
            <ProfileForm profile={profile} onSaved={saved} onCancel={() => close('shown')} />
          ) : (
            <>
              <ProfileCard user={user} profile={profile} />
              <Button ref={opener} look="plain" wide onClick={() => setState('editing')}>
                {words.edit}
              </Button>
            </>
          )}
        </section>
        <section className={page.section} aria-labelledby="passkeys">
          <div className={page.head}>
            <h2 id="passkeys">{passkeyWords.title}</h2>
            <p className={page.lead}>{passkeyWords.lead}</p>
          </div>
          <PasskeyList passkeys={passkeys ?? []} onChange={() => void revalidate()} onSignInAgain={signInAgain} />
        </section>
        <section className={page.section} aria-labelledby="sessions">
          <h2 id="sessions">{sessionWords.title}</h2>
          <SessionList
            sessions={sessions ?? []}
            onChange={() => void revalidate()}
            onSignedOut={() => void beginAnew()}
          />
        </section>
        <section className={page.section} aria-labelledby="own-data">
          <div className={page.head}>
            <h2 id="own-data">{ownDataWords.title}</h2>
            <p className={page.lead}>{ownDataWords.lead}</p>
          </div>
          <OwnData
            confirm={(_given, api) => confirmForFile(api)}
            confirmed={confirmed}
            onErased={() => void beginErased()}
            onSignInAgain={signInAgain}
          />
        </section>
      </div>
    </div>
  );
}
