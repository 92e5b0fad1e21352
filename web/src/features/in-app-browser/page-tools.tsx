import { useState } from 'react';
import { inApp as words } from '../../messages/en/in-app.ts';
import { Field } from '../../ui/field.tsx';
import { BookmarkIcon, ExternalIcon, ShareIcon } from '../../ui/more-icons.tsx';
import { readBookmarks, setBookmark } from './bookmarks.ts';
import styles from './in-app-browser.module.css';
import type { BrowserEvent } from './in-app-browser.tsx';
import { plainLink } from './plain-link.ts';
import { shareLink } from './share-link.ts';

interface PageToolsProps {
  kind: keyof typeof words.kinds;
  listingId: number;
  name: string;
  url: string;
  onEvent: (event: BrowserEvent) => void;
}

/** What can be done with a page: bookmark it, share it, open it outside. */
export function PageTools({ kind, listingId, name, url, onEvent }: PageToolsProps) {
  const id = `${kind}-${listingId}`;
  const plain = plainLink(url);
  const [isKept, setKept] = useState(() => readBookmarks().some((one) => one.id === id));
  const [said, setSaid] = useState<
    'bookmarkFailed' | 'bookmarked' | 'bookmarkRemoved' | 'copied' | 'copyByHand' | null
  >(null);

  const bookmark = () => {
    const done = setBookmark({ id, name, url: plain }, !isKept);
    setSaid(!done ? 'bookmarkFailed' : isKept ? 'bookmarkRemoved' : 'bookmarked');
    if (!done) return;
    setKept(!isKept);
    if (!isKept) onEvent('bookmarked');
  };
  const share = async () => {
    const shared = await shareLink(name, plain);
    if (shared === 'shared' || shared === 'copied') onEvent('shared');
    setSaid(shared === 'copied' ? 'copied' : shared === 'impossible' ? 'copyByHand' : null);
  };

  return (
    <>
      <div className={styles.tools}>
        <button type="button" className={styles.tool} aria-pressed={isKept} onClick={bookmark}>
          <BookmarkIcon />
          {words.bookmark}
        </button>
        <button type="button" className={styles.tool} onClick={() => void share()}>
          <ShareIcon />
          {words.share}
        </button>
        <a className={styles.tool} href={url} target="_blank" rel="noopener" onClick={() => onEvent('external')}>
          <ExternalIcon />
          {words.open}
        </a>
      </div>
      {said === 'copyByHand' ? (
        <Field label={words.copyByHand} value={plain} readOnly onFocus={(event) => event.target.select()} />
      ) : (
        said && (
          <p className={styles.said} role={said === 'bookmarkFailed' ? 'alert' : 'status'}>
            {words.said[said]}
          </p>
        )
      )}
    </>
  );
}
