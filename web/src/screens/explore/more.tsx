import { useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import {
  addressOf,
  countBefore,
  type ExploreQuery,
  longer,
  nextWithoutScripts,
} from '../../features/search/load-explore.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { messages } from '../../messages/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useHasScripts } from '../../ui/use-has-scripts.ts';
import styles from './explore-list.module.css';

interface MoreProps {
  query: ExploreQuery;
  /** How many listings are on screen. */
  shown: number;
  all: number;
  /** Whether the address asks for more than are here. */
  isCut: boolean;
  /** Whether those are on their way; without that they could not be had, and are asked for by hand. */
  isComing: boolean;
}

/** How far the list goes, and the way on: the next page as one comes near, or what the address asks for and is not here. */
export function More({ query, shown, all, isCut, isComing }: MoreProps) {
  const hasScripts = useHasScripts();
  const next = isCut ? query : longer(query);
  const to = addressOf(hasScripts ? next : nextWithoutScripts(query));
  const end = useFollowed(to, hasScripts && !isCut);
  const before = countBefore(query);
  return (
    <div ref={end} className={styles.more}>
      <p className={page.lead}>
        {before ? words.progressFrom(before + 1, before + shown, all) : words.progress(shown, all)}
      </p>
      <Status>{isComing && <p>{messages.shell.loadingPage}</p>}</Status>
      {!isComing && (
        <ButtonLink to={to} look="plain" wide replace preventScrollReset>
          {words.more}
        </ButtonLink>
      )}
    </div>
  );
}

/** Follows a link by itself as one comes near what this is the ref of. */
function useFollowed(to: string, isWanted: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (!isIdle || !isWanted) return;
    // Several sightings may come at once; the last one holds.
    const near = new IntersectionObserver(
      (seen) => seen.at(-1)?.isIntersecting && navigate(to, { replace: true, preventScrollReset: true }),
      { rootMargin: '800px' },
    );
    near.observe(end.current!);
    return () => near.disconnect();
  }, [to, isIdle, isWanted, navigate]);
  return end;
}
