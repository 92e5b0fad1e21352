import { Readable } from 'node:stream';
import * as endpoints from '../../../contract/privacy.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { forgetSession } from '../../platform/sessions/sessions.ts';
import { requireFreshSignIn, requireStepUp } from '../passkeys/passkeys.ts';
import { eraseAccount } from './erase.ts';
import { keepThirdParties, readKept, type ThirdParties } from './kept.ts';
import { exportOwnData } from './own-data.ts';
import { listRequests, readPrivacyWork, type Tidied } from './privacy-desk.ts';

/** What people ask for of their own data. */
export const privacyRoutes = (
  { tidied }: { tidied: Tidied },
  thirdParties: ThirdParties = keepThirdParties(),
): Answered[] => [
  answer(endpoints.downloadOwnData, async (_input, ctx) => {
    await requireStepUp(ctx);
    const pieces = await exportOwnData(ctx, actorOf(ctx));
    ctx.recordEvent({ type: 'privacy_request', severity: 'info', description: 'Downloaded all of their own data.' });
    ctx.setHeader('content-type', 'application/json; charset=utf-8');
    ctx.setHeader('content-disposition', 'attachment; filename="my-data.json"');
    ctx.setHeader('cache-control', 'private, no-store');
    return Readable.from(pieces);
  }),

  answer(endpoints.eraseOwnAccount, async (_input, ctx) => {
    await requireFreshSignIn(ctx);
    const { userId, requestId } = actorOf(ctx);
    const isErased = await eraseAccount(ctx.db, ctx.clock.now(), ctx.settings, userId, { actorId: userId, requestId });
    // A request beside this one did so.
    if (!isErased) throw new Refusal('unauthenticated');
    // No event: it would name the network that this came from.
    forgetSession(ctx);
    ctx.setCookie('device', '', 0);
    return { erased: true as const };
  }),

  answer(endpoints.getPrivacy, async (_input, { db, clock, settings }) => ({
    kept: readKept(settings),
    third_parties: await thirdParties(db, settings, clock.now()),
  })),

  answer(endpoints.listPrivacyRequests, ({ query }, { db }) => listRequests(db, query)),

  answer(endpoints.getPrivacyWork, (_input, { db, clock, settings }) =>
    readPrivacyWork(db, clock.now(), settings, tidied),
  ),
];
