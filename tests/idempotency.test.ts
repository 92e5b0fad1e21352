import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../contract/index.ts';
import { versionOfWords } from '../server/features/reviews/reviews.ts';
import { aPasskey } from './access-world.ts';
import { AdvertiserScene, anOwnListing } from './advertiser-scene.ts';
import { organisationOf } from './an-organisation.ts';
import { aCampaign, anAdvertiser, plainCampaign } from './campaigns-scene.ts';
import type { GoogleWorld } from './google-flow.ts';
import { aCommission, aHold, aPayout, aProposedCard } from './ledger-rows.ts';
import { aDeletion, aListingImport, anUploadedList } from './listing-import-rows.ts';
import { aForm, aPng } from './sent-files.ts';
import { anUploadedStatement, aStatement } from './statement-rows.ts';
import { untilServed } from './until-served.ts';
import { aDeadLetter, aFault, anAlert, anApplication, anUnreadableNews, aSecurityEvent } from './work-rows.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** POSTs that make nothing that a repeat would make twice, each with its reason. */
const notCreating = new Map([
  ['POST /api/auth/magic-link/verify', 'uses up a single-use token'],
  ['POST /api/logout', 'ends what it ends'],
  ['POST /api/sessions', 'uses up a single-use sign-in'],
  ['POST /api/sessions/end-all', 'ends what it ends'],
  ['POST /api/users/me/erase', 'ends what it ends'],
  ['POST /api/profiles/migrate-role', 'a role that is current stays'],
  ['POST /api/stakeholder/invitations/{id}/revoke', 'ends what it ends'],
  ['POST /api/organisation/invitations/{id}/revoke', 'ends what it ends'],
  ['POST /api/organisation/leave', 'who has left is no member who could leave'],
  ['POST /api/organisation/hand-over', 'who has handed over is no owner who could do so again'],
  ['POST /api/stakeholder/accept/{token}', 'uses up a single-use token'],
  ['POST /api/passkeys/registration-options', 'keeps one challenge of a session, the newest'],
  ['POST /api/passkeys', 'uses up a single-use challenge, and a credential is registered once'],
  ['POST /api/passkeys/confirmation-options', 'keeps one challenge of a session, the newest'],
  ['POST /api/passkeys/confirm', 'uses up a single-use challenge'],
  ['POST /api/platform-ai/recommendations', 'only reads'],
  ['POST /api/news/{source}/{secret}', 'each message is kept; what it says is done once'],
  ['POST /api/webhooks/fareharbor/{secret}', 'each message is kept; what it says is done once'],
  ['POST /api/admin/platform-bookings/{id}/match', 'decides once'],
  ['POST /api/admin/platform-bookings/{id}/unmatch', 'ends what it ends'],
  ['POST /api/admin/platform-bookings/{id}/dismiss', 'decides once'],
  ['POST /api/admin/users/{id}/end-sessions', 'ends what it ends'],
  ['POST /api/admin/users/suspend', 'who is suspended is left out'],
  ['POST /api/admin/holds/decide', 'what is decided is left out'],
  ['POST /api/admin/payouts/release', 'what is settled is left out'],
  ['POST /api/admin/payouts/withdraw', 'what is settled is left out'],
  ['POST /api/admin/news/{id}/retry', 'news that waits is retried no further'],
  ['POST /api/admin/news/{id}/discard', 'ends what it ends'],
  ['POST /api/admin/dead-letters/{id}/retry', 'a dead letter is gone once it is retried'],
  ['POST /api/admin/dead-letters/{id}/discard', 'ends what it ends'],
  ['POST /api/long-work/{id}/cancel', 'ends what it ends'],
  ['POST /api/campaigns/{id}/state', 'what is so already stays so'],
  ['POST /api/report-mails/{token}', 'ends what it ends'],
  ['POST /api/errors/track', 'a reference is kept once'],
  ['POST /api/admin/listings/{id}/restore', 'what is not deleted stays as it is'],
  ['POST /api/own-listings/{id}/state', 'what is so already stays so'],
  ['POST /api/own-listings/{id}/pictures', 'an upload is taken up once'],
  ['POST /api/admin/locations/{id}/restore', 'what is not deleted stays as it is'],
  ['POST /api/admin/locations/geocode', 'makes nothing'],
  ['POST /api/admin/orphan-scans/{code}/code', 'what is a code of its place stays one'],
  ['POST /api/admin/orphan-scans/{code}/resume', 'what goes on goes on'],
  ['POST /api/admin/location-batches/check', 'makes nothing'],
]);

