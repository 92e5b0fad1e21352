import { redirect } from 'react-router';
import type { getEarnings } from '../../../../contract/commission.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getFirstSteps } from '../../../../contract/first-steps.ts';
import type { getPerformance } from '../../../../contract/partner-performance.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { errorCode } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { currentSession } from '../../features/session/current-session.ts';

/** What the portal's first screen shows; null is what the caller may not see. */
export interface OverviewData {
  organisation: string;
  permissions: readonly Permission[];
  figures: Answer<typeof getPerformance> | null;
  earnings: Answer<typeof getEarnings> | null;
  firstSteps: Answer<typeof getFirstSteps> | null;
}

const isAdmin = async (args: LoaderArgs) => (await currentSession(args)).user?.profile?.role === 'admin';

/** An administrator has another home, and what a suspended organisation may still do stands on its members' own. */
export const loadOverview = deskLoader(async (api, args): Promise<OverviewData> => {
  const { id, permissions } = await api('GET /api/organisation').catch(async (failure) => {
    const code = errorCode(failure);
    if (code === 'organisation_suspended' || (code === 'forbidden' && (await isAdmin(args))))
      throw redirect('/dashboard');
    throw failure;
  });
  const [figures, earnings, firstSteps] = await Promise.all([
    permissions.includes('performance_analytics') ? api('GET /api/partner-portal/performance', { query: {} }) : null,
    permissions.includes('commission_tracking')
      ? api('GET /api/organisations/{id}/earnings', { params: { id } })
      : null,
    permissions.includes('qr_code_management') ? api('GET /api/partner-portal/first-steps') : null,
  ]);
  return { organisation: id, permissions, figures, earnings, firstSteps };
});
