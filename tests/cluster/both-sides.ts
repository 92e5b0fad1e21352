import { expect } from 'vitest';
import type { ClusterScene } from './cluster-scene.ts';

/** One of the two web processes, asked past HAProxy, as a browser asks that HAProxy has led there. */
export interface Side {
  call(
    path: string,
    given?: { body?: object; cookie?: string },
  ): Promise<{ status: number; body: unknown; cookies: string }>;
}

export function sidesOf({ cluster }: ClusterScene): [Side, Side] {
  const sides = cluster.webs.map(({ url }) => ({
    call: async (path: string, { body, cookie }: { body?: object; cookie?: string } = {}) => {
      const reply = await fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          origin: cluster.url,
          'content-type': 'application/json',
          ...(cookie && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const cookies = reply.headers.getSetCookie().map((one) => one.split(';')[0]!);
      return { status: reply.status, body: await reply.json(), cookies: cookies.join('; ') };
    },
  }));
  return [sides[0]!, sides[1]!];
}

/** Signs in by mail: asked for on one side, redeemed on the other. @returns the session's cookie */
export async function signInAcross(
  { mail }: ClusterScene,
  asked: Side,
  redeemed: Side,
  email: string,
): Promise<string> {
  const since = mail.messages.length;
  const link = await asked.call('/api/auth/magic-link', { body: { email } });
  expect(link.status).toBe(202);
  const { text } = await mail.waitFor(email, since);
  const token = /token=([\w-]+)/.exec(text)![1]!;
  const signedIn = await redeemed.call('/api/auth/magic-link/verify', { body: { token }, cookie: link.cookies });
  expect(signedIn.status).toBe(200);
  return signedIn.cookies;
}
