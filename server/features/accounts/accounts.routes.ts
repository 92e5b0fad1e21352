import { getMe, requestMagicLink as requestEndpoint, signOut, verifyMagicLink } from '../../../contract/accounts.ts';
import { answer } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { endSession, keepSession, startSession } from '../../platform/sessions.ts';
import { visitSeconds } from '../scanning/scanning.ts';
import { findCurrentUser, magicLinkSeconds, redeemMagicLink, requestMagicLink } from './accounts.ts';

export const accountsRoutes = [
  answer(getMe, async (_input, ctx) => {
    const user = await findCurrentUser(ctx.db, ctx.caller!.userId);
    if (!user) throw new Refusal('unauthenticated');
    return user;
  }),

  answer(requestEndpoint, async ({ body }, ctx) => {
    const browserToken = await requestMagicLink(ctx, ctx.clock.now(), {
      email: body.email,
      redirect: body.redirect,
      network: ctx.network,
      visitHash: ctx.visitHash,
    });
    ctx.setCookie('magicLink', browserToken, magicLinkSeconds);
    return { message: 'If the address can receive mail, a sign-in link is on its way.' };
  }),

  answer(verifyMagicLink, async ({ body }, ctx) => {
    let session: { token: string; maxAgeSeconds: number } | undefined;
    const { user, redirect, newVisitToken } = await redeemMagicLink(
      ctx.db,
      ctx.clock.now(),
      {
        token: body.token,
        browserToken: ctx.cookie('magicLink'),
        confirm: body.confirm ?? false,
        visitHash: ctx.visitHash,
      },
      async (tx, signedIn) => {
        session = await startSession(tx, {
          userId: signedIn.id,
          role: signedIn.profile?.role ?? 'traveler',
          now: ctx.clock.now(),
          userAgent: ctx.userAgent,
          previous: ctx.caller,
        });
      },
    );
    keepSession(ctx, session!);
    ctx.setCookie('magicLink', '', 0);
    if (newVisitToken) ctx.setCookie('visit', newVisitToken, visitSeconds);
    return { user, redirect };
  }),

  answer(signOut, async (_input, ctx) => {
    await endSession(ctx);
    return { ok: true as const };
  }),
];
