import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KeptKind, Privacy } from '../../../contract/privacy.ts';
import { createWorld } from '../../../tests/world.ts';
import { privacy as english } from '../../../web/src/messages/en/privacy.ts';
import { type CookieKey, cookieNames } from '../../platform/http/cookies.ts';
import { deviceSeconds } from '../../platform/limits/known-device.ts';
import { retention } from '../../platform/retention.ts';

async function keptWith(environment: Record<string, string> = {}): Promise<Privacy['kept']> {
  const world = await createWorld({ environment });
  try {
    return (await world.call('GET /api/privacy')).body.kept;
  } finally {
    await world.close();
  }
}

/** Under which line the page tells each figure, or why it tells none. */
const toldAs: Record<keyof typeof retention, KeptKind | { why: string }> = {
  eventMonths: 'events',
  eventAddressDays: 'security_addresses',
  securityEventDays: 'security_events',
  orphanScanDays: { why: 'codes of nobody' },
  orphanCodes: { why: 'codes of nobody' },
  securityAlertDays: { why: 'counted from security events, and gone before them' },
  codeAlertDays: { why: 'names nobody' },
  scanNetworkDays: 'scan_networks',
  countedImpressionDays: { why: 'of a day, as is told of what is seen' },
  errorReportDays: 'error_reports',
  signInLinkDays: 'sign_in_links',
  endedSignInDays: { why: 'added to a session’s own time' },
  newsDays: 'platform_news',
  unmatchedBookingDays: { why: 'bookings that are nobody’s' },
  pastMemberDays: { why: 'of those who work for an organisation' },
  unappliedStatementDays: { why: 'a platform’s words about bookings' },
  longWorkResultDays: { why: 'of those who work for an organisation' },
  longWorkDays: { why: 'of those who work for an organisation' },
  uploadDays: 'uploads',
  partnerReportDays: { why: 'of those who work for an organisation' },
  reviewReportDays: 'review_reports',
  applicationDays: 'applications',
  sponsoredViewDays: { why: 'within what is told of clicks' },
  sponsoredClickDays: 'sponsored_clicks',
  privacyRequestDays: 'privacy_requests',
  requestMinuteDays: { why: 'names nobody' },
  requestHourDays: { why: 'names nobody' },
  requestDayDays: { why: 'names nobody' },
  deadLetterDays: 'failed_mail',
};

test('each time that something of a person is kept is told as it is', async () => {
  const kept = await keptWith();
  for (const [key, told] of Object.entries(toldAs))
    if (typeof told === 'string')
      expect(kept.find(({ kind }) => kind === told)?.amount, key).toBe(retention[key as keyof typeof retention]);
  for (const kind of ['inquiries', 'visits', 'invitations'])
    expect(kept).toContainEqual({ kind, amount: null, unit: 'days' });
  expect(kept.map(({ kind }) => kind)).not.toContain('backups');
});

test('backups and the archive of changes are told with the longer of both', async () => {
  const [backups, archive] = [join(tmpdir(), 'no-backups'), join(tmpdir(), 'no-archive')];
  const daysWith = async (environment: Record<string, string>) =>
    (await keptWith(environment)).find(({ kind }) => kind === 'backups')?.amount;
  // The copy of all files from which the first of thirty days is gone to is a day older, and goes when the next is taken.
  expect(await daysWith({ LOG_ARCHIVE_DIR: archive, LOG_ARCHIVE_DAYS: '30' })).toBe(31);
  const both = { BACKUP_DIR: backups, BACKUP_KEEP: '14', LOG_ARCHIVE_DIR: archive };
  expect(await daysWith({ ...both, LOG_ARCHIVE_DAYS: '30' })).toBe(31);
  expect(await daysWith({ ...both, LOG_ARCHIVE_DAYS: '7' })).toBe(14);
  // A month passes between two copies: the first goes with the third.
  const monthly = { LOG_ARCHIVE_DIR: archive, LOG_ARCHIVE_DAYS: '7', LOG_ARCHIVE_BASE_HOURS: String(30 * 24) };
  expect(await daysWith(monthly)).toBe(60);
});

test('whose pictures are shown is looked up once a minute, however often it is asked', async () => {
  const world = await createWorld();
  const hosts = async () => {
    const { third_parties } = (await world.call('GET /api/privacy')).body as Privacy;
    return third_parties.find(({ kind }) => kind === 'pictures')?.hosts;
  };
  try {
    expect(await hosts()).toEqual([]);
    await world.aListing({ image_url: 'https://pictures.example/reef.jpg' });
    expect(await hosts()).toEqual([]);
    world.clock.advance(59);
    expect(await hosts()).toEqual([]);
    world.clock.advance(2);
    expect(await hosts()).toEqual(['pictures.example']);
  } finally {
    await world.close();
  }
});

test('every cookie is told', () => {
  const told: Record<CookieKey, RegExp> = {
    session: /your sign-in/,
    magicLink: /your sign-in/,
    oauth: /your sign-in/,
    signedIn: /your sign-in/,
    visit: /your visit/,
    device: new RegExp(`for ${deviceSeconds / 86_400} days that this browser has signed in before`),
    language: /your language/,
  };
  for (const key of Object.keys(cookieNames) as CookieKey[]) expect(english.cookiesText).toMatch(told[key]);
});
