import { useEffect, useState } from 'react';
import { mayEmbed } from '../../../../contract/embeddable.ts';
import { browserApi } from '../../api.ts';

/** A page that is silent for so long is taken for one that does not come. */
const longestSilenceMs = 15_000;

export type PageState = 'loading' | 'loaded' | 'error';

/**
 * How far an embedded page is. A browser tells us when a frame has loaded, never that it failed: so one that stays silent has
 * failed, as has one without a network, one that leads to a host nobody allowed (the page's own policy stops it), and one whose
 * host is no longer allowed.
 */
export function useEmbeddedPage(url: string): { state: PageState; loaded: () => void } {
  const [state, setState] = useState<PageState>(() => (navigator.onLine ? 'loading' : 'error'));
  useEffect(() => {
    const fail = () => setState('error');
    const silence = setTimeout(() => setState((now) => (now === 'loading' ? 'error' : now)), longestSilenceMs);
    const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') fail();
    };
    const goOffline = () => setState((now) => (now === 'loading' ? 'error' : now));
    document.addEventListener('securitypolicyviolation', refuse);
    addEventListener('offline', goOffline);
    // The page may be older than the list; what cannot be asked now was allowed when the page was made.
    browserApi('GET /api/embed-hosts').then(
      ({ hosts }) => mayEmbed(url, hosts, location.hostname) || fail(),
      () => {},
    );
    return () => {
      clearTimeout(silence);
      document.removeEventListener('securitypolicyviolation', refuse);
      removeEventListener('offline', goOffline);
    };
  }, [url]);
  return { state, loaded: () => setState((now) => (now === 'loading' ? 'loaded' : now)) };
}
