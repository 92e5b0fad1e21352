import { useEffect, useState } from 'react';
import { mayEmbed } from '../../../../contract/embeddable.ts';
import { browserApi } from '../../api.ts';

/** A page that is silent for so long is taken for one that does not come. */
const longestSilenceMs = 15_000;

/** A page that our policy stopped counts as loaded too, and the word of the policy may come a moment after that. */
const policyMs = 100;

/** `silent` is an error that a late answer still mends, `offline` one that the network's return mends; `refused` is one for good. */
export type PageState = 'loading' | 'loaded' | 'silent' | 'offline' | 'refused';

const stateOfNetwork = (): PageState => (navigator.onLine ? 'loading' : 'offline');

/**
 * How far an embedded page is. A browser tells us when a frame has loaded, never that it failed (its own error page counts as loaded):
 * so one that stays silent is taken to have failed until it comes after all; without a network it is not asked for before that is
 * back; one that leads to a host nobody allowed (the page's own policy stops it), or whose host is no longer allowed, is refused.
 */
export function useEmbeddedPage(url: string): { state: PageState; loaded: () => void } {
  const [state, setState] = useState(stateOfNetwork);
  const isLoading = state === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const silence = setTimeout(() => setState('silent'), longestSilenceMs);
    return () => clearTimeout(silence);
  }, [isLoading]);
  useEffect(() => {
    const refuse = () => setState('refused');
    const lose = () => setState((now) => (now === 'loading' || now === 'silent' ? 'offline' : now));
    const regain = () => setState((now) => (now === 'offline' ? 'loading' : now));
    const look = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      effectiveDirective === 'frame-src' && refuse();
    document.addEventListener('securitypolicyviolation', look);
    addEventListener('offline', lose);
    addEventListener('online', regain);
    // The page may be older than the list; what cannot be asked now was allowed when the page was made.
    browserApi('GET /api/embed-hosts').then(
      ({ hosts }) => mayEmbed(url, hosts, location.hostname) || refuse(),
      () => {},
    );
    return () => {
      document.removeEventListener('securitypolicyviolation', look);
      removeEventListener('offline', lose);
      removeEventListener('online', regain);
    };
  }, [url]);
  const settle = () =>
    setState((now) => {
      if (now === 'refused' || now === 'loaded') return now;
      return navigator.onLine ? 'loaded' : 'offline';
    });
  const loaded = () => void setTimeout(settle, policyMs);
  return { state, loaded };
}
