import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Services } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import type { Mail } from '../../platform/jobs/jobs.ts';
import { knownPermissions, type Membership } from '../../platform/organisations/memberships.ts';
import type { Settings } from '../../platform/settings.ts';
import { forEachOf } from './daily.ts';
import {
  closeMonth,
  endMonth,
  findOpenMonth,
  findReaders,
  findUnstated,
  insertStatement,
  type NewStatement,
} from './partner-statements.store.ts';
import { findPartner, findStatementLines, sumStatement } from './statements.store.ts';
import { closingOf, spanOf } from './statements.ts';

type Maker = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Makes the statements of each month that is over final, month after month, and mails those who may read them: once for each partner and
 * month, however often and late this is begun. Partners with nothing to state get none: nothing is owed to them, and nothing has moved.
 * One that fails keeps no other from theirs, of no month; its own later ones wait for it, and its months are begun anew the next time.
 * @throws the first error, once all others are made
 */
export async function makeStatements(maker: Maker, now: Date, signal?: AbortSignal): Promise<void> {
  const { db } = maker;
  const thisMonth = `${hawaiiDay(now).slice(0, 7)}-01`;
  const failed = new Set<string>();
  let failure: unknown;
  for (let month = await findOpenMonth(db, thisMonth); month < thisMonth; ) {
    await closeMonth(db, month, now);
    const make = async (tx: Tx, id: string) => {
      if (!failed.has(id)) await makeStatement(tx, maker, now, id, month);
    };
    const find = (after: string, limit: number) => findUnstated(db, month, after, limit);
    const isMade = await forEachOf(db, find, make, signal, (id) => failed.add(id)).then(
      () => failed.size === 0,
      (error: unknown) => {
        signal?.throwIfAborted();
        failure ??= error;
        return false;
      },
    );
    month = await endMonth(db, month, now, isMade);
  }
  if (failure) throw failure;
}

async function makeStatement(tx: Tx, maker: Maker, now: Date, organisationId: string, month: string): Promise<void> {
  const statement = await reckon(tx, organisationId, month);
  if (!statement || !(await insertStatement(tx, statement, now))) return;
  const { jobs, settings, languages, mailsIn } = maker;
  for (const reader of await findReaders(tx, organisationId)) {
    const own = knownPermissions('partner', reader.permissions, reader.standing as Membership['standing']);
    if (!own.includes('commission_tracking') || !reader.granted.includes('commission_tracking')) continue;
    const language = languages.find((one) => one === reader.language) ?? defaultLanguage;
    const words = await mailsIn(language);
    await jobs.send(tx, 'mail', statementMail(settings, words, language, reader.email, statement));
  }
}

/** What the ledger says of a closed month; nothing where there is nothing to state. */
async function reckon(db: Db, organisationId: string, month: string): Promise<NewStatement | undefined> {
  const span = spanOf(month.slice(0, 7));
  const { line_count, ...sums } = await sumStatement(db, organisationId, span);
  const partner = await findPartner(db, organisationId);
  if (!partner || (line_count === 0 && sums.opening === 0)) return undefined;
  const lines = await findStatementLines(db, organisationId, span, null);
  return { organisationId, month, name: partner.name, ...sums, lines };
}

function statementMail(
  { productName, publicUrl }: Settings,
  words: MailWords,
  language: string,
  to: string,
  statement: NewStatement,
): Mail {
  const { organisationId, opening, earned, clawed_back, paid } = statement;
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const currency = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const dollars = (cents: number) => currency.format(cents / 100).replace('-', '−');
  const month = named.format(new Date(`${statement.month}T00:00:00Z`));
  const screen = `/money/statement?organisation=${organisationId}&month=${statement.month.slice(0, 7)}`;
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  const sums = {
    opening: dollars(opening),
    earned: dollars(earned),
    clawed_back: dollars(0 - clawed_back),
    paid: dollars(0 - paid),
    closing: dollars(closingOf(statement)),
  };
  return {
    to,
    subject: words.statement.subject(month),
    text: words.statement.text(productName, link, month, oneLine(statement.name), sums),
  };
}
