import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ListingWithHistory } from '../../../../contract/content.ts';
import { errorCode } from '../../api.ts';
import type { SentFile } from '../../desk/send-upload.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { contentDesk } from '../../messages/en/content-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Picture } from '../../ui/picture.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './content.module.css';

const words = contentDesk.picture;
const rules = { accept: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'], mostBytes: 10_000_000 };
const askAgainMs = 1_500;

/** Another picture instead of it; null is none. */
type Deed = { upload: string } | { earlier: string } | null;

/** The picture of a listing: sent, drawn by the server, replaced, removed, and brought back. What is typed beside it stays. */
export function ListingPicture({ listing }: { listing: ListingWithHistory }) {
  const { id, image_url, sent_picture: sent, earlier_pictures: earlier } = listing;
  const { revalidate, state: loading } = useRevalidator();
  const [said, setSaid] = useState<string | null>(null);
  // A field of its own for each file.
  const [turn, setTurn] = useState(0);
  const isDrawn = sent?.state === 'waiting';
  useEffect(() => {
    if (!isDrawn) return;
    return () => setSaid(words.changed);
  }, [isDrawn]);
  useEffect(() => {
    // Another one would call off the one that is under way.
    if (!isDrawn || loading !== 'idle') return;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [isDrawn, loading, revalidate]);
  const settled = (what: string | null) => {
    setSaid(what);
    setTurn((last) => last + 1);
    void revalidate();
  };
  const params = { id: String(id) };
  const [asked, setAsked] = useState<Deed>(null);
  // Whether it was another picture by then.
  const [isLate, setLate] = useState(false);
  const changing = useSubmit({
    send: (deed: Deed, api) => {
      setAsked(deed);
      setLate(false);
      const replaces = listing.picture_version;
      return deed
        ? api('PUT /api/admin/listings/{id}/picture', { params, body: { ...deed, replaces } })
        : api('DELETE /api/admin/listings/{id}/picture', { params, body: { replaces } });
    },
    done: (now, deed) => settled(deed === null ? words.removed : now.sent_picture ? null : words.changed),
    refused: (failure) => {
      if (errorCode(failure) !== 'changed_meanwhile') return undefined;
      setLate(true);
      void revalidate();
      return words.meanwhile.title;
    },
  });
  const isRemoving = changing.busy && asked === null;
  const take = (upload: SentFile | null) => upload && void changing.submit({ upload: upload.id });
  const told = (sent ? null : said) ?? (image_url ? words.now : words.none);
  return (
    <section className={`${page.section} ${styles.pictured}`} aria-labelledby="picture">
      <h2 id="picture">{words.title}</h2>
      <div className={styles.picture}>
        <Picture src={image_url} widths={listing.image_widths} color={null} />
      </div>
      <Status>
        <p className={list.note}>{isDrawn ? words.waiting : told}</p>
        {sent?.state === 'failed' && <Notice tone="bad">{words.failed(sent.problem)}</Notice>}
        {changing.problem && !isLate && <Notice tone="bad">{changing.problem}</Notice>}
        {isLate && (
          <Notice
            tone="warn"
            title={words.meanwhile.title}
            actions={
              <Button look="plain" onClick={() => void changing.submit(asked)}>
                {asked ? words.meanwhile.show : words.meanwhile.remove}
              </Button>
            }
          >
            {words.meanwhile.text}
          </Notice>
        )}
      </Status>
      <UploadField
        key={turn}
        label={image_url ? words.replace : words.send}
        hint={words.hint}
        name="picture"
        purpose="picture"
        {...rules}
        onUpload={take}
      />
      {image_url && (
        <div className={page.actions}>
          <Button look="plain" busy={isRemoving} onClick={() => void changing.submit(null)}>
            {isRemoving ? words.removing : words.remove}
          </Button>
        </div>
      )}
      {earlier.length > 0 && <h3>{words.earlier}</h3>}
      <ul role="list" className={styles.earlier}>
        {earlier.map((one, at) => (
          <li key={one.id}>
            <button
              type="button"
              aria-label={words.again(at + 1)}
              title={words.until(one.until)}
              disabled={changing.busy}
              onClick={() => void changing.submit({ earlier: one.id })}
            >
              <img src={one.url} alt="" width={96} height={64} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
