import type { Answer } from '../../../../contract/endpoint.ts';
import type { checkLocationBatch } from '../../../../contract/location-batches.ts';
import { batchDesk as words } from '../../messages/en/batch-desk.ts';
import { Notice } from '../../ui/notice.tsx';

type Checked = Answer<typeof checkLocationBatch>;

/** Whether nothing stands against a batch but limits that can be raised with it. */
export const isRaisable = ({ fault_count, short_of_room: short }: Checked): boolean =>
  short.length > 0 && short.length === fault_count && short.every(({ raise_to }) => raise_to !== null);

/** The limits that would do, each in place of what it was at the check. */
export const raisesOf = ({ short_of_room }: Checked) =>
  short_of_room.map(({ organisation_id, most, raise_to }) => ({
    ...{ organisation_id, qr_codes_limit: raise_to ?? most, replaces_limit: most },
  }));

/** What would become of the rows of a batch: each fault by its row and column, or the first rows as they will be made. */
export function BatchOutcome({ of }: { of: Checked }) {
  const { rows, faults, fault_count, sample, made_before } = of;
  if (isRaisable(of))
    return (
      <Notice tone="warn">
        {of.short_of_room.map((short) => (
          <p key={short.partner}>{words.short(short)}</p>
        ))}
      </Notice>
    );
  if (fault_count > 0)
    return (
      <Notice tone="bad">
        <p>{words.faults(fault_count, rows)}</p>
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.row} ${fault.column} ${fault.problem}`}>{words.fault(fault)}</li>
          ))}
        </ul>
        {fault_count > faults.length && <p>{words.more(fault_count - faults.length)}</p>}
      </Notice>
    );
  return (
    <Notice tone="ok">
      <p>{made_before === null ? words.checked(rows) : words.before(made_before)}</p>
      <p>{words.sample}</p>
      <ul>
        {sample.map((row) => (
          <li key={row.number}>{words.sampleOf(row)}</li>
        ))}
      </ul>
    </Notice>
  );
}
