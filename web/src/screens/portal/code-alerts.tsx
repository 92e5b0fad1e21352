import { Link } from 'react-router';
import type { CodeAlertKind } from '../../../../contract/portal-states.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { portalCodes as words } from '../../messages/en/portal-desk.ts';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { CodeLine } from './load-codes.ts';
import styles from './portal.module.css';

/** What may have happened to codes, above a long list of them: each leads to its code. */
export function CodeAlerts({ codes }: { codes: readonly CodeLine[] }) {
  const address = useTableAddress();
  const found = codes.filter(({ alerts }) => alerts.length > 0);
  if (found.length === 0) return null;
  const texts = words.alertsTexts;
  const isAny = (...kinds: CodeAlertKind[]) =>
    found.some(({ alerts }) => alerts.some(({ kind }) => kinds.includes(kind)));
  return (
    <Notice tone="warn" title={words.alertsTitle(found.length)}>
      <ul role="list" className={styles.alerts}>
        {found.map((code) => (
          <li key={code.id}>
            <Link to={address.to({ open: code.id })}>
              {[code.location_name, code.label].filter(Boolean).join(', ')}
            </Link>
            <span>{code.alerts.map(({ kind }) => words.alerts[kind]).join(', ')}</span>
          </li>
        ))}
      </ul>
      <p>
        {[
          texts.told,
          ...(isAny('quiet', 'place_quiet') ? [texts.quiet] : []),
          ...(isAny('far') ? [texts.far] : []),
        ].join(' ')}
      </p>
    </Notice>
  );
}

/** The same of one code, in words. */
export const AlertsOfCode = ({ code }: { code: CodeLine }) =>
  code.alerts.map(({ kind, since }) => (
    <Notice key={kind} tone="warn" title={words.alerts[kind]}>
      <p>{words.alertOf(kind, since)}</p>
    </Notice>
  ));

/** The same in a word or two. */
export const AlertBadges = ({ code }: { code: CodeLine }) =>
  code.alerts.map(({ kind }) => (
    <StatusBadge key={kind} look="odd">
      {words.alerts[kind]}
    </StatusBadge>
  ));
