import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Invitation, StakeholderType } from '../../../../contract/invitations.ts';
import { ApiError, browserApi } from '../../api.ts';
import { InvitationRow } from '../../features/invitations/invitation-row.tsx';
import { InviteSheet } from '../../features/invitations/invite-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { invitations as words } from '../../messages/en/invitations.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import styles from './dashboard.module.css';

const kinds = ['partner', 'advertiser'] as const;

type Said = { tone: 'ok' | 'bad'; words: string } | null;

/** Whom the administrators have invited, and inviting more. */
export function InvitationsTab({ invitations }: { invitations: Invitation[] }) {
  const { revalidate, state } = useRevalidator();
  const [inviting, setInviting] = useState<StakeholderType | null>(null);
  const [said, setSaid] = useState<Said>(null);
  const [busy, setBusy] = useState(false);

  const act = async (invitation: Invitation, verb: 'resend' | 'revoke') => {
    setBusy(true);
    const request = { params: { id: invitation.id } };
    try {
      if (verb === 'resend') {
        await confirmed(() => browserApi('POST /api/stakeholder/invitations/{id}/resend', request));
      } else await confirmed(() => browserApi('POST /api/stakeholder/invitations/{id}/revoke', request));
      const done = verb === 'resend' ? words.resent : words.revoked;
      setSaid({ tone: 'ok', words: done(invitation.invited_email) });
    } catch (error) {
      const answered = error instanceof ApiError && error.status !== 0;
      setSaid({ tone: 'bad', words: answered ? words.failed(refusalWords(error, words.unknown)) : words.network });
    }
    setBusy(false);
    await revalidate();
  };
  const sent = () => {
    setSaid({ tone: 'ok', words: words.kinds[inviting!].sent });
    setInviting(null);
    void revalidate();
  };

  return (
    <section className={page.section} aria-labelledby="invitations">
      <div className={page.head}>
        <h2 id="invitations">{words.title}</h2>
        <p className={page.lead}>{words.lead}</p>
      </div>
      <div className={styles.bar}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            look={kind === 'partner' ? 'primary' : 'plain'}
            onClick={() => {
              setSaid(null);
              setInviting(kind);
            }}
          >
            {words.kinds[kind].open}
          </Button>
        ))}
        <Button look="quiet" busy={state === 'loading'} onClick={() => void revalidate()}>
          {words.refresh}
        </Button>
      </div>
      <Status>{said?.tone === 'ok' && <Notice tone="ok">{said.words}</Notice>}</Status>
      {said?.tone === 'bad' && <Notice tone="bad">{said.words}</Notice>}
      {invitations.length === 0 ? (
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      ) : (
        <ul role="list" className={list.rows}>
          {invitations.map((one) => (
            <InvitationRow
              key={one.id}
              invitation={one}
              busy={busy}
              onResend={() => void act(one, 'resend')}
              onRevoke={() => void act(one, 'revoke')}
            />
          ))}
        </ul>
      )}
      {inviting && (
        <InviteSheet kind={inviting} confirmed={confirmed} onClose={() => setInviting(null)} onSent={sent} />
      )}
    </section>
  );
}
