import type { APIResponse, BrowserContext, Page, Route } from '@playwright/test';
import type { ErrorCode } from '../../contract/errors.ts';
import { broken, endpointOf } from './faked-answers.ts';

/** Addresses of endpoints, as `page.route` takes them. */
export const at = {
  sessions: '**/api/sessions',
  me: '**/api/users/me',
  profiles: '**/api/profiles',
  migrateRole: '**/api/profiles/migrate-role',
  bookings: '**/api/bookings',
  figures: '**/api/analytics/traveler*',
  listings: '**/api/business-listings*',
  summary: '**/api/business-listings/summary*',
  magicLink: '**/api/auth/magic-link',
  verify: '**/api/auth/magic-link/verify',
  google: /\/redirect_url(\?|$)/,
  googleOtherwise: /\/redirect_url\/fallback/,
  validate: '**/api/stakeholder/validate/*',
  accept: '**/api/stakeholder/accept/*',
  invite: '**/api/stakeholder/invite',
  invitedLink: '**/api/stakeholder/magic-link/*',
  reportMails: '**/api/report-mails/*',
  trackError: '**/api/errors/track',
  reportError: '**/api/errors/report',
  logout: '**/api/logout',
} as const;

type Address = string | RegExp;

/** An endpoint answers with this from now on, as the contract has it. */
export const answer = (page: Page, address: Address, json: unknown): Promise<unknown> =>
  page.route(address, (route) => succeed(route, json));

/** Answers one request with a success. */
const succeed = (route: Route, json: unknown): Promise<void> =>
  route.fulfill({ status: endpointOf(route.request())?.status ?? 200, json });

/** An endpoint's own answers reach the page with these changes. */
export const alter = <Answer>(page: Page, address: Address, change: (given: Answer) => unknown): Promise<unknown> =>
  page.route(address, async (route) => succeed(route, change(await (await route.fetch()).json())));

/** Another site, or a file of ours that has changed on the way: answers from now on with this. */
export const standIn = (
  target: Page | BrowserContext,
  address: Address,
  made: Made | ((route: Route) => Made | Promise<Made>),
): Promise<unknown> =>
  target.route(address, async (route) => route.fulfill(typeof made === 'function' ? await made(route) : made));

/** What a site of others answers. */
interface Made {
  /** What there was, for all that is not told here. */
  response?: APIResponse;
  status?: number;
  headers?: Record<string, string>;
  contentType?: string;
  body?: string | Buffer;
}

/** An endpoint answers from now on with what no server of ours does, but something on the way might. */
export const garble = (page: Page, address: Address, json: unknown): Promise<unknown> =>
  page.route(
    address,
    broken((route) => succeed(route, json)),
  );

/** An endpoint refuses from now on, in these words: none, unless a test is about them. */
export const refuse = (page: Page, address: Address, status: number, code: ErrorCode, error = ''): Promise<unknown> =>
  page.route(address, (route) => refuseOnce(route, status, code, error));

/** Refuses one request. */
export const refuseOnce = (route: Route, status: number, code: ErrorCode, error = ''): Promise<void> =>
  route.fulfill({ status, json: { error, code } });

/** An endpoint finds these fields of what it is sent wrong from now on. */
export const findWrong = (page: Page, address: Address, ...paths: string[]): Promise<unknown> => {
  const fields = paths.map((path) => ({ path, code: 'custom', message: '' }));
  return page.route(address, (route) =>
    route.fulfill({ status: 400, json: { error: '', code: 'invalid_request', fields } }),
  );
};

/** No answer comes from now on: the network is gone. */
export const cut = (page: Page, address: Address): Promise<unknown> => page.route(address, (route) => route.abort());

/** What is sent arrives, and the first answer is lost on its way back. */
export async function loseAnswer(page: Page, address: Address): Promise<void> {
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst) return await route.continue();
    isFirst = false;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** Nothing can be read there, while what is sent arrives, until the returned function is called. */
export async function loseReads(page: Page, address: Address): Promise<() => Promise<void>> {
  const lose = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback());
  await page.route(address, lose);
  return () => page.unroute(address, lose);
}

/** Answers wait until the returned function lets them go, to what was said before or to the server. */
export async function hold(page: Page, address: Address): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    await promise;
    await route.fallback();
  };
  await page.route(address, wait);
  return async () => {
    resolve();
    await page.unroute(address, wait);
  };
}
