import type { FaultDetail as Fault } from '../../../../contract/faults.ts';
import { Detail, DetailLines, History } from '../../desk/detail.tsx';
import raw from '../../desk/raw-text.module.css';
import { faultsDesk as words } from '../../messages/en/faults-desk.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { nameOf, StateBadge } from './fault-columns.tsx';
import styles from './security.module.css';

interface FaultDetailProps {
  fault: Fault;
  /** Told that it is to be closed, or opened again. */
  onChange: () => void;
}

/** One fault: what it is, its newest reports, and what was done about it. */
export function FaultDetail({ fault, onChange }: FaultDetailProps) {
  const facts = [
    [words.kind, fault.kind],
    [words.columns.place, fault.place ?? words.unknownPlace],
    [words.columns.severity, words.severityOf(fault.severity)],
    [words.columns.state, <StateBadge key="state" fault={fault} />],
    [words.columns.reports, words.number(fault.reports)],
    [words.columns.people, words.number(fault.people)],
    [words.columns.first, words.moment(fault.first_seen_at)],
    [words.columns.last, words.moment(fault.last_seen_at)],
  ] as const;
  return (
    <Detail label={words.detail} title={nameOf(fault)} facts={facts}>
      <div className={page.actions}>
        <Button look="plain" onClick={onChange}>
          {fault.state === 'open' ? words.close : words.reopen}
        </Button>
      </div>
      <DetailLines
        title={words.newest}
        lines={fault.newest.map((report) => ({
          key: report.id,
          line: report.message || words.noMessage,
          note: <Origin {...report} />,
        }))}
      />
      <History entries={fault.history} wordsOf={words.entry} />
    </Detail>
  );
}

/** When and where a report came from, and whose it is. */
function Origin({ kind, received_at, user_agent, email, url, stack }: Fault['newest'][number]) {
  return (
    <>
      <p>{(kind === 'person' ? words.byPerson : words.byPage)(received_at, user_agent)}</p>
      {email && <p>{email}</p>}
      {url && <p>{url}</p>}
      {stack && (
        <details>
          <summary className={styles.summary}>{words.stack}</summary>
          <pre className={raw.text}>{stack}</pre>
        </details>
      )}
    </>
  );
}
