import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { PlacedListing, PlaceList } from '../../../../contract/own-places.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { moved } from '../../desk/moved.ts';
import { OrderedRow } from '../../desk/ordered-row.tsx';
import ordered from '../../desk/ordered-rows.module.css';
import { ShowAnew } from '../../desk/show-anew.tsx';
import { useDragged } from '../../desk/use-dragged.ts';
import type { Typed } from '../../draft-form.tsx';
import { listRules } from '../../messages/en/list-rules.ts';
import { orderedRows } from '../../messages/en/ordered-rows.ts';
import { ownPlaces as words } from '../../messages/en/own-places-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { draftOf, fromDraft, markedAs } from './listing-order.ts';
import styles from './portal.module.css';
import { PreviewPlace } from './preview-place.tsx';

interface ArrangePlaceProps {
  given: PlaceList;
  /** Shows it as it is by now, in place of what was not saved. */
  onAnew: () => Promise<void>;
}

/** What a place shows: put in order and hidden here, and saved all at once. */
export function ArrangePlace({ given, onAnew }: ArrangePlaceProps) {
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState(given);
  const [base, setBase] = useState(given);
  const [rows, setRows] = useState<readonly PlacedListing[]>(given.listings);
  const [isSaved, setSaved] = useState(false);
  const [isStale, setStale] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const late = useLate();
  const hint = useId();
  const { id } = base.place;
  const isChanged = markedAs(rows) !== markedAs(base.listings);
  // A newer answer is shown where nothing of one's own would go with it.
  if (seen !== given) {
    setSeen(given);
    if (!isChanged) {
      setBase(given);
      setRows(given.listings);
    }
  }
  const saving = useSubmit({
    send: async (_given: Filled, api) => {
      setSaved(false);
      setStale(false);
      const listings = rows.map(({ id, is_hidden }) => ({ id, is_hidden }));
      const body = { version: base.version, listings };
      return await api('PUT /api/partner-portal/places/{id}/listings', { params: { id: String(id) }, body });
    },
    done: (answer) => {
      setBase(answer);
      setRows(answer.listings);
      setSaved(true);
      void revalidate();
    },
    late: () => late(words.saved),
    refused: (failure) => {
      setStale(errorCode(failure) === 'changed_meanwhile');
      return undefined;
    },
  });
  const held = useRef<HTMLInputElement>(null);
  const marks = markedAs(rows);
  // What was put in order is as good as typed: no newer page takes its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each change
  useEffect(() => {
    if (isChanged) held.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [marks]);
  const arrange = (next: readonly PlacedListing[], said?: string) => {
    if (saving.busy) return;
    setRows(next);
    setSaved(false);
    if (said) announce(said);
  };
  const move = (from: number, to: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    if (at !== from) arrange(moved(rows, from, at), orderedRows.moved(rows[from]!.name, at + 1, rows.length));
  };
  const turn = (at: number) => {
    const { name, is_hidden } = rows[at]!;
    const next = rows.map((row, index) => (index === at ? { ...row, is_hidden: !is_hidden } : row));
    arrange(next, is_hidden ? words.isShown(name) : words.isHidden(name));
  };
  const dragged = useDragged({
    rows,
    isHeld: saving.busy,
    onOrder: (next) => arrange(next),
    onDropped: announceDropped,
  });
  const typed: Typed = {
    read: () => [draftOf(base.version, rows)],
    fillIn: (_form, [kept]) => {
      const draft = fromDraft(String(kept), base.listings);
      if (!draft) return;
      setRows(draft.rows);
      // What it was made from is known to be the older one: saved, it is refused where somebody else has changed it since.
      setBase((now) => ({ ...now, version: draft.version }));
    },
  };
  if (base.listings.length === 0) return <EmptyState title={words.none}>{words.noneText}</EmptyState>;
  return (
    <section className={styles.kit} aria-labelledby={`${hint}-list`}>
      <h3 id={`${hint}-list`}>{words.list}</h3>
      <p>{words.listText}</p>
      <p id={hint} className="visually-hidden">
        {orderedRows.handleKeys}
      </p>
      <DeskForm
        of={saving}
        draft={`place order ${id}`}
        shownBy={['open', 'view']}
        typed={typed}
        label={words.save}
        busyLabel={words.saving}
      >
        <input ref={held} type="hidden" name="listings" value={marks} />
        <ol role="list" ref={dragged.list} className={`${list.rows} ${ordered.order}`}>
          {rows.map((row, at) => (
            <OrderedRow
              key={row.id}
              name={row.name}
              note={
                <>
                  <p className={list.note}>{row.subcategory ?? row.category}</p>
                  {row.rules && <p className={list.note}>{listRules.shown(row.rules)}</p>}
                  {row.is_hidden && <Badge>{words.hidden}</Badge>}
                </>
              }
              isHidden={row.is_hidden}
              at={at}
              of={rows.length}
              number={row.is_hidden ? null : rows.slice(0, at + 1).filter((one) => !one.is_hidden).length}
              hint={hint}
              isDragged={dragged.id === row.id}
              onGrip={dragged.begin(row.id)}
              onMove={(to) => move(at, to)}
            >
              <Button
                look="quiet"
                aria-label={orderedRows.named(row.is_hidden ? words.show : words.hide, row.name)}
                onClick={() => turn(at)}
              >
                {row.is_hidden ? words.show : words.hide}
              </Button>
            </OrderedRow>
          ))}
        </ol>
        <Status>
          {rows.every(({ is_hidden }) => is_hidden) && <Notice tone="warn">{words.nothingShown}</Notice>}
          {isChanged && !saving.busy && <Notice>{words.unsaved}</Notice>}
          {/* Save was in reach from anywhere on a long list. */}
          {isSaved && !isChanged && (
            <Notice tone="ok" intoView>
              {words.saved}
            </Notice>
          )}
        </Status>
      </DeskForm>
      <div className={page.actions}>
        {isStale && (
          <ShowAnew
            label={words.asItIs}
            read={(api) => api('GET /api/partner-portal/places/{id}', { params: { id: String(id) } })}
            onRead={onAnew}
          />
        )}
        <Button look="plain" onClick={() => setPreviewed(true)}>
          {words.preview}
        </Button>
      </div>
      {isPreviewed && <PreviewPlace place={base.place} rows={rows} onClose={() => setPreviewed(false)} />}
    </section>
  );
}

const announceDropped = (rows: readonly PlacedListing[], id: number) => {
  const at = rows.findIndex((row) => row.id === id);
  announce(orderedRows.moved(rows[at]!.name, at + 1, rows.length));
};