test('every creating POST of the contract takes an Idempotency-Key', () => {
  const without = contract.filter((one) => one.method === 'POST' && !('idempotent' in one && one.idempotent));
  expect(without.map((one) => `${one.method} ${one.path}`).filter((name) => !notCreating.has(name))).toEqual([]);
});

describe('a booking told with a key', () => {
  const tell = (cookie: string, key: string, body: object) =>
    world.call('POST /api/qr/booking-conversion', { cookie, body, headers: { 'idempotency-key': key } });
  const count = async (userId: string) =>
    (await world.db.selectFrom('bookings').select('id').where('user_id', '=', userId).execute()).length;

  test('is recorded once and answered alike, 20 at a time and later', async () => {
    const user = await world.aUser();
    const body = { business_listing_id: await world.aListing() };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => untilServed(() => tell(user.cookie, 'click-1-0123456789abcdef', body))),
    );
    expect(new Set(replies.map((reply) => `${reply.status >= 200 && reply.status < 300} ${reply.raw}`)).size).toBe(1);
    world.clock.advance(86_400);
    expect((await tell(user.cookie, 'click-1-0123456789abcdef', body)).raw).toBe(replies[0]!.raw);
    expect(await count(user.id)).toBe(1);
    expect((await tell(user.cookie, 'click-2-0123456789abcdef', body)).status).toBe(201);
    expect(await count(user.id)).toBe(2);
  });

  test('with another body is refused', async () => {
    const user = await world.aUser();
    await tell(user.cookie, 'one-0123456789abcdef', { business_listing_id: await world.aListing() });
    const reply = await tell(user.cookie, 'one-0123456789abcdef', { business_listing_id: await world.aListing() });
    expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await count(user.id)).toBe(1);
  });

  test("is nobody else's key", async () => {
    const [one, other] = [await world.aUser(), await world.aUser()];
    const body = { business_listing_id: await world.aListing() };
    const first = await tell(one.cookie, 'shared-0123456789', body);
    const second = await tell(other.cookie, 'shared-0123456789', body);
    expect([first.status, second.status, second.headers['idempotent-replay']]).toEqual([201, 201, undefined]);
    expect(second.body.transaction_id).not.toBe(first.body.transaction_id);
  });

  test('and refused leaves the key free for a corrected call', async () => {
    const user = await world.aUser();
    expect((await tell(user.cookie, 'again-0123456789abcdef', { business_listing_id: 2_000_000_000 })).status).toBe(
      404,
    );
    expect(
      (await tell(user.cookie, 'again-0123456789abcdef', { business_listing_id: await world.aListing() })).status,
    ).toBe(201);
  });

  test.each(['', ' ', 'a b', 'x'.repeat(15), 'x'.repeat(256), 'ʻ'.repeat(16)])(
    'a key like %j is refused',
    async (key) => {
      const user = await world.aUser();
      const reply = await tell(user.cookie, key, { business_listing_id: await world.aListing() });
      expect(reply.status).toBe(400);
      expect(await count(user.id)).toBe(0);
    },
  );
});

test('a scan with a key is recorded once', async () => {
  const code = await world.aCode();
  const scan = () =>
    world.call('POST /api/qr/scan', {
      body: { qr_code_id: code.code },
      headers: { 'idempotency-key': 'scan-1-0123456789' },
    });
  const replies = await Promise.all(Array.from({ length: 8 }, scan));
  expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
  const scans = await world.db.selectFrom('scans').select('id').where('qr_code_id', '=', code.id).execute();
  expect(scans).toHaveLength(1);
});

