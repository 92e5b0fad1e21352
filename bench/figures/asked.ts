import type pg from 'pg';
import { reportTypes } from '../../contract/platform-reports.ts';
import { performanceRanges } from '../../contract/portal-states.ts';
import { dayRanges, timeRanges } from '../../contract/time-ranges.ts';
import { cookieOf, signIn } from '../partner-cookie.ts';
import type { Product } from '../product.ts';

export type Role = 'admin' | 'partner';

/** Who asks a product: an administrator, and the partner with the most scans. */
export interface Askers {
  cookies: Record<Role, string>;
  partner: { id: string; organisation: string; place: number };
}

export async function signInAskers(owner: pg.Client): Promise<Askers> {
  const { rows } = await owner.query<Askers['partner']>(
    `select o.owner_id as id, o.id as organisation,
       (select id from locations where partner_id = o.owner_id order by id limit 1) as place from organisations o where o.kind = 'partner' order by
       (select coalesce(sum(r.scans), 0) from rollups r where r.grain = 'day' and r.dimension = 'partner' and r.key = o.owner_id::text) desc limit 1`,
  );
  const partner = rows[0]!;
  // Another one for each run on a year that is kept.
  const admin = await cookieOf(owner, 'admin', `figures-${Date.now()}@bench.example`);
  return { cookies: { admin, partner: await signIn(owner, partner.id) }, partner };
}

/** A request as the client sends it. */
export interface Asked {
  role: Role;
  path: string;
  /** Where it stands in the table: the same in both databases. */
  name: string;
  /** What is sent; without it something is read. */
  body?: object;
  /** A file that somebody downloads, and no screen waits for. */
  isFile?: boolean;
}

/** A report of these days, as the screen asks for it. */
export const reportOf = (type: (typeof reportTypes)[number], time_range: (typeof dayRanges)[number]): Asked => ({
  ...{ role: 'admin', path: '/api/reports/generate', name: `/api/reports/generate ${type} ${time_range}` },
  ...{ body: { type, filters: { time_range }, instant: true }, isFile: true },
});

const analytics = '/api/analytics';
const figures = timeRanges.flatMap((range) =>
  ['overview', 'revenue', 'business-intelligence'].map((screen) => `${analytics}/${screen}?time_range=${range}`),
);

/** What the screens of figures and the home screens of both roles are made of, and their files. */
export async function screensOf(product: Product, askers: Askers, longAgo: string): Promise<Asked[]> {
  const plain = (role: Role, paths: readonly string[]) => paths.map((path) => ({ role, path, name: path }));
  const organisation = `/api/organisations/${askers.partner.organisation}/earnings`;
  return [
    ...plain('admin', [
      ...figures,
      ...timeRanges.flatMap((range) =>
        ['performance', 'behavior'].map((one) => `${analytics}/${one}?time_range=${range}`),
      ),
      ...timeRanges.flatMap((range) =>
        ['scans', 'openings', 'impressions', 'clicks', 'bookings'].map(
          (of) => `${analytics}/rows?of=${of}&time_range=${range}`,
        ),
      ),
      `${analytics}/rows?of=scans&time_range=1y&day=${longAgo}`,
      `${analytics}/rows?of=bookings&time_range=1y&platform=viator`,
    ]),
    ...(await Promise.all(['scans', 'clicks', 'bookings'].map((of) => laterPage(product, askers, of, longAgo)))),
    ...plain('admin', [
      '/api/admin/today',
      '/api/admin/platform-metrics',
      '/api/admin/platform-summary',
      ...dayRanges.map((range) => `/api/admin/platform-performance?range=${range}`),
      '/api/admin/partners?limit=5',
      '/api/admin/commission-overview',
      '/api/admin/top-advertisers',
      '/api/stakeholder/invitations',
      '/api/admin/applications?state=new&limit=1',
    ]),
    ...dayRanges.flatMap((range) => reportTypes.map((type) => reportOf(type, range))),
    ...plain('partner', [
      ...figures,
      ...performanceRanges.map((range) => `/api/partner-portal/performance?range=${range}`),
      '/api/organisation',
      '/api/partner-portal/first-steps',
    ]),
    ...performanceRanges.map((range): Asked => {
      const [places, of] = ['/api/partner-portal/performance/places/', `?range=${range}`];
      return { role: 'partner', path: `${places}${askers.partner.place}${of}`, name: `${places}{id}${of}` };
    }),
    ...plain('partner', ['/api/partner-portal/export-report']).map((asked) => ({ ...asked, isFile: true })),
    { role: 'partner', path: organisation, name: '/api/organisations/{id}/earnings' },
  ];
}

/** The page of all rows of a year after the first one of a day long ago: as far in as if all before it had been turned over. */
async function laterPage(product: Product, askers: Askers, of: string, day: string): Promise<Asked> {
  const rows = `${analytics}/rows?of=${of}&time_range=1y`;
  const { next } = (await ask(product, askers, { role: 'admin', path: `${rows}&day=${day}` })) as {
    next: string | null;
  };
  return { role: 'admin', path: next ? `${rows}&after=${encodeURIComponent(next)}` : rows, name: `${rows}&after=…` };
}

/** What a request is answered, a file as its text. @throws Error where it is refused */
export async function ask(
  { port }: Pick<Product, 'port'>,
  { cookies }: Askers,
  { role, path, body }: Pick<Asked, 'role' | 'path' | 'body'>,
): Promise<unknown> {
  const reply = await fetch(`http://localhost:${port}${path}`, {
    headers: {
      ...{ cookie: `${cookies[role]}; signed_in=1`, accept: body ? '*/*' : 'application/json' },
      ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return reply.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}
