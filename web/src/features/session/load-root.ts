import type { LoaderFunctionArgs } from 'react-router';
import { type LoaderContext, type Site, siteContext } from '../../contexts.ts';
import { type CurrentSession, currentSession } from './current-session.ts';

export interface RootData extends CurrentSession {
  site: Site;
}

/** Who is here, and on which installation. A failure leaves the visitor a guest for now. */
export async function loadRoot({ context }: LoaderFunctionArgs<LoaderContext>): Promise<RootData> {
  return { ...(await currentSession(context)), site: context.get(siteContext) };
}
