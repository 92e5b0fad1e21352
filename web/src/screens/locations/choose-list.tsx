import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { emptyTimes, mostListingsOfPlace } from '../../../../contract/list-rules.ts';
import type { ChosenList, ChosenListing } from '../../../../contract/place-lists.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { moved } from '../../desk/moved.ts';
import ordered from '../../desk/ordered-rows.module.css';
import { ShowAnew } from '../../desk/show-anew.tsx';
import { useDragged } from '../../desk/use-dragged.ts';
import type { Typed } from '../../draft-form.tsx';
import { listRules } from '../../messages/en/list-rules.ts';
import { orderedRows } from '../../messages/en/ordered-rows.ts';
import { placeListsDesk as words } from '../../messages/en/place-lists-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { announce } from '../../ui/announce.ts';
import { Switch } from '../../ui/choice.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { AddListings } from './add-listings.tsx';
import { contentOf, draftOf, fromDraft, isReordered, withMarksOf } from './chosen-draft.ts';
import { ChosenRow } from './chosen-row.tsx';
import styles from './lists.module.css';
import { RulesSheet } from './rules-sheet.tsx';

interface ChooseListProps {
  given: ChosenList;
  /** Shows it as it is by now, in place of what was not saved. */
  onAnew: () => Promise<void>;
}

