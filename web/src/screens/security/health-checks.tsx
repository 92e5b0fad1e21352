import type { SystemHealth } from '../../../../contract/security-desk.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import styles from './security.module.css';

/** What the platform is measured by, each with how it is. */
export function HealthChecks({ of }: { of: SystemHealth['checks'] }) {
  return (
    <dl className={styles.checks}>
      {of.map(({ check, state }) => (
        <div key={check}>
          <dt>{words.check[check]}</dt>
          <dd data-state={state}>{words.state[state]}</dd>
        </div>
      ))}
    </dl>
  );
}
