import { mayEmbed } from '../../../contract/embeddable.ts';
import { type KeptKind, keptKinds, type Privacy, type ThirdPartyKind } from '../../../contract/privacy.ts';
import type { Db } from '../../platform/database/database.ts';
import { retention } from '../../platform/retention.ts';
import { keptSessionDays } from '../../platform/sessions/sessions.ts';
import type { Settings } from '../../platform/settings.ts';
import { listEmbedHosts } from '../embedding/embedding.ts';
import { findLinkHosts, findPictureHosts } from './requests.store.ts';

type Kept = Omit<Privacy['kept'][number], 'kind'>;
const days = (amount: number): Kept => ({ amount, unit: 'days' });
const forGood: Kept = { amount: null, unit: 'days' };
const daySeconds = 86_400;

/**
 * For how long the archive of the log holds what is there no more: its base copies go when another is taken, and of those that are older
 * than what is kept one stays, as it leads to the first of the moments.
 */
const archivedMs = ({ keepMs, baseEveryMs }: NonNullable<Settings['logArchive']>) =>
  (Math.ceil(keepMs / baseEveryMs) + 1) * baseEveryMs;

/** How long each is kept, from the figures that what forgets it is run by. */
export function readKept({ backups, logArchive }: Pick<Settings, 'backups' | 'logArchive'>): Privacy['kept'] {
  const copiesMs = Math.max(backups ? backups.everyMs * backups.keep : 0, logArchive ? archivedMs(logArchive) : 0);
  const kept: Record<KeptKind, Kept> = {
    account: forGood,
    bookings: forGood,
    inquiries: forGood,
    scans: forGood,
    scan_networks: days(retention.scanNetworkDays),
    visits: forGood,
    sponsored_clicks: days(retention.sponsoredClickDays),
    events: { amount: retention.eventMonths, unit: 'months' },
    sessions: days(keptSessionDays),
    sign_in_links: days(retention.signInLinkDays),
    security_events: days(retention.securityEventDays),
    security_addresses: days(retention.eventAddressDays),
    error_reports: days(retention.errorReportDays),
    platform_news: days(retention.newsDays),
    applications: days(retention.applicationDays),
    invitations: forGood,
    uploads: days(retention.uploadDays),
    failed_mail: days(retention.deadLetterDays),
    review_reports: days(retention.reviewReportDays),
    privacy_requests: days(retention.privacyRequestDays),
    audit_log: forGood,
    backups: days(Math.ceil(copiesMs / (daySeconds * 1_000))),
  };
  const isKept = (kind: KeptKind) => kind !== 'backups' || copiesMs > 0;
  return keptKinds.filter(isKept).map((kind) => ({ kind, ...kept[kind] }));
}

const hostOf = (address: string) => new URL(address).host;

/** Whose servers a browser meets besides ours, and for what. In the demo, platforms that the guide's own stand in for. */
export async function findThirdParties(
  db: Db,
  { publicUrl, mapTiles, oidc }: Pick<Settings, 'publicUrl' | 'mapTiles' | 'oidc'>,
): Promise<Privacy['third_parties']> {
  const inside = await listEmbedHosts(db);
  const opensInside = (host: string) => mayEmbed(`https://${host}`, inside, new URL(publicUrl).hostname);
  const hosts: Record<ThirdPartyKind, readonly string[]> = {
    map: [mapTiles.standard, mapTiles.satellite].map(hostOf),
    pictures: await findPictureHosts(db),
    booking_pages: inside,
    links: (await findLinkHosts(db)).filter((host) => !opensInside(host)),
    sign_in: oidc.issuer ? [hostOf(oidc.issuer)] : [],
  };
  return Object.entries(hosts).map(([kind, found]) => ({
    kind: kind as ThirdPartyKind,
    hosts: [...new Set(found)].filter((host) => host !== hostOf(publicUrl)).sort(),
  }));
}

const thirdPartiesMs = 60_000;
export type ThirdParties = (db: Db, settings: Settings, now: Date) => Promise<Privacy['third_parties']>;

/** The same for everybody: it reads all pictures there are, so that what was found is told for a minute. */
export function keepThirdParties(): ThirdParties {
  let known: { found: Promise<Privacy['third_parties']>; until: number } | undefined;
  return async (db, settings, now) => {
    if (!known || now.getTime() >= known.until) {
      const fresh = { found: findThirdParties(db, settings), until: now.getTime() + thirdPartiesMs };
      fresh.found.catch(() => {
        if (known === fresh) known = undefined;
      });
      known = fresh;
    }
    return await known.found;
  };
}
