import { type RawBuilder, sql } from 'kysely';
import type { Invitation } from '../../../contract/invitations.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { columns, type InvitationRow } from './invitations.store.ts';

export interface InvitationFilter {
  /** A part of the address, or of the organization. */
  search?: string | undefined;
  status?: Invitation['status'] | undefined;
}

/** As `statusOf` in invitations.ts tells them apart. */
const ofStatus = (status: Invitation['status'], now: Date): RawBuilder<unknown> => {
  if (status === 'accepted') return sql`i.accepted_at is not null`;
  if (status === 'revoked') return sql`i.accepted_at is null and i.revoked_at is not null`;
  const ended = status === 'expired' ? sql`<=` : sql`>`;
  return sql`i.accepted_at is null and i.revoked_at is null and i.expires_at ${ended} ${now}`;
};

/** A page of the administrators' invitations, of one status at this moment or of all. */
export async function findInvitationPage(db: Db, { search, status }: InvitationFilter, now: Date, page: Page) {
  const matching = [sql`i.organisation_id is null`];
  if (search)
    matching.push(sql`(${contains(sql`i.invited_email`, search)} or ${contains(sql`i.organization_name`, search)})`);
  if (status) matching.push(ofStatus(status, now));
  return await findPage<InvitationRow>(
    db,
    {
      from: sql`invitations i`,
      id: sql`i.id`,
      matching,
      order: byInstant(sql`i.created_at`),
      columns: sql.join(columns.map((column) => sql.ref(`i.${column}`))),
    },
    page,
  );
}