describe('a repeat is answered from a reference', () => {
  const keys = () =>
    world.db
      .selectFrom('idempotency_keys')
      .select(['endpoint', 'key', 'reply', 'reference'])
      .orderBy('created_at')
      .execute();
  const invitation = (email: string) => ({
    invited_email: email,
    stakeholder_type: 'partner',
    organization_name: 'Hale Kai',
  });
  const linkIn = async (email: string) =>
    (await world.mail())
      .findLast((one) => one.to === email && /\/invite\//.test(one.text))!
      .text.match(/\/invite\/([\w-]{43})/)![1]!;

  test('alike, by every idempotent endpoint, and no reply is kept', async () => {
    const [user, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
    const newcomer = await world.aUser();
    const listing = await world.aListing();
    const listed = await world.aListing({ rating: 4 });
    const ofListed = world.db.selectFrom('reviews').select(['id', 'words']).where('listing_id', '=', listed);
    const review = await ofListed.executeTakeFirstOrThrow();
    const reviewed = review.id;
    const completed = await world.aBooking({ user_id: user.id, status: 'completed', estimated: false });
    const onViator = await world.aListing();
    await world.aBooking({ user_id: user.id, listing_id: onViator, platform: 'viator' });
    const invite = `POST /api/stakeholder/invite`;
    const invited = await world.call(invite, { cookie: admin.cookie, body: invitation('resent@hale.example') });
    const token = await linkIn('resent@hale.example');
    const owner = await world.aUser({ role: 'partner' });
    const staff = 'POST /api/organisation/invitations';
    const ofStaff = await world.call(staff, { cookie: owner.cookie, body: { invited_email: 'staff@hale.example' } });
    const full = Array.from({ length: 3 }, (_, at) => ({ listing_id: at < 2 ? listing : 2_000_000_000 }));
    const advertiser = await anAdvertiser(world);
    const charged = await aCampaign(world, advertiser, { last_day: '2027-11-01' });
    await world.db.updateTable('campaigns').set({ charged_cents: 500 }).where('id', '=', charged).execute();
    await world.db
      .insertInto('statement_months')
      .values({ month: '2026-10-01' })
      .onConflict((one) => one.doNothing())
      .execute();
    const [invoice] = await world.db
      .insertInto('campaign_invoices')
      .values({
        ...{ organisation_id: advertiser.organisation, month: '2026-10-01', name: 'Reef', cents: 100, lines: '[]' },
        made_at: world.clock.now(),
      })
      .returning('id')
      .execute();
    const [table, picture] = [aForm('a,b\r\n'), aForm(aPng())];
    const calls: [request: `${string} ${string}`, cookie: string | undefined, body: unknown, type?: object][] = [
      ['POST /api/auth/magic-link', undefined, { email: 'once@example.com' }],
      [
        'POST /api/analytics/events',
        undefined,
        { events: [{ event_type: 'map_pin_clicked' }, { event_type: 'map_pin_clicked' }] },
      ],
      ['POST /api/qr/booking-conversion', user.cookie, { business_listing_id: listing }],
      [
        'POST /api/revenue/fareharbor/booking',
        user.cookie,
        { business_listing_id: listing, fareharbor_data: { booking_reference: '4567' } },
      ],
      ['POST /api/revenue/viator/booking', user.cookie, { business_listing_id: onViator }],
      ['POST /api/bookings/inquiries', user.cookie, { booking_platform: 'viator', experience_name: 'Reef swim' }],
      [invite, admin.cookie, invitation('invited@hale.example')],
      [`POST /api/stakeholder/magic-link/${token}`, undefined, undefined],
      // After the link that it ends.
      [`POST /api/stakeholder/invitations/${invited.body.id}/resend`, admin.cookie, undefined],
      [staff, owner.cookie, { invited_email: 'more-staff@hale.example' }],
      [`${staff}/${ofStaff.body.id}/resend`, owner.cookie, undefined],
      ['POST /api/profiles', newcomer.cookie, { phone: '+1 808 555 0100' }],
      ['POST /api/errors/report', undefined, { error_id: 'ERR-1700000000000-abcdef', additional_context: 'It broke.' }],
      [`POST /api/reviews/${reviewed}/report`, undefined, { reason: 'private' }],
      [`POST /api/reviews/${reviewed}/leave`, admin.cookie, { reports: 1, words_version: versionOfWords(review) }],
      ['POST /api/reviews', user.cookie, { booking_id: completed, rating: 4 }],
      ['POST /api/saved/merge', user.cookie, { items: full }],
      ['POST /api/qr/scan', undefined, { qr_code_id: (await world.aCode()).code }],
      ['POST /api/admin/exports/events', admin.cookie, { from: '2026-11-01', to: '2026-11-02', format: 'csv' }],
      ['POST /api/admin/exports/listings', admin.cookie, {}],
      ['POST /api/admin/exports/scans', admin.cookie, { from: '2026-11-01', to: '2026-11-02' }],
      ['POST /api/reports/generate', admin.cookie, { type: 'revenue' }],
      ['POST /api/uploads/statement', admin.cookie, table.body, table.headers],
      ['POST /api/uploads/listings', admin.cookie, table.body, table.headers],
      ['POST /api/uploads/locations', admin.cookie, table.body, table.headers],
      ['POST /api/admin/locations', admin.cookie, { name: 'Once' }],
      ['POST /api/admin/location-batches', admin.cookie, { rows: [{ name: 'Once', address: 'Row Road' }] }],
      ['POST /api/uploads/picture', admin.cookie, picture.body, picture.headers],
      ['POST /api/uploads/place-picture', owner.cookie, picture.body, picture.headers],
      [
        'POST /api/admin/users/suspend-matching',
        admin.cookie,
        { search: 'nobody@here', seen: '0.0', reason: 'Invented accounts' },
      ],
      [
        'POST /api/admin/rate-cards',
        admin.cookie,
        { tier: 'gold', partner_share: 0.2, effective_from: '2027-01-01', reason: 'Agreed with all' },
      ],
      [
        'POST /api/business-listings',
        admin.cookie,
        {
          ...{ name: 'Once', description: 'Past the reef and the turtles. '.repeat(4), category: 'Shopping' },
          booking_url: 'https://fareharbor.com/once',
        },
      ],
      ['POST /api/admin/listings/change', admin.cookie, { ids: [await world.aListing()], action: 'delete' }],
      [
        'POST /api/admin/listings/change-matching',
        admin.cookie,
        { search: 'nothing is called this', seen: '0.0', action: 'delete' },
      ],
      ['POST /api/admin/locations/change', admin.cookie, { ids: [await world.aPlace()], action: 'delete' }],
      [
        'POST /api/admin/locations/change-matching',
        admin.cookie,
        { search: 'nothing is called this', seen: '0.0', action: 'delete' },
      ],
      [
        'POST /api/admin/locations/undo-deletion',
        admin.cookie,
        { work: await aDeletion(world, admin.id, { kind: 'places-change' }) },
      ],
      ['POST /api/admin/listings/undo-deletion', admin.cookie, { work: await aDeletion(world, admin.id) }],
      ['POST /api/campaigns', advertiser.user.cookie, { ...plainCampaign, listing_id: advertiser.listing }],
      [`POST /api/campaign-invoices/${invoice!.id}/paid`, admin.cookie, { reason: 'Wire of December 5' }],
      [
        `POST /api/campaigns/${charged}/credits`,
        admin.cookie,
        { amount: 1, credited: 0, reason: 'Shown beside the wrong place' },
      ],
      ['POST /api/admin/payout-runs', admin.cookie, {}],
      [
        'POST /api/admin/holds/decide-matching',
        admin.cookie,
        { search: 'nobody@here', seen: '0.0', decision: 'voided', reason: 'A forged crowd' },
      ],
      ['POST /api/admin/listing-imports', admin.cookie, { upload_id: await anUploadedList(world, admin) }],
      [`POST /api/admin/listing-imports/${await aListingImport(world, admin.id)}/import`, admin.cookie, {}],
      ['POST /api/admin/statement-imports', admin.cookie, { upload_id: await anUploadedStatement(world, admin) }],
      [
        `POST /api/admin/statement-imports/${await aStatement(world, admin.id)}/apply`,
        admin.cookie,
        { reason: 'The statement of the month' },
      ],
    ];
    const person = async () => (await world.aUser()).id;
    const mail = { to: 'a@b.example', subject: 'Aloha', text: 'Aloha' };
    const withPasskey = async () => {
      const of = await world.aUser();
      return { ...of, passkey: (await aPasskey(world as GoogleWorld, of)).id };
    };
    const [lost, tidy] = [await withPasskey(), await withPasskey()];
    const reason = 'Asked for by mail';
    const deeds: [request: `${string} ${string}`, body: object][] = [
      [`PUT /api/admin/users/${await person()}/role`, { role: 'partner', replaces: 'traveler', reason }],
      [`PUT /api/admin/users/${await person()}/state`, { state: 'suspended', replaces: 'active', reason }],
      [`POST /api/admin/users/${await person()}/end-sessions`, { reason }],
      ['POST /api/admin/users/suspend', { ids: [await person()], reason }],
      [`DELETE /api/admin/users/${lost.id}/passkeys`, { reason }],
      [`POST /api/admin/news/${await anUnreadableNews(world, 'one')}/retry`, { reason }],
      [`POST /api/admin/news/${await anUnreadableNews(world, 'two')}/discard`, { reason }],
      [`POST /api/admin/dead-letters/${await aDeadLetter(world, mail)}/retry`, { reason }],
      [`POST /api/admin/dead-letters/${await aDeadLetter(world, mail)}/discard`, { reason }],
      [`PUT /api/admin/faults/${await aFault(world)}/state`, { state: 'ignored', replaces: 'open', reason }],
      [`POST /api/security/events/${await aSecurityEvent(world)}/resolve`, {}],
      [`POST /api/security/alerts/${await anAlert(world)}/dismiss`, {}],
      ['PUT /api/embed-hosts', { hosts: ['book.example'], replaces: [] }],
    ];
    const organisation = (await organisationOf(world, owner.id))!;
    const hold = await aHold(world, await aCommission(world, organisation));
    const preparer = (await world.aUser({ role: 'admin' })).id;
    const payouts = [await aPayout(world, preparer), await aPayout(world, preparer)];
    deeds.push(
      ['POST /api/admin/holds/decide', { ids: [hold], decision: 'released', reason }],
      ['POST /api/admin/audit-log/check', {}],
      ['POST /api/admin/audit-log', { action_type: 'admin_partner_view', partner_id: owner.id }],
      ['POST /api/admin/payouts/release', { ids: [payouts[0]] }],
      ['POST /api/admin/payouts/withdraw', { ids: [payouts[1]], reason }],
      [`POST /api/admin/rate-changes/${await aProposedCard(world, preparer)}/confirm`, {}],
      [`POST /api/admin/rate-changes/${await aProposedCard(world, preparer)}/withdraw`, { reason }],
    );
    const pool = { location_name: 'Pool', latitude: 21.3, longitude: -157.8 };
    const asked = async () =>
      (await world.call('POST /api/partner-portal/qr-request', { cookie: owner.cookie, body: pool })).body.request.id;
    deeds.push(
      [`POST /api/partner-portal/qr-request/${await asked()}/auto-approve`, {}],
      [`POST /api/admin/qr-requests/${await asked()}/reject`, { reason }],
    );
    const placeOf = () => world.aPlace({ partner_id: owner.id, listings: [] });
    const proposed = async () => {
      const request = `POST /api/partner-portal/places/${await placeOf()}/proposals` as const;
      return (await world.call(request, { cookie: owner.cookie, body: { name: 'Hale Kai' } })).body.id;
    };
    calls.push(
      [
        'POST /api/applications',
        undefined,
        {
          stakeholder_type: 'partner',
          organization_name: 'Hale Kai',
          contact_name: 'Keola',
          email: 'keola@halekai.example',
        },
      ],
      [`POST /api/admin/applications/${await anApplication(world)}/invite`, admin.cookie, undefined],
    );
    deeds.push([`POST /api/admin/applications/${await anApplication(world)}/decline`, { reason }]);
    calls.push([`POST /api/admin/place-proposals/${await proposed()}/approve`, admin.cookie, undefined]);
    calls.push([`POST /api/partner-portal/place-proposals/${await proposed()}/withdraw`, owner.cookie, undefined]);
    deeds.push([`POST /api/admin/place-proposals/${await proposed()}/decline`, { reason }]);
    const lister = await AdvertiserScene.make(world);
    const submitted = async () => {
      const { id } = (await lister.create()).body;
      await lister.step(id, 'submit');
      return (await lister.waiting(id)) as { id: string; version: string };
    };
    const [shownOne, declinedOne] = [await submitted(), await submitted()];
    deeds.push(
      [`POST /api/admin/listing-proposals/${shownOne.id}/approve`, { version: shownOne.version }],
      [`POST /api/admin/listing-proposals/${declinedOne.id}/decline`, { version: declinedOne.version, reason }],
    );
    calls.push(['POST /api/own-listings', lister.owner.cookie, anOwnListing()]);
    calls.push(
      [`POST /api/partner-portal/places/${await placeOf()}/proposals`, owner.cookie, { name: 'Hale Kai' }],
      ['POST /api/partner-portal/qr-request', owner.cookie, pool],
      ['POST /api/partner-portal/settings', owner.cookie, { marketing_consent: true }],
    );
    for (const [request, body] of deeds) calls.push([request, admin.cookie, body]);
    calls.push([`DELETE /api/passkeys/${tidy.passkey}`, tidy.cookie, undefined]);
    const declared = contract.filter((one) => 'idempotent' in one && one.idempotent);
    expect(calls).toHaveLength(declared.length);
    for (const [at, [request, cookie, body, type]] of calls.entries()) {
      const headers = { 'idempotency-key': `every-endpoint-${at}`, ...type };
      const first = await world.call(request, { cookie, body, headers });
      expect(first.status, `${request} ${first.raw}`).toBeLessThan(300);
      const again = await world.call(request, { cookie, body, headers });
      expect([again.status, again.raw, again.headers['idempotent-replay']], request).toEqual([
        first.status,
        first.raw,
        'true',
      ]);
    }
    const kept = (await keys()).filter(({ key }) => key.startsWith('every-endpoint-'));
    expect(kept).toHaveLength(declared.length);
    for (const { endpoint, reply, reference } of kept) {
      expect(reply, endpoint).toBeNull();
      expect((reference ?? '').length, endpoint).toBeLessThanOrEqual(64);
      expect(endpoint).not.toContain(token);
    }
  });

  test('and the key of one path is not that of another', async () => {
    const admin = await world.aUser({ role: 'admin' });
    const invited = [];
    for (const name of ['one', 'other'])
      invited.push(
        (
          await world.call('POST /api/stakeholder/invite', {
            cookie: admin.cookie,
            body: invitation(`${name}@path.example`),
          })
        ).body,
      );
    const resend = (id: string) =>
      world.call(`POST /api/stakeholder/invitations/${id}/resend`, {
        cookie: admin.cookie,
        headers: { 'idempotency-key': 'the-same-key-twice' },
      });
    const replies = [];
    for (const { id } of [...invited, ...invited]) replies.push(await resend(id));
    expect(
      replies.map(({ body, headers }) => [body.invited_email, body.sent_count, headers['idempotent-replay']]),
    ).toEqual([
      ['one@path.example', 2, undefined],
      ['other@path.example', 2, undefined],
      ['one@path.example', 2, 'true'],
      ['other@path.example', 2, 'true'],
    ]);
    const mails = (await world.mail()).filter((one) => one.to.endsWith('@path.example'));
    expect(mails).toHaveLength(4);
  });
});
