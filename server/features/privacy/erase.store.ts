import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { daysOf } from './own-data.store.ts';
import { type Person, personalTables } from './personal-tables.store.ts';

/** An account, held until the transaction ends, with its role, which is a traveler's where it has no profile; undefined where there is none. */
export async function lockAccount(
  tx: Tx,
  id: string,
): Promise<{ email: string; role: string; isErased: boolean } | undefined> {
  const account = await tx
    .selectFrom('users')
    .select(['email', 'erased_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const profile = await tx
    .selectFrom('profiles')
    .select('role')
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return { email: account.email, role: profile?.role ?? 'traveler', isErased: account.erased_at !== null };
}

export async function markErased(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ erased_at: now }).where('id', '=', id).where('erased_at', 'is', null).execute();
}

/** Whose accounts were erased since an instant, as the audit log has it, those erased first before all others. */
export async function findErased(db: Db, since: Date): Promise<{ id: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select subject_id as id, max(recorded_at) as at from audit_entries
    where action = 'account_erased' and recorded_at >= ${since} group by subject_id order by 2, 1`.execute(db);
  return rows;
}

/** By which somebody may lose what they might do. A restore ends all sessions by itself. */
const takingAway = [
  ...['account_suspended', 'role_changed', 'passkeys_reset', 'passkey_removed', 'invitation_revoked'],
  ...['member_changed', 'member_left', 'member_removed', 'organisation_suspended'],
];

/** An entry of the audit log by which somebody may have lost something. */
export interface TakenAway {
  at: Date;
  action: string;
  kind: string;
  id: string;
  /** The address of the account or the invitation, or the name of the organisation, where it is still known. */
  name: string | null;
  /** The address of who did it. */
  by: string | null;
  /** The entry's details as JSON; null where they were erased. */
  details: string | null;
}

/** What an entry is about as the id that it may be: as text every row of the other table would have to be read, for each entry. */
const subjectOf = (kind: 'user' | 'organisation' | 'invitation') => sql`case when e.subject_kind = ${kind}
  and e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject_id::uuid end`;

/** What may have been taken away from accounts and organisations since an instant, as the audit log has it, in its order. */
export async function findTakenAway(db: Db, since: Date): Promise<TakenAway[]> {
  const { rows } = await sql<TakenAway>`
    select e.recorded_at as at, e.action, e.subject_kind as kind, e.subject_id as id, d.content as details, a.email as by,
      coalesce((select email from users where id = ${subjectOf('user')}),
        (select name from organisations where id = ${subjectOf('organisation')}),
        (select invited_email from invitations where id = ${subjectOf('invitation')})) as name
    from audit_entries e left join audit_details d on d.sequence = e.sequence left join users a on a.id = e.actor_id
    where e.action = any(${takingAway}) and e.recorded_at >= ${since} order by e.sequence`.execute(db);
  return rows;
}

/** Deletes or empties a person's rows, as each table of the list says. */
export async function clearPersonalRows(tx: Tx, person: Person): Promise<void> {
  for (const [name, { of, erased }] of Object.entries(personalTables)) {
    const table = sql`${sql.table(name)} t`;
    if (erased === 'deleted') await sql`delete from ${table} where ${of(person)}`.execute(tx);
    else if ('set' in erased) await sql`update ${table} set ${erased.set(person)} where ${of(person)}`.execute(tx);
  }
}

/** Deletes what the audit log says of a person's invitations and applications, as long as it is known which those are. */
export async function deleteDetailsOfOffers(tx: Tx, { id, email }: Person): Promise<void> {
  await sql`delete from audit_details d using audit_entries e where e.sequence = d.sequence and (e.subject_kind, e.subject_id) in (
    select 'invitation', id::text from invitations where invited_email = ${email} or accepted_by = ${id}::uuid
      union all select 'application', id::text from applications where email = ${email})`.execute(tx);
}

/** What platforms call the bookings of a person. */
export async function findReferences(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct p.reference from platform_bookings p join bookings b on b.id = p.booking_id
    where b.user_id = ${id}::uuid`.execute(tx);
  return rows.map(({ reference }) => reference);
}

/** Notes that an account is being erased. @param sought by what is found what others sent of its owner */
export async function insertErasure(tx: Tx, userId: string, sought: readonly string[], now: Date): Promise<void> {
  const request = { kind: 'erasure', user_id: userId, asked_at: now, sought: [...sought] };
  await tx.insertInto('privacy_requests').values(request).execute();
}

