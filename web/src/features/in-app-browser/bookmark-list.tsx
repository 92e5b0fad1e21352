import { useState } from 'react';
import { bookmarks as words } from '../../messages/en/in-app.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { BookmarkIcon } from '../../ui/more-icons.tsx';
import { readBookmarks, setBookmark } from './bookmarks.ts';

/** The pages this device keeps, to open outside and to remove. */
export function BookmarkList() {
  const [bookmarks, setBookmarks] = useState(readBookmarks);
  if (bookmarks.length === 0) return <EmptyState title={words.none}>{words.noneText}</EmptyState>;
  return (
    <>
      <p className={list.note}>{words.lead}</p>
      <ul role="list" className={list.rows}>
        {bookmarks.map((one) => (
          <li key={one.id} className={list.row}>
            <BookmarkIcon />
            <div className={list.words}>
              <a
                className={list.name}
                href={one.url}
                target="_blank"
                rel="noopener"
                aria-label={words.openLabel(one.name)}
              >
                {one.name}
              </a>
              <p className={list.note}>
                {new URL(one.url).hostname} · {words.when(one.bookmarked_at)}
              </p>
            </div>
            <Button
              look="quiet"
              aria-label={words.removeLabel(one.name)}
              onClick={() => {
                setBookmark(one, false);
                setBookmarks(readBookmarks());
              }}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
