import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { type AdminPartner, scansOfDays } from '../../../contract/partners.ts';
import type { Db } from '../../platform/database/database.ts';
import { answerPage, isNameOrWhole, type ListQuery, readPage } from '../../platform/lists.ts';
import { countPartners, findPartnerPage, findPartners, type PartnerFilter, type PartnerRow } from './partners.store.ts';

export { isPending } from './partners.store.ts';

const show = ({ since, invited_at, ...row }: PartnerRow): AdminPartner => ({
  ...row,
  since: since.toISOString(),
  invited_at: invited_at?.toISOString() ?? null,
});

/** A page of the partners, and how many there are of each kind. @throws Refusal `invalid_request` for a cursor that is none */
export async function listPartners(db: Db, now: Date, { sort, after, limit, ...filter }: ListQuery & PartnerFilter) {
  const page = readPage({ sort, after, limit }, isNameOrWhole);
  const until = hawaiiDayStart(now);
  const days = { from: new Date(until.getTime() - scansOfDays * 86_400_000), until };
  const found = await findPartnerPage(db, now, filter, page);
  const answer = await answerPage({ sort, page }, found, (ids) => findPartners(db, now, ids, days), show);
  return { ...answer, counts: await countPartners(db, now) };
}
