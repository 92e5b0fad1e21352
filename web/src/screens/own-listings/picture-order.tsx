import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { contentFault } from '../../../../contract/content-rules.ts';
import type { OwnPictures } from '../../../../contract/own-pictures.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { moved } from '../../desk/moved.ts';
import { orderedRows } from '../../messages/en/ordered-rows.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { giveUp } from '../../typed-text.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { asTheyAre, carriedOver, isMoved, orderInText, withOrder } from './arranged-pictures.ts';
import { PictureRow } from './picture-row.tsx';

const { pictures: words, editor } = ownListingsDesk;

/** What is wrong with what a picture is said to show; null where nothing is. */
export function wordsFault(text: string): string | null {
  const fault = contentFault(text);
  return fault ? editor.broken[fault.rule](fault.found) : null;
}

interface PictureOrderProps {
  listingId: number;
  given: OwnPictures;
  onSaved: (said: string) => void;
}

/** The order and the words of the pictures that there are: what is made of them stays while others come, or somebody else saves. */
export function PictureOrder({ listingId, given, onSaved }: PictureOrderProps) {
  const { pictures, version } = given;
  const [made, setMade] = useState(() => asTheyAre(pictures));
  const [known, setKnown] = useState(version);
  if (known !== version) {
    setKnown(version);
    setMade((now) => carriedOver(now, pictures));
  }
  const { revalidate } = useRevalidator();
  const held = useRef<HTMLInputElement>(null);
  const ids = useId();
  const { order } = made;
  const byId = new Map(pictures.map((one) => [one.id, one]));
  const shown = order.flatMap((id) => byId.get(id) ?? []);
  const removed = pictures.filter(({ id }) => !order.includes(id));
  const isOther = isMoved(made);
  const isChanged = isOther || shown.some(({ id, words }) => made.words[id]?.trim() !== (words ?? ''));
  const begun = useRef(known);
  // What has come by itself is nothing that could be lost, from the moment that it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useLayoutEffect(() => {
    if (begun.current !== known && !isChanged) giveUp(held.current!.form);
    begun.current = known;
  }, [known]);
  const inText = orderInText(made);
  // What was put in order is as good as typed: no newer page takes its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each order
  useEffect(() => {
    if (isOther) held.current!.dispatchEvent(new Event('input', { bubbles: true }));
  }, [inText]);
  const pressed = useRef<string>(null);
  // The button that was pressed has gone: what takes it back is in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each removal
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus();
    pressed.current = null;
  }, [removed.length]);
  const saving = useSubmit({
    check: () => ({ faults: Object.fromEntries(order.map((id) => [`words ${id}`, wordsFault(made.words[id] ?? '')])) }),
    send: (_: Filled, api) =>
      api('PUT /api/own-listings/{id}/pictures', {
        params: { id: String(listingId) },
        body: {
          pictures: shown.map(({ id }) => ({ id, words: made.words[id]?.trim() || null })),
          replaces: version,
        },
      }),
    // The server names them by where they stood in what was sent.
    fieldOf: (path) => path.replace(/^pictures\.(\d+)\.words$/, (_, at) => `words ${shown[Number(at)]?.id}`),
    done: () => {
      giveUp(held.current!.form);
      onSaved(words.saved);
    },
    refused: (failure) => {
      if (errorCode(failure) !== 'changed_meanwhile') return undefined;
      void revalidate();
      return words.changed;
    },
  });
  const move = (from: number, to: number) => {
    setMade((now) => ({ ...now, order: moved(now.order, from, to) }));
    announce(orderedRows.moved(words.numbered(from + 1, made.words[order[from]!] || null), to + 1, order.length));
  };
  const [removedBy, backBy] = [(id: string) => `${ids}remove-${id}`, (id: string) => `${ids}back-${id}`];
  return (
    <DeskForm of={saving} draft={`pictures ${listingId}`} shownBy="listing" label={words.save} busyLabel={words.saving}>
      {/* In which order they are stands in the form, so that a draft keeps it. */}
      <input
        ref={held}
        type="text"
        hidden
        name="order"
        value={inText}
        onInput={({ currentTarget: { value } }) => setMade((now) => withOrder(now, value))}
      />
      <ol role="list" className={list.rows}>
        {shown.map(({ id, url }, at) => (
          <PictureRow
            key={id}
            {...{ url, at }}
            text={made.words[id] ?? ''}
            of={shown.length}
            removedBy={removedBy(id)}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              pressed.current = backBy(id);
              setMade((now) => ({ ...now, order: now.order.filter((other) => other !== id) }));
            }}
          >
            <Field
              label={`${words.words} (${at + 1})`}
              hint={words.wordsHint}
              {...saving.field(`words ${id}`)}
              value={made.words[id] ?? ''}
              onChange={({ target: { value } }) => setMade((now) => ({ ...now, words: { ...now.words, [id]: value } }))}
              onBlur={() => saving.mark({ [`words ${id}`]: wordsFault(made.words[id] ?? '') })}
              maxLength={200}
            />
          </PictureRow>
        ))}
      </ol>
      <Status>
        {isOther && <p className={list.note}>{words.unsaved}</p>}
        {removed.length > 0 && <p className={list.note}>{words.undoHint}</p>}
      </Status>
      {removed.length > 0 && (
        <div className={page.actions}>
          {removed.map(({ id }) => (
            <Button
              key={id}
              id={backBy(id)}
              look="plain"
              onClick={() => {
                pressed.current = removedBy(id);
                setMade((now) => ({ ...now, order: [...now.order, id] }));
              }}
            >
              {words.putBack(pictures.findIndex((one) => one.id === id) + 1)}
            </Button>
          ))}
        </div>
      )}
    </DeskForm>
  );
}
