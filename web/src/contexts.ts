import { createContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router';
import { type Api, apiUntil, browserApi } from './api.ts';

/** What loaders are given besides the address; the server and the browser each provide their own. */
export const apiContext = createContext<Api>(browserApi);

/** What is the same for every visitor of this installation. */
export interface Site {
  productName: string;
  publicUrl: string;
  /** Not in production: pages for those who build and try it may be shown. */
  demo: boolean;
  /** Hosts whose pages this page may show within it, as its policy says. */
  embedHosts: readonly string[];
  /** Whether the product may be kept for use without a network. */
  worker: boolean;
}
export const noSite: Site = { productName: '', publicUrl: '', demo: false, embedHosts: [], worker: false };
export const siteContext = createContext<Site>(noSite);

/** Whether the visitor may have a session: only then is it worth asking who they are. */
export const maySignedInContext = createContext<boolean>(false);

/** What came of a printed code that this page was opened with, on the server only. */
export interface Arrival {
  /** Why the code counts for nobody, in words; null where it was recorded. */
  notice: string | null;
}
export const arrivalContext = createContext<Arrival | null>(null);

/** Whether the device is asked before the network: where a page begins without one. */
export const keptFirstContext = createContext<boolean>(false);

export type LoaderContext = Readonly<RouterContextProvider>;
export type LoaderArgs = LoaderFunctionArgs<LoaderContext>;

/** What a loader asks the server with. In the browser its calls end with the navigation that they are for. */
export function apiOf({ context, request }: Pick<LoaderArgs, 'context' | 'request'>): Api {
  const api = context.get(apiContext);
  return api === browserApi ? apiUntil(request.signal) : api;
}

/** Whether this is the browser's side, which has a device to ask. */
export const inBrowser = typeof document !== 'undefined';
