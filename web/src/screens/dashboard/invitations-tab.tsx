import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Invitation, listInvitations, StakeholderType } from '../../../../contract/invitations.ts';
import table from '../../desk/data-table.module.css';
import { StillShown } from '../../desk/still-shown.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { Pages, useFocusOfPage } from '../../desk/table-pages.tsx';
import { useFocusOfGone } from '../../desk/use-focus-of-gone.ts';
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

interface InvitationsTabProps {
  invitations: Answer<typeof listInvitations>;
  /** What was there before, as what was asked for cannot be had. */
  isOld: boolean;
}

/** Whom the administrators have invited, found by search and status, a page at a time, and inviting more. */
export function InvitationsTab({ invitations, isOld }: InvitationsTabProps) {
  const { revalidate, state } = useRevalidator();
  const [inviting, setInviting] = useState<StakeholderType | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const address = useTableAddress();
  const isFiltered = ['search', 'status'].some((name) => address.get(name));
  const isAny = isFiltered || invitations.total > 0;
  const shown = useRef<HTMLUListElement>(null);
  useFocusOfPage(shown, address.get('after'));
  const heading = useRef<HTMLHeadingElement>(null);
  // A row loses its buttons as its invitation ends, or is gone from what is listed.
  const focusOfGone = useFocusOfGone(
    (around) =>
      around.find((one): one is HTMLElement => one instanceof HTMLLIElement && one.isConnected) ?? heading.current,
    invitations,
  );
  const asked = useRef<Change['verb']>('resend');
  const change = useSubmit({
    send: ({ id, verb }: Change, api) => {
      asked.current = verb;
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
      // Those words are of sending.
      return asked.current === 'resend' ? failureWords(failure) : undefined;
    },
  });
  const sent = (kind: StakeholderType, { late }: { late: boolean }) => {
    setSaid(words.kinds[kind].sent);
    // Another may be being written by then.
    if (!late) setInviting(null);
    void revalidate();
  };

  return (
    <section className={page.section} aria-labelledby="invitations" onFocus={focusOfGone}>
      <div className={page.head}>
        <h2 ref={heading} id="invitations" tabIndex={-1}>
          {words.title}
        </h2>
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
      <StillShown isUnreached={isOld} />
      {isAny && (
        <div className={table.tools}>
          <TableSearch label={words.search} />
          <TableFilter label={words.status} param="status" options={words.statuses} />
        </div>
      )}
      <Status>{isAny && <p className={list.note}>{words.found(invitations.total)}</p>}</Status>
      {invitations.rows.length === 0 ? (
        <EmptyState title={isFiltered ? words.noMatch : words.none}>
          {isFiltered ? words.noMatchText : words.noneText}
        </EmptyState>
      ) : (
        <ul ref={shown} tabIndex={-1} role="list" aria-labelledby="invitations" className={list.rows}>
          {invitations.rows.map((one) => (
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
      <Pages next={invitations.next} />
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