/** What a place shows: chosen, put in order and given rules here, and saved all at once. */
export function ChooseList({ given, onAnew }: ChooseListProps) {
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState(given);
  const [base, setBase] = useState(given);
  const [rows, setRows] = useState<readonly ChosenListing[]>(given.listings);
  const [isSaved, setSaved] = useState(false);
  const [isStale, setStale] = useState(false);
  const isUnread = useRef(false);
  const [isOver, setOver] = useState(false);
  const [ruled, setRuled] = useState<ChosenListing | null>(null);
  const late = useLate();
  const hint = useId();
  const { id } = base.place;
  const params = { id: String(id) };
  const content = contentOf(rows);
  const isChanged = content !== contentOf(base.listings);
  const needsOver = base.arranged_at !== null && isReordered(base.listings, rows);
  // A newer answer is shown where nothing of one's own would go with it.
  if (seen !== given) {
    setSeen(given);
    if (!isChanged) {
      setBase(given);
      setRows(given.listings);
    }
  }
  const saving = useSubmit({
    check: () => (needsOver && !isOver ? { words: words.overPartnerMissing } : null),
    send: async (_given: Filled, api) => {
      setSaved(false);
      const listings = rows.map(({ id, rules }) => ({ id, rules }));
      const body = { replaces: base.version, over_partner: needsOver && isOver, listings };
      try {
        return await api('PUT /api/admin/locations/{id}/list', { params, body });
      } catch (failure) {
        // What was done here stays, and is made from what there is by now.
        if (errorCode(failure) === 'changed_meanwhile') {
          const now = await api('GET /api/admin/locations/{id}/list', { params }).catch(() => null);
          isUnread.current = now === null;
          setStale(true);
          if (now) {
            setBase(now);
            setRows(withMarksOf(now, rows));
          }
        }
        throw failure;
      }
    },
    done: (answer) => {
      setBase(answer);
      setRows(answer.listings);
      setSaved(true);
      setStale(false);
      setOver(false);
      void revalidate();
    },
    late: () => late(words.saved),
    refused: (failure) => {
      if (errorCode(failure) !== 'changed_meanwhile') return undefined;
      return isUnread.current ? words.changedUnread : words.changedMeanwhile;
    },
  });
  const held = useRef<HTMLInputElement>(null);
  // What was put in order is as good as typed: no newer page takes its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each change
  useEffect(() => {
    if (isChanged) held.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [content]);
  const change = (next: readonly ChosenListing[], said?: string) => {
    if (saving.busy) return;
    setRows(next);
    setSaved(false);
    if (said) announce(said);
  };
  const move = (from: number, to: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    if (at !== from) change(moved(rows, from, at), orderedRows.moved(rows[from]!.name, at + 1, rows.length));
  };
  const dragged = useDragged({
    rows,
    isHeld: saving.busy,
    onOrder: (next) => change(next),
    onDropped: (next, id) => {
      const at = next.findIndex((row) => row.id === id);
      announce(orderedRows.moved(next[at]!.name, at + 1, next.length));
    },
  });
  const typed: Typed = {
    read: () => [draftOf(base.version, rows)],
    fillIn: (_form, [kept]) => {
      const draft = fromDraft(String(kept));
      setRows(draft.rows);
      // What it was made from may be the older one: saved, it is refused where somebody else has changed it since.
      setBase((now) => ({ ...now, version: draft.version }));
    },
  };
  const shown = rows.filter((row) => row.is_active && !row.hidden_by_partner && !row.hidden_by_house);
  const empty = emptyTimes(
    shown.map(({ rules }) => rules),
    hawaiiDay(new Date()),
  );
  return (
    <>
      <section className={styles.part} aria-labelledby={`${hint}-list`}>
        <h3 id={`${hint}-list`}>{words.list}</h3>
        <p>{words.listText}</p>
        {base.arranged_at && <Notice>{words.arranged(base.arranged_at)}</Notice>}
        <p id={hint} className="visually-hidden">
          {orderedRows.handleKeys}
        </p>
        <DeskForm
          of={saving}
          draft={`place list ${id}`}
          shownBy={['open', 'view']}
          typed={typed}
          label={words.save}
          busyLabel={words.saving}
        >
          <input ref={held} type="hidden" name="listings" value={content} />
          <ol role="list" ref={dragged.list} className={`${list.rows} ${ordered.order}`}>
            {rows.map((row, at) => (
              <ChosenRow
                key={row.id}
                row={row}
                at={at}
                of={rows.length}
                number={shown.indexOf(row) + 1 || null}
                hint={hint}
                isDragged={dragged.id === row.id}
                onGrip={dragged.begin(row.id)}
                onMove={(to) => move(at, to)}
                onRules={() => setRuled(row)}
                onRemove={() =>
                  change(
                    rows.filter((one) => one !== row),
                    words.removed(row.name),
                  )
                }
              />
            ))}
          </ol>
          {needsOver && (
            <Switch
              name="over_partner"
              label={words.overPartner}
              hint={words.overPartnerHint}
              checked={isOver}
              onChange={setOver}
            />
          )}
          <Status>
            <div className={styles.said}>
              {rows.length === 0 ? (
                <Notice tone="warn">{words.empty}</Notice>
              ) : (
                empty.length > 0 && (
                  <Notice tone="warn">
                    {empty.slice(0, mostTold).map((one) => (
                      <p key={JSON.stringify(one)}>{listRules.empty(one)}</p>
                    ))}
                    {empty.length > mostTold && <p>{words.moreEmpty(empty.length - mostTold)}</p>}
                  </Notice>
                )
              )}
              {isChanged && !saving.busy && <Notice>{words.unsaved}</Notice>}
              {/* Save was in reach from anywhere on a long list. */}
              {isSaved && !isChanged && (
                <Notice tone="ok" intoView>
                  {words.saved}
                </Notice>
              )}
            </div>
          </Status>
        </DeskForm>
        {isStale && (
          <div className={page.actions}>
            <ShowAnew
              label={words.asItIs}
              read={(api) => api('GET /api/admin/locations/{id}/list', { params })}
              onRead={onAnew}
            />
          </div>
        )}
      </section>
      <AddListings
        ids={new Set(rows.map((row) => row.id))}
        full={rows.length >= mostListingsOfPlace ? words.full(mostListingsOfPlace) : undefined}
        onAdd={({ id, name, category }) => change([...rows, added(id, name, category)], words.added(name))}
      />
      {ruled && (
        <RulesSheet
          listing={ruled}
          onClose={() => setRuled(null)}
          onRules={(rules) => change(rows.map((one) => (one.id === ruled.id ? { ...one, rules } : one)))}
        />
      )}
    </>
  );
}

/** So many times at which a place would be empty are told, and how many more there are. */
const mostTold = 3;

const added = (id: number, name: string, category: ChosenListing['category']): ChosenListing => ({
  ...{ id, name, category, subcategory: null, is_active: true },
  ...{ hidden_by_house: false, hidden_by_partner: false, rules: null },
});
