import { useMatches } from 'react-router';
import type { Role } from '../../../contract/roles.ts';
import type { Site } from '../contexts.ts';
import type { ScreenAccess } from '../features/session/access.ts';

/** What is said of a route beyond the router's own fields. */
export interface RouteHandle {
  /** Title of the page, and its description unless it is the guide's; from what its loader gave, undefined where it failed. */
  // biome-ignore lint/suspicious/noExplicitAny: each route knows its own loader's type
  describe?: (loaded: any, site: Site) => { title: string; description?: string };
  /** Source module of a lazy screen, whose styles the server inlines. */
  module?: string;
  /** What of it one role alone has, of each role: it comes with their page, and needs a network. */
  parts?: readonly { of: Role; module: string; bring: () => Promise<unknown> }[];
  /** Who may see the screen; everybody unless told. */
  access?: ScreenAccess;
  /** Words for a role that may not. */
  refusal?: {
    title?: string;
    text?: string;
    /** To those of the right role who were not given this part. */
    ownText?: string;
  };
  /** Where those who may see it are sent instead. */
  leadsTo?: string;
  /** Can do nothing without a network: its script is left out of what a device keeps. */
  needsNetwork?: boolean;
  /** May use the width of a desk: for the roles that work at one, where it is not for everybody. */
  wide?: boolean;
}

/** The handle of the deepest match that has one: what is said of the screen on view. */
export function handleOf(matches: readonly { handle?: unknown }[]): RouteHandle {
  return (matches.findLast((match) => match.handle)?.handle as RouteHandle | undefined) ?? {};
}

/** What is said of the screen on view. */
export const useHandle = (): RouteHandle => handleOf(useMatches());
