import { type ReactNode, useRef, useState } from 'react';
import type { ListedLocation } from '../../../../contract/locations.ts';
import type { OrphanScan } from '../../../../contract/orphan-scans.ts';
import { Detail } from '../../desk/detail.tsx';
import { orphansDesk as words } from '../../messages/en/orphans-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useSubmit } from '../../use-submit.ts';
import { toPlaceEditor } from './locations-tabs.ts';

const looks = {
  unknown: 'asks',
  mistyped: 'refused',
  paused: 'stopped',
  expired: 'over',
  replaced: 'over',
  active: 'ok',
} as const;

export const OrphanStatus = ({ state }: Pick<OrphanScan, 'state'>) => (
  <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>
);

type Chosen = Pick<ListedLocation, 'id' | 'name'>;

interface OrphanDetailProps {
  orphan: OrphanScan;
  /** The place that the address names for it. */
  chosen: Chosen | null;
  /** With a place it is to become that one's code, without it is to go on. */
  onAct: (place: Chosen | null) => void;
}

/** One code that credited nobody: how it was scanned, and what can be done about it. */
export function OrphanDetail({ orphan, chosen, onAct }: OrphanDetailProps) {
  const { columns } = words;
  const { state, device, place } = orphan;
  // What was never a code of ours leads nowhere, however often it is scanned.
  const canLead = state !== 'mistyped' && (state !== 'unknown' || orphan.is_ours);
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <OrphanStatus key="state" state={state} />],
    [columns.scans, words.number(orphan.scans)],
    [columns.last, words.moment(orphan.last_at)],
    [columns.first, words.moment(orphan.first_at)],
    [words.sources, words.sourcesOf(orphan.sources)],
    [words.device, device && words.deviceOf(device)],
    [words.from, device?.location],
    [columns.place, place?.name],
    [words.replacedBy, orphan.replaced_by],
  ];
  return (
    <Detail label={words.detail} title={orphan.id} facts={all.filter(([, value]) => value)}>
      {state === 'unknown' && orphan.is_ours && <MakeCode code={orphan.id} chosen={chosen} onAct={onAct} />}
      {state === 'unknown' && !orphan.is_ours && <p>{words.cannot.mistyped}</p>}
      {state === 'paused' && (
        <>
          <p>{words.resumeText}</p>
          <div className={page.actions}>
            <Button look="plain" onClick={() => onAct(null)}>
              {words.resume}
            </Button>
          </div>
        </>
      )}
      {state !== 'unknown' && state !== 'paused' && <p>{words.cannot[state]}</p>}
      {canLead && <p className={list.note}>{words.past}</p>}
    </Detail>
  );
}

const mostFound = 10;

/** Finds the place that an unknown code belongs to, or leads to where one is made. */
function MakeCode({ code, chosen: first, onAct }: { code: string } & Omit<OrphanDetailProps, 'orphan'>) {
  const [chosen, setChosen] = useState(first);
  const [found, setFound] = useState<readonly Chosen[] | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const finding = useSubmit({
    send: (_given: null, api) =>
      api('GET /api/admin/locations', { query: { search: search.current!.value.trim(), limit: String(mostFound) } }),
    done: ({ rows }) => setFound(rows),
  });
  return (
    <>
      <p>{words.makeText}</p>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void finding.submit(null);
          }}
        >
          <Field
            ref={search}
            label={words.find}
            hint={words.findHint}
            type="search"
            maxLength={100}
            autoComplete="off"
          />
          <div className={page.actions}>
            <Button type="submit" look="plain" busy={finding.busy}>
              {finding.busy ? words.finding : words.findNow}
            </Button>
            <ButtonLink look="plain" to={toPlaceEditor(new URLSearchParams({ code }), null)}>
              {words.newPlace}
            </ButtonLink>
          </div>
        </form>
      </search>
      {finding.problem && <Notice tone="bad">{finding.problem}</Notice>}
      <Status>
        {found && !chosen && <p>{words.found(found.length)}</p>}
        {chosen && <p>{words.chosen(chosen.name)}</p>}
      </Status>
      {found && (
        <ul role="list" className={list.rows}>
          {found.map((place) => (
            <li key={place.id} className={list.row}>
              <Button look="quiet" aria-label={words.choose(place.name)} onClick={() => setChosen(place)}>
                {place.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <div className={page.actions}>
          <Button onClick={() => onAct(chosen)}>{words.make}</Button>
        </div>
      )}
    </>
  );
}
