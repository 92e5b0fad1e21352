import type { HydrationState } from 'react-router';
import type { Site } from './contexts.ts';

/** What the server leaves in the page for the browser to go on with. */
export interface PageData {
  site: Site;
  /**
   * Where the page really is: a printed code may have led elsewhere, and its `qr` is taken out of the address. Null where the
   * address leads nowhere: all of those are sent the same page.
   */
  path: string | null;
  /** The reader's language with a region, for figures and dates. */
  locale: string;
  /** Absent in the shell, whose screens ask for everything themselves. */
  router?: HydrationState;
}

export const pageDataId = 'page-data';
