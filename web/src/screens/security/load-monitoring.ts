import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type {
  EndedAlert,
  listSecurityEvents,
  SecurityAlert,
  SecurityEvent,
  SystemHealth,
} from '../../../../contract/security-desk.ts';
import { type Api, ApiError, errorCode } from '../../api.ts';
import { inBrowser } from '../../contexts.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader, deskOnScreen } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';
import { endedAfterName } from '../../desk/table-address.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { hasNetwork } from '../../network.ts';
import { securitySamples } from './security-samples.ts';

/** An event as the list has it. */
export type EventLine = Omit<SecurityEvent, 'id'> & { id: string };

/** What the specification's sample stands in for. */
export type Sampled = 'events' | 'health' | 'alerts';

export interface MonitoringData {
  /** When it was asked for: the page says the same as the server that rendered it. */
  at: string;
  list: ListPage<EventLine>;
  health: SystemHealth;
  alerts: readonly SecurityAlert[];
  /** Alerts that have ended; null where they cannot be had, nor are known of before. */
  ended: ListPage<EndedAlert> | null;
  /** Parts of which the server said that it cannot tell them, or said nothing: these are examples. */
  samples: readonly Sampled[];
  /** Parts that could not be had now, with when they were had: it is what was said then. */
  earlier: Readonly<Partial<Record<Sampled, string>>>;
  /** Whether nobody answered, and health is the degraded example. */
  isDegradedSample: boolean;
}

type EventsQuery = NonNullable<Request<typeof listSecurityEvents>['query']>;
export const eventFilters = ['search', 'kind', 'severity', 'state'] as const;

export const lineOf = ({ id, ...event }: SecurityEvent): EventLine => ({ ...event, id: String(id) });
export const pageOf = ({ events, total, next }: Answer<typeof listSecurityEvents>): ListPage<EventLine> => ({
  rows: events.map(lineOf),
  ...{ total, next },
});

const askEvents = async (api: Api, query: URLSearchParams) => {
  const names = [...eventFilters, 'sort', 'after'];
  return pageOf(await api('GET /api/security/events', { query: asked(query, names) as EventsQuery }));
};

const askAlerts = async (api: Api, query: URLSearchParams): Promise<Pick<MonitoringData, 'alerts' | 'ended'>> => {
  const after = query.get(endedAfterName);
  return await api('GET /api/security/alerts', { query: after ? { after } : {} });
};

/** Events, health and alerts, together. */
export async function askMonitoring(api: Api, query: URLSearchParams): Promise<MonitoringData> {
  const [list, { health }, alerts] = await Promise.all([
    askEvents(api, query),
    api('GET /api/security/system-health'),
    askAlerts(api, query),
  ]);
  return { at: new Date().toISOString(), list, health, ...alerts, samples: [], earlier: {}, isDegradedSample: false };
}

/** What is no failure of the server: the session has ended, the account is another's, or the address asks for what there is not. */
const isNo = (failure: unknown) =>
  ['unauthenticated', 'forbidden', 'invalid_request', 'not_found'].includes(errorCode(failure) ?? '');
const isUnanswered = (failure: unknown) => !(failure instanceof ApiError) || failure.code === 'offline';

interface Known {
  userId: string;
  /** What its lists were asked for, as the address says it. */
  search: string;
  answer: MonitoringData;
}
/** The last whole answer that was on screen, as long as the page lives. */
let known: Known | undefined;

/** Remembers an answer of which no part stands in for another. */
export function rememberMonitoring(userId: string, search: string, answer: MonitoringData): void {
  if (answer.samples.length === 0 && Object.keys(answer.earlier).length === 0) known = { userId, search, answer };
}

/** The same with what was known before for each part that cannot be had, and without that the specification's sample. */
async function askOrSample(
  api: Api,
  { search, searchParams: query }: URL,
  userId: string | undefined,
): Promise<MonitoringData> {
  const before = known?.userId === userId ? known : undefined;
  const earlier: Partial<Record<Sampled, string>> = {};
  const samples: Sampled[] = [];
  let isDegradedSample = false;
  const or =
    <T>(part: Sampled, sample: T, last: T | undefined) =>
    (failure: unknown): T => {
      // Without a network nothing has failed: the screen says that it needs one.
      if (isNo(failure) || !hasNetwork()) throw failure;
      if (before && last) {
        earlier[part] = before.answer.at;
        return last;
      }
      samples.push(part);
      if (part === 'health') isDegradedSample = isUnanswered(failure);
      return sample;
    };
  const ofSame = before?.search === search ? before.answer : undefined;
  const lastAlerts = before && { alerts: before.answer.alerts, ended: ofSame?.ended ?? null };
  const [list, health, alerts] = await Promise.all([
    askEvents(api, query).catch(or<ListPage<EventLine>>('events', securitySamples.list, ofSame?.list)),
    api('GET /api/security/system-health').then(
      (answer) => answer.health,
      (failure) => {
        const isThrown = isUnanswered(failure);
        const sample = isThrown ? securitySamples.degraded : securitySamples.health;
        return or('health', sample, before?.answer.health)(failure);
      },
    ),
    askAlerts(api, query).catch(or('alerts', { alerts: securitySamples.alerts, ended: null }, lastAlerts)),
  ]);
  return { at: new Date().toISOString(), list, health, ...alerts, samples, earlier, isDegradedSample };
}

/**
 * What is on screen already stays where newer cannot be had (desk-loader.ts); the samples are for a screen that has nothing. Nothing of
 * it is kept on a device: it names accounts and addresses.
 */
export const loadMonitoring = deskLoader(async (api, args): Promise<MonitoringData> => {
  const url = new URL(args.request.url);
  const isShown = deskOnScreen.shown?.path === url.pathname;
  if (!inBrowser || isShown) return await askMonitoring(api, url.searchParams);
  return await askOrSample(api, url, (await currentSession(args)).user?.id);
});
