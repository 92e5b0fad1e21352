import type { StakeholderType } from '../../../../contract/invitations.ts';
import { applicationsDesk as words } from '../../messages/en/applications-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import styles from './dashboard.module.css';
import type { AdminShown } from './load-admin.ts';

interface WaitingApplicationsProps {
  /** Left out where the screen says it already. */
  waiting?: AdminShown['waiting'];
  of?: StakeholderType;
}

/** The way to those who have applied, all or of one kind, and how many wait. */
export function WaitingApplications({ waiting, of }: WaitingApplicationsProps) {
  return (
    <div className={styles.bar}>
      <ButtonLink look="plain" to={`/applications?state=new${of ? `&stakeholder_type=${of}` : ''}`}>
        {titles.applications}
      </ButtonLink>
      {typeof waiting === 'number' && <p className={list.note}>{words.sentence(waiting)}</p>}
    </div>
  );
}
