import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Insertable } from 'kysely';
import type { LongWorkKindName } from '../contract/long-work-kinds.ts';
import type { Tables } from '../db/schema.ts';
import type { World } from './world.ts';

/** News of somebody else's server that could not be read. @returns its number */
export async function anUnreadableNews({ db, clock }: World, text: string): Promise<number> {
  const body = Buffer.from(text);
  const news = { source: 'demo', received_at: clock.now(), headers: '{}', body };
  const settled = { state: 'unreadable', problem: text, settled_at: clock.now() };
  const inbox = db.insertInto('inbox').values({ ...news, ...settled });
  return (await inbox.returning('id').executeTakeFirstOrThrow()).id;
}

/** What FareHarbor tells of a booking that is nobody's yet. @returns its id */
export async function aPlatformBooking(
  { db, clock }: World,
  given: Partial<Insertable<Tables['platform_bookings']>> = {},
): Promise<string> {
  const reference = given.reference ?? randomUUID().slice(0, 8).toUpperCase();
  const now = clock.now();
  const row = { platform: 'fareharbor', supplier: '', reference, reference_keys: [reference], status: 'confirmed' };
  const news = { version: now, version_digest: Buffer.from('x'), first_news_at: now, last_news_at: now };
  const inserted = db.insertInto('platform_bookings').values({ ...row, ...news, ...given });
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id;
}

let applications = 0;

/** An application of a hotel through the public form, from a network of its own. @returns its id */
export async function anApplication(
  { db, clock }: World,
  given: Partial<Insertable<Tables['applications']>> = {},
): Promise<string> {
  const house = `hale${applications++}`;
  const row = {
    ...{ stakeholder_type: 'partner', partner_type: 'hotel', organization_name: `Hale ${house}`, language: 'en' },
    ...{ contact_name: 'Leilani Kahananui', email: `leilani@${house}.example`, mailbox: `leilani@${house}.example` },
    ...{ website: `https://${house}.example/`, is_trapped: false, network_key: Buffer.from(house) },
    created_at: clock.now(),
  };
  const inserted = db.insertInto('applications').values({ ...row, ...given });
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id;
}

/** A mail that failed for good just now. @returns its id */
export async function aDeadLetter({ database }: World, mail: { to: string; subject: string; text: string }) {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into jobs.job (name, data, source_name, source_created_on) values ('mail-dead', $1, 'mail', now()) returning id`,
    [mail],
  );
  return rows[0]!.id;
}

/** Long work of somebody that is done, with its file. @returns its id */
export async function aDoneWork(
  { db, clock, settings }: World,
  asked_by: string,
  text: string,
  kind: LongWorkKindName = 'scans-export',
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const asked = { id, kind, asked_by, parameters: '{}', mail_when_done: false, created_at: now };
  const file = {
    result_name: 'scans.csv',
    result_type: 'text/csv; charset=utf-8',
    result_bytes: Buffer.byteLength(text),
  };
  const ended = { state: 'done', ended_at: now, result_expires_at: new Date(now.getTime() + 86_400_000) };
  await db
    .insertInto('long_work')
    .values({ ...asked, ...file, ...ended })
    .execute();
  const folder = join(settings.dataDir, 'long-work');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id), text);
  return id;
}

/** An alert of the security desk that goes on. @returns its id */
export async function anAlert(
  { db, clock }: World,
  rule = 'failed_work',
  subject: string = randomUUID(),
): Promise<string> {
  const at = clock.now();
  const alert = { rule, subject, figure: 1, opened_at: at, held_at: at };
  return (await db.insertInto('security_alerts').values(alert).returning('id').executeTakeFirstOrThrow()).id;
}

/** A security event that nobody has dealt with. @returns its number */
export async function aSecurityEvent({ db, clock }: World): Promise<string> {
  const event = { event_type: 'sign_in_failed', severity: 'medium', description: 'It was refused.' };
  const row = db.insertInto('security_events').values({ ...event, occurred_at: clock.now() });
  return String((await row.returning('id').executeTakeFirstOrThrow()).id);
}

/** A fault that was reported once. @returns its id */
export async function aFault({ db, clock }: World): Promise<string> {
  const id = randomUUID();
  const seen = { first_seen: clock.now(), last_seen: clock.now(), reports: 1 };
  await db
    .insertInto('faults')
    .values({ id, kind: 'error', message: 'It broke', place: null, ...seen })
    .execute();
  return id;
}
