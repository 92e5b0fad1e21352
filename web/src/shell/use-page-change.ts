import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { Site } from '../contexts.ts';
import { announce } from '../ui/announce.ts';
import type { RouteHandle } from './route-handle.ts';

/** Does what a browser does when a page loads: the title follows the screen, and a new screen has the focus. */
export function usePageChange(site: Site): void {
  const { pathname, hash } = useLocation();
  const matches = useMatches();
  const shown = matches.findLast((match) => (match.handle as RouteHandle | undefined)?.describe);
  const describe = (shown?.handle as RouteHandle | undefined)?.describe;
  const title = describe?.(shown?.loaderData, site).title ?? site.productName;
  useEffect(() => {
    if (document.title !== title && title) document.title = title;
  }, [title]);

  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    const { announcements, screenReader } = document.documentElement.dataset;
    if (announcements) announce(document.title);
    if (hash) return;
    const main = document.getElementById('main');
    const heading = screenReader ? main?.querySelector('h1') : null;
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
