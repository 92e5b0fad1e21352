import type { AuditEntryDetail } from '../../../../contract/audit-log.ts';
import { Detail } from '../../desk/detail.tsx';
import raw from '../../desk/raw-text.module.css';
import { auditDesk as words } from '../../messages/en/audit-desk.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './audit.module.css';
import { actorOf } from './audit-columns.tsx';

/** One entry: who did what to what, what was before and after, and its place in the chain. */
export function AuditDetail({ entry }: { entry: AuditEntryDetail }) {
  const { columns } = words;
  return (
    <Detail
      label={words.detail}
      title={words.named(entry.action)}
      facts={[
        [columns.at, words.moment(entry.recorded_at)],
        [columns.actor, actorOf(entry.actor)],
        [columns.kind, words.named(entry.subject_kind)],
        [columns.subject, entry.subject_id],
        [words.request, entry.request_id ?? words.noRequest],
        [words.place, words.placeOf(entry.id, entry.of)],
      ]}
    >
      <h3>{words.values}</h3>
      {entry.erased ? (
        <Notice>{words.erased}</Notice>
      ) : entry.values.length === 0 ? (
        <p>{words.noValues}</p>
      ) : (
        <Values values={entry.values} />
      )}
      <h3>{words.hashes}</h3>
      <dl className={styles.hashes}>
        {(
          [
            [words.hash, entry.hash],
            [words.previous, entry.previous_hash],
            [words.details, entry.details_hash],
          ] as const
        ).map(([name, hash]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={raw.text}>{hash}</dd>
          </div>
        ))}
      </dl>
    </Detail>
  );
}

/** Value beside value; what is another after than before is marked by a word, too. */
function Values({ values }: Pick<AuditEntryDetail, 'values'>) {
  return (
    <table className={styles.values}>
      <caption className="visually-hidden">{words.values}</caption>
      <thead>
        <tr>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ name, before, after }) => (
          <tr key={name} data-changed={before !== after || undefined}>
            <th scope="row">
              {name ? words.named(name) : words.theValue}
              {before !== after && (
                <>
                  {' '}
                  <Badge tone="warn">{words.changed}</Badge>
                </>
              )}
            </th>
            <td>{before ?? words.nothing}</td>
            <td>{after ?? words.nothing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
