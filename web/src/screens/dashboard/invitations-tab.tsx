import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Invitation, StakeholderType } from '../../../../contract/invitations.ts';
import { InvitationRow } from '../../features/invitations/invitation-row.tsx';
import { failureWords, InviteSheet } from '../../features/invitations/invite-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { invitations as words } from '../../messages/en/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './dashboard.module.css';

const kinds = ['partner', 'advertiser'] as const;

type Change = Invitation & { verb: 'resend' | 'revoke' };

/** Whom the administrators have invited, and inviting more. */
export function InvitationsTab({ invitations }: { invitations: Invitation[] }) {
  const { revalidate, state } = useRevalidator();
  const [inviting, setInviting] = useState<StakeholderType | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const change = useSubmit({
    send: ({ id, verb }: Change, api) => {
      const request = { params: { id } };
      return confirmed<unknown>(() =>
        verb === 'resend'
          ? api('POST /api/stakeholder/invitations/{id}/resend', request)
          : api('POST /api/stakeholder/invitations/{id}/revoke', request),
      );
    },
    done: (_answer, { verb, invited_email }) => {
      setSaid((verb === 'resend' ? words.resent : words.revoked)(invited_email));
      void revalidate();
    },
    refused: (failure) => {
      setSaid(null);
      void revalidate();
      return failureWords(failure);
    },
  });
  const sent = (kind: StakeholderType, { late }: { late: boolean }) => {
    setSaid(words.kinds[kind].sent);
    // Another may be being written by then.
    if (!late) setInviting(null);
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
              change.say();
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
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
      {change.problem && <Notice tone="bad">{change.problem}</Notice>}
      {invitations.length === 0 ? (
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      ) : (
        <ul role="list" className={list.rows}>
          {invitations.map((one) => (
            <InvitationRow
              key={one.id}
              invitation={one}
              busy={change.busy}
              onResend={() => void change.submit({ ...one, verb: 'resend' })}
              onRevoke={() => void change.submit({ ...one, verb: 'revoke' })}
            />
          ))}
        </ul>
      )}
      {inviting && (
        <InviteSheet
          kind={inviting}
          confirmed={confirmed}
          onClose={() => setInviting(null)}
          onSent={(given) => sent(inviting, given)}
          onUnanswered={() => void revalidate()}
        />
      )}
    </section>
  );
}
