import { useEffect, useState } from 'react';
import { mayEmbed } from '../../../../contract/embeddable.ts';
import { browserApi } from '../../api.ts';

/** A page that is silent for so long is taken for one that does not come. */
const longestSilenceMs = 15_000;

/** `silent` is an error that a late answer still mends; `refused` is one for good. */
export type PageState = 'loading' | 'loaded' | 'silent' | 'refused';

/**
 * How far an embedded page is. A browser tells us when a frame has loaded, never that it failed: so one that stays silent or has no
 * network is taken to have failed until it comes after all; one that leads to a host nobody allowed (the page's own policy stops
 * it), or whose host is no longer allowed, is refused.
 */
export function useEmbeddedPage(url: string): { state: PageState; loaded: () => void } {
  const [state, setState] = useState<PageState>(() => (navigator.onLine ? 'loading' : 'silent'));
  useEffect(() => {
    const refuse = () => setState('refused');
    const giveUp = () => setState((now) => (now === 'loading' ? 'silent' : now));
    const silence = setTimeout(giveUp, longestSilenceMs);
    const look = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      effectiveDirective === 'frame-src' && refuse();
    document.addEventListener('securitypolicyviolation', look);
    addEventListener('offline', giveUp);
    // The page may be older than the list; what cannot be asked now was allowed when the page was made.
    browserApi('GET /api/embed-hosts').then(
      ({ hosts }) => mayEmbed(url, hosts, location.hostname) || refuse(),
      () => {},
    );
    return () => {
      clearTimeout(silence);
      document.removeEventListener('securitypolicyviolation', look);
      removeEventListener('offline', giveUp);
    };
  }, [url]);
  return { state, loaded: () => setState((now) => (now === 'refused' ? now : 'loaded')) };
}