/** Keeps of what an erasure looks for no more than is still to be found. */
export async function narrowErasure(db: Db, id: string, sought: readonly string[]): Promise<void> {
  await db
    .updateTable('privacy_requests')
    .set({ sought: [...sought] })
    .where('id', '=', id)
    .where('sought', '<>', sql<string[]>`${sought}::text[]`)
    .execute();
}

export interface Erasure {
  id: string;
  user_id: string;
  asked_at: Date;
  sought: string[];
}

const erasuresPerStatement = 100;

/** Erasures that are under way, those asked for first before all others; each of them once, however many wait. */
export async function* findErasures(db: Db): AsyncGenerator<Erasure> {
  for (let last: Erasure | undefined; ; ) {
    const { rows } = await sql<Erasure>`
      select id, user_id, asked_at, coalesce(sought, '{}') as sought from privacy_requests
      where state = 'under_way' and kind = 'erasure'
        and (${last === undefined} or (asked_at, id) > (${last?.asked_at ?? null}::timestamptz, ${last?.id ?? null}::uuid))
      order by asked_at, id limit ${erasuresPerStatement}`.execute(db);
    yield* rows;
    if (rows.length < erasuresPerStatement) return;
    last = rows.at(-1);
  }
}

/** Says of files that nobody can be waiting for any more that they came to nothing. */
export async function failExportsBefore(db: Db, instant: Date, now: Date): Promise<void> {
  await db
    .updateTable('privacy_requests')
    .set({ state: 'failed', ended_at: now })
    .where('state', '=', sql.lit('under_way'))
    .where('kind', '=', 'export')
    .where('asked_at', '<', instant)
    .execute();
}

/** Forgets whose scans and events those of an erased account were, and lets no browser go on with its visits. */
export async function forgetWhereabouts(db: Db, id: string, now: Date): Promise<void> {
  for await (const [since, until] of daysOf(db, id, now))
    await sql`select forget_events_of(${id}::uuid, ${since}, ${until})`.execute(db);
  await sql`select forget_scans_of(${id}::uuid)`.execute(db);
  // By another name: a browser that still has the cookie brings it to nobody else.
  const token_hash = sql<Buffer>`sha256(uuid_send(gen_random_uuid()))`;
  await db.updateTable('visits').set({ token_hash }).where('user_id', '=', id).execute();
}

/** Forgets whose the visits of an erased account were. */
export async function forgetVisits(db: Db, id: string): Promise<void> {
  await db.updateTable('visits').set({ user_id: null }).where('user_id', '=', id).execute();
}

/** What stands before a word in JSON or in an address of the web, where letters may belong to the mark before it. */
const escapes = String.raw`\\[bfnrt]|\\u[0-9a-f]{4}|\\[0-7]{3}|[%=][0-9a-f]{2}`;
/** As patterns of whole words: the end of another address, or the beginning of a longer number, is somebody else's. */
const wholeWords = (words: readonly string[]): string[] =>
  words.map((word) => {
    const letters = word.includes('@') ? 'a-z0-9._%+-' : 'a-z0-9';
    const literal = word.toLowerCase().replaceAll(/[^a-z0-9]/g, String.raw`\$&`);
    return String.raw`(?:^|[^${letters}]|${escapes})${literal}(?![a-z0-9-]|\.[a-z0-9])`;
  });

/** A message's bytes as text of which the letters of ASCII can be compared. */
const bodyText = sql`lower(encode(i.body, 'escape'))`;

/**
 * Deletes what platforms sent of an erased account's owner, of what was done since or put away. @returns whether any of it is still to be done
 */
export async function deleteNewsAbout(db: Db, { sought, asked_at }: Erasure): Promise<boolean> {
  const about = sql`i.received_at <= ${asked_at} and ${bodyText} ~ any(${wholeWords(sought)}::text[])`;
  await sql`delete from inbox i where i.state in ('done', 'discarded') and ${about}`.execute(db);
  const { rows } = await sql`select from inbox i where ${about} limit 1`.execute(db);
  return rows.length > 0;
}

const mailQueues = ['mail', 'sign-in-mail', 'mail-dead'];

/** Deletes mail to somebody, or about them, that is still to be sent or was sent. */
export async function deleteMailAbout(db: Db, words: readonly string[]): Promise<void> {
  await sql`delete from jobs.job where name = any(${mailQueues})
    and lower(data::text) ~ any(${wholeWords(words)}::text[])`.execute(db);
}
