import {
  getMe,
  requestMagicLink as requestEndpoint,
  signOut,
  signOutByLink,
  verifyMagicLink,
} from '../../../contract/accounts.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isNavigation, isOwnDeliberateGet } from '../../platform/http/request-origin.ts';
import { endSession } from '../../platform/sessions/sessions.ts';
import { findCurrentUser, findOwnerOfUsed, magicLinkSeconds, redeemMagicLink, requestMagicLink } from './accounts.ts';
import { googleSignInRoutes } from './google-sign-in.routes.ts';
import { sessionRoutes } from './own-sessions.routes.ts';
import { browserOf, circumstancesOf, keepSignIn } from './sign-in.ts';

/** The same whether or not anything was sent. */
const linkAsked = { message: 'If the address can receive mail, a sign-in link is on its way.' };

export const accountsRoutes = [
  ...googleSignInRoutes,
  ...sessionRoutes,

  answer(getMe, async (_input, ctx) => {
    const user = await findCurrentUser(ctx.db, ctx.caller!.userId);
    if (!user) throw new Refusal('unauthenticated');
    return user;
  }),

  answer(
    requestEndpoint,
    async ({ body }, ctx) => {
      const browserToken = await requestMagicLink(ctx, ctx.clock.now(), {
        email: body.email,
        redirect: body.redirect,
      });
      ctx.setCookie('magicLink', browserToken, magicLinkSeconds);
      return linkAsked;
    },
    () => linkAsked,
  ),

  answer(verifyMagicLink, async ({ body }, ctx) => {
    const present = await findOwnerOfUsed(ctx.db, body.token, ctx.caller);
    if (present) return { user: present, redirect: null };
    const signIn = await redeemMagicLink(ctx.db, circumstancesOf(ctx), browserOf(ctx), {
      token: body.token,
      browserToken: ctx.cookie('magicLink'),
      oauthToken: ctx.cookie('oauth'),
      confirm: body.confirm ?? false,
    });
    await keepSignIn(ctx, signIn, 'With an e-mail link');
    ctx.setCookie('magicLink', '', 0);
    return { user: signIn.user, redirect: signIn.redirect };
  }),

  answer(signOut, async (_input, ctx) => {
    await leave(ctx);
    return { ok: true as const };
  }),

  answer(signOutByLink, async (_input, ctx) => {
    ctx.setHeader('vary', 'Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest, Origin');
    if (!isOwnDeliberateGet(ctx.headers)) throw new Refusal('cross_site');
    await leave(ctx);
    // Who follows it is to see a page.
    if (isNavigation(ctx.headers)) {
      ctx.setStatus(302);
      ctx.setHeader('location', '/');
    }
    return { ok: true as const };
  }),
];

async function leave(ctx: Context): Promise<void> {
  await endSession(ctx);
  if (ctx.caller) ctx.recordEvent({ type: 'sign_out', severity: 'info', description: 'Signed out.' });
}
