import type { ReactNode } from 'react';
import type { Application } from '../../../../contract/applications.ts';
import { Detail } from '../../desk/detail.tsx';
import { applicationsDesk as words } from '../../messages/en/applications-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { ApplicationState } from './application-columns.tsx';
import { type ApplicationAction, applicationDeeds } from './application-sheet.tsx';
import styles from './applications.module.css';

interface ApplicationDetailProps {
  application: Application;
  onAct: (action: ApplicationAction) => void;
}

/** One application: who it is, what speaks for a second look, and the two decisions. */
export function ApplicationDetail({ application, onAct }: ApplicationDetailProps) {
  const { columns } = words;
  const { email, state, created_at, decided_at, risks, message } = application;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <ApplicationState key="state" state={state} />],
    [columns.kind, words.kindOf(application)],
    [words.contact, application.contact_name],
    [columns.email, email],
    [words.phone, application.phone],
    // What strangers lead to is shown, and no link: it is opened on purpose.
    [words.website, application.website],
    [words.address, application.address],
    [columns.created, words.moment(created_at)],
    [columns.decided, words.decidedBy(application)],
    [words.took, decided_at && words.spanBetween(created_at, decided_at)],
  ];
  return (
    <Detail label={words.detail} title={application.organization_name} facts={all.filter(([, value]) => value)}>
      <section className={page.section} aria-label={words.toLookAt}>
        <h3>{words.toLookAt}</h3>
        {risks.length === 0 ? (
          <p className={list.note}>{words.noRisks}</p>
        ) : (
          <ul role="list" className={list.rows}>
            {risks.map((told) => (
              <li key={told.risk} className={list.row}>
                {words.risk(told, application)}
              </li>
            ))}
          </ul>
        )}
      </section>
      {message && (
        <section className={page.section} aria-label={words.message}>
          <h3>{words.message}</h3>
          <p className={styles.message}>{message}</p>
        </section>
      )}
      <div className={page.actions}>
        {state === 'new' &&
          applicationDeeds.map((does) => (
            <Button
              key={does}
              look={does === 'invite' ? 'primary' : 'plain'}
              onClick={() => onAct({ does, application })}
            >
              {words.deeds[does]}
            </Button>
          ))}
        {state === 'invited' && (
          <ButtonLink look="quiet" to={`/dashboard?${new URLSearchParams({ tab: 'invitations', search: email })}`}>
            {words.toInvitation}
          </ButtonLink>
        )}
      </div>
    </Detail>
  );
}
