import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { mostListingPictures } from '../../../../contract/own-listing-form.ts';
import type { OwnPictures } from '../../../../contract/own-pictures.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { AddPicture } from './add-picture.tsx';
import styles from './own-pictures.module.css';

const words = ownListingsDesk.pictures;
const askAgainMs = 1_500;

interface ListingPicturesProps {
  listingId: number;
  given: OwnPictures;
}

/** The pictures of a listing: added, put in order, worded and removed. */
export function ListingPictures({ listingId, given }: ListingPicturesProps) {
  const { pictures, sent } = given;
  const { revalidate, state: loading } = useRevalidator();
  const [said, setSaid] = useState<string | null>(null);
  // A field of its own for each picture that is added.
  const [turn, setTurn] = useState(0);
  const waiting = sent.filter(({ state }) => state === 'waiting').length;
  const failed = sent.find(({ state }) => state === 'failed');
  useEffect(() => {
    // Another one would call off the one that is under way.
    if (waiting === 0 || loading !== 'idle') return;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [waiting, loading, revalidate]);
  return (
    <section className={page.section} aria-labelledby="pictures">
      <h2 id="pictures">{words.title}</h2>
      <p className={list.note}>{pictures.length > 0 ? words.first : words.none}</p>
      <Status>
        {waiting > 0 && <p className={list.note}>{words.waiting(waiting)}</p>}
        {failed && <Notice tone="bad">{words.failed(failed.problem)}</Notice>}
        {said && <Notice tone="ok">{said}</Notice>}
      </Status>
      {pictures.length > 0 && (
        <PictureOrder
          // Begins anew with each other set of pictures.
          key={given.version}
          listingId={listingId}
          given={given}
          onSaved={(what) => {
            setSaid(what);
            void revalidate();
          }}
        />
      )}
      {pictures.length + waiting < mostListingPictures ? (
        <AddPicture
          key={turn}
          listingId={listingId}
          onAdded={() => {
            setSaid(null);
            setTurn((now) => now + 1);
            void revalidate();
          }}
        />
      ) : (
        <p className={list.note}>{words.full}</p>
      )}
    </section>
  );
}

interface PictureOrderProps extends ListingPicturesProps {
  onSaved: (said: string) => void;
}

/** The order and the words of the pictures that there are. */
function PictureOrder({ listingId, given, onSaved }: PictureOrderProps) {
  const [order, setOrder] = useState(() => given.pictures.map(({ id }) => id));
  const { revalidate } = useRevalidator();
  const byId = new Map(given.pictures.map((one) => [one.id, one]));
  const saving = useSubmit({
    send: ({ text }: Filled, api) =>
      api('PUT /api/own-listings/{id}/pictures', {
        params: { id: String(listingId) },
        body: { pictures: order.map((id) => ({ id, words: text(`words ${id}`) || null })), replaces: given.version },
      }),
    done: () => onSaved(words.saved),
    refused: (failure) => {
      if (errorCode(failure) !== 'changed_meanwhile') return undefined;
      void revalidate();
      return words.changed;
    },
  });
  const move = (from: number, to: number) =>
    setOrder((now) => {
      const next = now.filter((_, at) => at !== from);
      next.splice(to, 0, now[from]!);
      return next;
    });
  const isOther = order.join() !== given.pictures.map(({ id }) => id).join();
  return (
    <DeskForm of={saving} draft={`pictures ${listingId}`} shownBy="listing" label={words.save} busyLabel={words.saving}>
      <ol role="list" className={list.rows}>
        {order.map((id, at) => {
          const one = byId.get(id)!;
          return (
            <li key={id} className={styles.row}>
              <img src={one.url} alt={words.numbered(at + 1, one.words)} width={240} height={160} loading="lazy" />
              <div>
                <Field
                  label={`${words.words} (${at + 1})`}
                  hint={words.wordsHint}
                  {...saving.field(`words ${id}`)}
                  defaultValue={one.words ?? ''}
                  maxLength={200}
                />
                <div className={styles.deeds}>
                  {at > 0 && (
                    <Button look="quiet" onClick={() => move(at, at - 1)}>
                      {words.earlier(at + 1)}
                    </Button>
                  )}
                  {at < order.length - 1 && (
                    <Button look="quiet" onClick={() => move(at, at + 1)}>
                      {words.later(at + 1)}
                    </Button>
                  )}
                  <Button look="quiet" onClick={() => setOrder((now) => now.filter((other) => other !== id))}>
                    {words.remove(at + 1)}
                  </Button>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <Status>{isOther && <p className={list.note}>{`${words.unsaved} ${words.undoHint}`}</p>}</Status>
    </DeskForm>
  );
}
