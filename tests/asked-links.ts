import { type LimitName, limits } from '../server/platform/limits/limits.ts';
import { RateLimits } from '../server/platform/limits/rate-limits.ts';
import { from } from './attack/two-processes.ts';
import type { World } from './world.ts';

export interface Asked {
  to: string;
  network: string;
  redirect?: string;
  cookie?: string;
}

/** Asks for a link and takes the token out of the mail, as a person with a mailbox would. */
export async function askForLink(world: World, { to, redirect, cookie, network }: Asked) {
  const reply = await world.call('POST /api/auth/magic-link', {
    body: { email: to, redirect },
    cookie,
    headers: from(network),
  });
  const mail = (await world.mail()).findLast((one) => one.to === to);
  return {
    reply,
    status: reply.status,
    browser: `magic_link=${reply.cookies.magic_link}`,
    mail,
    token: mail?.text.match(/token=([\w-]+)/)?.[1] ?? '',
  };
}

let newcomers = 0;

/** A network and an address that no test of this file has used. */
export function newcomer(): { network: string; email: string } {
  newcomers += 1;
  return { network: `203.0.113.${newcomers}`, email: `guest-${newcomers}@example.com` };
}

/** Spends what there is of a limit, but for what is to be left. */
export const leaveOf = (world: World, left: number, limit: LimitName, key: string) =>
  new RateLimits(world.db, true).spend({ limit, key, cost: limits[limit].amount - left }, world.clock.now());
