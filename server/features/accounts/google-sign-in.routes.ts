import { beginFallbackSignIn, beginGoogleSignIn, completeGoogleSignIn } from '../../../contract/accounts.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isNavigation } from '../../platform/http/request-origin.ts';
import { hasRoomFor } from '../../platform/limits/call-limits.ts';
import { beginSignIn, completeSignIn, pendingSeconds, transactionSeconds } from './google-sign-in.ts';
import { browserOf, circumstancesOf, keepSignIn } from './sign-in.ts';

export const googleSignInRoutes = [
  answer(beginGoogleSignIn, async ({ query }, ctx) => await begin(ctx, query, 'usual')),

  answer(beginFallbackSignIn, async ({ query }, ctx) => ({
    ...(await begin(ctx, query, 'fallback')),
    fallback: true as const,
  })),

  answer(completeGoogleSignIn, async ({ body }, ctx) => {
    const request = { token: ctx.cookie('oauth'), code: body.code, state: body.state, iss: body.iss };
    try {
      const signIn = await completeSignIn(ctx, circumstancesOf(ctx), browserOf(ctx), request);
      await keepSignIn(ctx, signIn, 'With the identity provider');
      ctx.setCookie('oauth', '', 0);
      return { user: signIn.user, redirect: signIn.redirect, invitation: signIn.invitation };
    } catch (error) {
      const isPending = error instanceof Refusal && error.code === 'email_link_first';
      // The e-mail link that is asked for next finds by this cookie what it is to tie.
      if (isPending) ctx.setCookie('oauth', request.token!, pendingSeconds);
      else ctx.setCookie('oauth', '', 0);
      throw error;
    }
  }),
];

async function begin(
  ctx: Context,
  query: { invitation?: string | undefined; redirect?: string | undefined },
  way: 'usual' | 'fallback',
) {
  ctx.setHeader('vary', 'Sec-Fetch-Mode, Sec-Fetch-Site, Accept');
  const hasRoom = await hasRoomFor('sign-in-bytes', query, ctx);
  const { invitation, redirect = undefined } = hasRoom ? query : { invitation: query.invitation };
  const { token, redirectUrl } = await beginSignIn(ctx, ctx.clock.now(), { invitation, redirect, way });
  ctx.setCookie('oauth', token, transactionSeconds);
  if (isNavigation(ctx.headers)) {
    ctx.setStatus(302);
    ctx.setHeader('location', redirectUrl);
  }
  return { redirectUrl, ...(ctx.settings.oidc.isDemo ? { development: true as const } : {}) };
}
