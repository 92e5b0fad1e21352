import type { AuditEntryDetail } from '../../../../contract/audit-log.ts';
import { Detail } from '../../desk/detail.tsx';
import raw from '../../desk/raw-text.module.css';
import { auditDesk as words } from '../../messages/en/audit-desk.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';

import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import styles from './audit.module.css';
import { actorOf } from './audit-columns.tsx';

/** One entry: who did what to what, what was before and after, and its place in the chain. */
export function AuditDetail({ entry }: { entry: AuditEntryDetail }) {
  const { columns } = words;
  return (
    <Detail
      label={words.detail}
      title={words.actionOf(entry.action)}
      facts={[
        [columns.at, words.moment(entry.recorded_at)],
        [columns.actor, actorOf(entry.actor)],
        [columns.kind, words.kindOf(entry.subject_kind)],
        ...(entry.subject ? [[columns.subject, entry.subject] as const] : []),
        [words.id, entry.subject_id],
        [words.request, entry.request_id ?? words.noRequest],
        [words.place, words.placeOf(entry.id, entry.of)],
      ]}
    >
      {entry.screen && (
        <div className={page.actions}>
          <ButtonLink look="plain" to={entry.screen}>
            {words.open}
          </ButtonLink>
        </div>
      )}
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

/** A value by what it names, where it names something. */
const said = (name: string, value: string | null, named: string | null) =>
  value === null ? words.nothing : (named ?? words.valueOf(name, value));

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
        {values.map(({ name, before, after, named }) => (
          <tr key={name} data-changed={before !== after || undefined}>
            <th scope="row">
              {name ? words.fieldOf(name, named.of) : words.theValue}
              {before !== after && (
                <>
                  {' '}
                  <Badge tone="warn">{words.changed}</Badge>
                </>
              )}
            </th>
            <td>{said(name, before, named.before)}</td>
            <td>{said(name, after, named.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
