import { redirect } from 'react-router';
import type { Permission } from '../../../../contract/permissions.ts';
import { type Api, errorCode } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { currentSession } from '../../features/session/current-session.ts';

/** What each of these desks has beside its own. */
export interface CampaignsDesk {
  /** What the reader may do; null may do all. */
  may: readonly Permission[] | null;
}

async function readerMay(api: Api, args: LoaderArgs): Promise<CampaignsDesk['may']> {
  const { user } = await currentSession(args);
  return user?.profile?.role === 'advertiser' ? (await api('GET /api/organisation')).permissions : null;
}

/** The loader of one of the desks of campaigns. An organisation that may do nothing now is told why at home. */
export const campaignsLoader = <L extends object>(live: (api: Api, args: LoaderArgs) => Promise<L>) =>
  deskLoader(async (api, args): Promise<L & CampaignsDesk> => {
    try {
      const [may, loaded] = await Promise.all([readerMay(api, args), live(api, args)]);
      return { ...loaded, may };
    } catch (failure) {
      if (errorCode(failure) === 'organisation_suspended') throw redirect('/dashboard');
      throw failure;
    }
  });
