import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Offer } from '../../../simulators/sales.ts';
import { type Simulators, startSimulators } from '../../../simulators/server.ts';
import type { Clock } from '../../platform/context.ts';
import { isOnNetwork, type Settings } from '../../platform/settings.ts';

/** How often the simulated Viator's feed is read: whoever has booked there waits for it. */
const feedSeconds = 5;
const postingLimit = 10_000;

/** Whether a demo has booking platforms of its own. Of a server that is divided into processes one alone would find them. */
export const hasDemoPlatforms = ({ production, demoData, role }: Settings): boolean =>
  !production && demoData === 'on' && role === 'all';

export const demoBooksFile = (dataDir: string): string => join(dataDir, 'simulated-bookings.jsonl');

/**
 * Starts the demo's own booking platforms on a loopback port, or on the network where the demo itself is, and has the settings lead to
 * them: booking links, the secret of FareHarbor's webhooks and Viator's feed, where no other is set. They decide bookings by nobody's
 * money, so production refuses them.
 * @param product where this server listens.
 * @param port where to listen; another one is taken when it is not free.
 * @throws Error in production.
 */
export async function startDemoPlatforms(
  settings: Settings,
  { offers, product, port, clock }: { offers: readonly Offer[]; product: string; port: number; clock: Clock },
): Promise<Simulators> {
  if (settings.production) throw new Error('simulated booking platforms cannot run in production');
  const { productName, publicUrl, dataDir } = settings;
  const secret = randomBytes(32).toString('base64url');
  const feedKey = randomBytes(16).toString('base64url');
  const simulators = await startSimulators({
    ...{ productName, publicUrl, offers, port, feedKey, now: () => clock.now() },
    host: isOnNetwork(settings) ? settings.host : '127.0.0.1',
    file: demoBooksFile(dataDir),
    post: (message) => bring(`${product}/api/webhooks/fareharbor/${secret}`, message),
  });
  settings.simulatedPlatforms = simulators.origin;
  settings.newsSecrets = [...settings.newsSecrets, { source: 'fareharbor', secret }];
  settings.viatorFeed ??= {
    url: `${simulators.origin}/api.viator.com/partner`,
    key: feedKey,
    everySeconds: feedSeconds,
  };
  return simulators;
}

async function bring(address: string, message: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'simulated-fareharbor/1' };
  const signal = AbortSignal.timeout(postingLimit);
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(message), signal });
  await response.body?.cancel();
  return response.status;
}
